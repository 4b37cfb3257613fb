"""Sales by product, variant and category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from stallage.core.db import Connection, Record
from stallage.reports.queries.figures import FigureRow, read_figures
from stallage.reports.queries.sales import SUMS, add_up, total_of, total_sales
from stallage.reports.rules.figures import Period
from stallage.reports.rules.reports import Row, with_sums
from stallage.reports.sql import figures as sql

SKU_SUMS = ("orders", "product_orders", "units", "gross", "discounts", "tax", "refunds")
OTHER = "Delivery, gift wrap, goodwill"
NO_CATEGORY = "No category"

# A SKU or product that was deleted keeps the names of its orders.
SKUS = """
    SELECT s.sku_id AS id, coalesce(k.product_id, l.product_id) AS product_id,
        coalesce(p.title, l.title, '') AS title, coalesce(k.sku, l.sku, '') AS sku,
        coalesce(to_jsonb(k.options), (SELECT jsonb_agg(one -> 'value')
            FROM jsonb_array_elements(l.options) one), '[]') AS options
    FROM unnest($1::bigint[]) AS s (sku_id)
    LEFT JOIN skus_view k ON k.id = s.sku_id LEFT JOIN products_view p ON p.id = k.product_id
    LEFT JOIN LATERAL (
        SELECT l.product_id, l.title, l.sku, l.options FROM order_lines_view l
        WHERE k.id IS NULL AND l.sku_id = s.sku_id LIMIT 1
    ) l ON true
"""
# A product counts in its main category alone.
CATEGORIES = """
    SELECT pc.product_id, c.id, c.title FROM product_categories_view pc
    JOIN categories_view c ON c.id = pc.category_id
    WHERE pc.product_id = ANY($1)
        AND pc.position = (SELECT min(o.position) FROM product_categories_view o
            WHERE o.product_id = pc.product_id)
    ORDER BY pc.product_id, c.id DESC
"""


def _other(total: dict[str, int], sold: Iterable[dict[str, int]], width: int) -> list[Row]:
    """What belongs to no product: delivery, gift wrap, and refunds that are not for units.

    Without it, the rows would not add up to the sales of the period.
    """
    of_products = total_of(sold, SKU_SUMS)
    rest = {name: total[name] - of_products.get(name, 0) for name in SUMS if name != "orders"}
    if not any(rest.values()):
        return []
    values = with_sums({**rest, "orders": 0})
    return [Row(("",), (OTHER, *[""] * (width - 1)), {**values, "orders": None})]


async def sales_by_product(
    connection: Connection, period: Period, zone: ZoneInfo, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by product or variant."""
    rows = await read_figures(connection, sql.SKUS, period, zone)
    by_sku = add_up(rows, lambda row: (row.text("sku_id"),), SKU_SUMS)
    known = await _names(connection, rows)
    total = await total_sales(connection, period, zone)
    if grouping == "variant":
        shown = [
            Row(
                (key[0], str(known[int(key[0])]["product_id"])),
                _variant_names(known[int(key[0])]),
                with_sums({**values, "delivery": 0}),
            )
            for key, values in by_sku.items()
        ]
        return shown + _other(total, by_sku.values(), 3), with_sums(total)
    by_product = add_up(rows, lambda row: (row.text("product_id"),), SKU_SUMS)
    titles = {row.text("product_id"): known[row.number("sku_id")]["title"] for row in rows}
    shown = [
        Row(
            key,
            (titles[key[0]],),
            with_sums({**values, "orders": values["product_orders"], "delivery": 0}),
        )
        for key, values in by_product.items()
    ]
    return shown + _other(total, by_product.values(), 1), with_sums(total)


async def _names(connection: Connection, rows: Sequence[FigureRow]) -> dict[int, Record]:
    ids = list({row.number("sku_id") for row in rows})
    return {row["id"]: row for row in await connection.fetch(SKUS, ids)}


def _variant_names(row: Record) -> tuple[str, ...]:
    return row["title"], ", ".join(map(str, row["options"])), row["sku"]


async def main_categories(
    connection: Connection, product_ids: Iterable[int]
) -> dict[int, tuple[str, str]]:
    """Return id and title of the main category of each product that has one."""
    rows = await connection.fetch(CATEGORIES, list(set(product_ids)))
    return {row["product_id"]: (str(row["id"]), row["title"]) for row in rows}


async def sales_by_category(
    connection: Connection, period: Period, zone: ZoneInfo
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by the main category that each product has now."""
    rows = await read_figures(connection, sql.SKUS, period, zone)
    categories = await main_categories(connection, (row.number("product_id") for row in rows))
    by_product = add_up(rows, lambda row: (row.text("product_id"),), SKU_SUMS)
    sums: defaultdict[tuple[str, str], list[dict[str, int]]] = defaultdict(list)
    for (product_id,), values in by_product.items():
        sums[categories.get(int(product_id), ("none", NO_CATEGORY))].append(values)
    total = await total_sales(connection, period, zone)
    shown = [
        Row(
            (category_id,),
            (title,),
            # An order may have products of several categories.
            {**with_sums({**total_of(values, SKU_SUMS), "delivery": 0}), "orders": None},
        )
        for (category_id, title), values in sums.items()
    ]
    return shown + _other(total, by_product.values(), 1), with_sums(total)
