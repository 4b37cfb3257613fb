"""What the stock is worth now, and what came back."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.reports.queries.figures import FigureRow, read_figures
from stallage.reports.queries.products import NO_CATEGORY, main_categories
from stallage.reports.queries.sales import add_up, total_of
from stallage.reports.rules.figures import Period, day_start
from stallage.reports.rules.reports import Row, ratio
from stallage.reports.sql import figures as sql
from stallage.returns.rules.reasons import REASON_TITLES
from stallage.returns.sql import REASON

SHARE = 10_000
STOCK_SUMS = ("skus", "noCost", "units", "cost", "retail")
# Units that orders have reserved are not in `stock` any more. SKUs that are not counted have no stock.
STOCK = """
    SELECT k.id, k.product_id, p.title, k.sku, to_jsonb(k.options) AS options, 1 AS skus,
        (k.cost IS NULL)::int AS "noCost", k.stock::bigint AS units,
        k.stock * coalesce(k.cost, 0) AS cost, k.stock * k.price AS retail
    FROM skus_view k JOIN products_view p ON p.id = k.product_id
    WHERE k.tracked AND k.stock > 0 AND p.gift_card IS NULL
"""
# Returns that were neither refused nor withdrawn.
RETURNS = f"""
    SELECT r.id, {REASON} AS reason, l.product_id, l.title,
        rl.quantity, rl.line_total - rl.discount + rl.tax_added AS value
    FROM returns_view r JOIN return_lines_view rl ON rl.return_id = r.id AND rl.owner_id = r.owner_id
    JOIN order_lines_view l ON l.id = rl.order_line_id AND l.owner_id = rl.owner_id
    WHERE r.requested_at >= $1 AND r.requested_at < $2 AND r.status NOT IN (13, 14)
"""


async def stock_value(
    connection: Connection, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Units in stock by category or variant. SKUs without cost are counted, and add nothing to it."""
    rows = await connection.fetch(STOCK)
    total: dict[str, int | None] = {**total_of((dict(row) for row in rows), STOCK_SUMS)}
    if grouping == "variant":
        shown = [
            Row(
                (str(row["id"]), str(row["product_id"])),
                (row["title"], ", ".join(map(str, row["options"] or [])), row["sku"]),
                {
                    **{name: row[name] for name in STOCK_SUMS},
                    "cost": None if row["noCost"] else row["cost"],
                },
            )
            for row in rows
        ]
        return shown, total
    categories = await main_categories(connection, (row["product_id"] for row in rows))
    sums = add_up(
        map(FigureRow, rows),
        lambda row: categories.get(row.number("product_id"), ("none", NO_CATEGORY)),
        STOCK_SUMS,
    )
    return [Row((key,), (title,), {**values}) for (key, title), values in sums.items()], total


async def returned_units(
    connection: Connection, period: Period, zone: ZoneInfo, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Units of returns that were requested in a period.

    The rate is of the units that were sold in the same period: of the product, or of all products.
    """
    found = await connection.fetch(RETURNS, day_start(period.first, zone), period.until)
    sold = add_up(
        await read_figures(connection, sql.SKUS, period, zone),
        lambda row: (row.text("product_id"),),
        ("units",),
    )
    all_sold = sum(one["units"] for one in sold.values())
    by_product = grouping == "product"
    names: dict[str, str] = {}
    returns: dict[str, set[int]] = {}
    units: dict[str, int] = {}
    value: dict[str, int] = {}
    for row in found:
        key = str(row["product_id"]) if by_product else row["reason"]
        names.setdefault(key, row["title"] if by_product else REASON_TITLES[key])
        returns.setdefault(key, set()).add(row["id"])
        units[key] = units.get(key, 0) + row["quantity"]
        value[key] = value.get(key, 0) + row["value"]

    def values(key: str) -> dict[str, int | None]:
        of_key = sold.get((key,), {"units": 0})["units"] if by_product else all_sold
        return {
            "returns": len(returns[key]),
            "units": units[key],
            "sold": of_key,
            "rate": ratio(units[key], of_key, SHARE),
            "value": value[key],
        }

    total_units = sum(units.values())
    total: dict[str, int | None] = {
        "returns": len({row["id"] for row in found}),
        "units": total_units,
        "sold": all_sold,
        "rate": ratio(total_units, all_sold, SHARE),
        "value": sum(value.values()),
    }
    return [Row((key,), (name,), values(key)) for key, name in names.items()], total
