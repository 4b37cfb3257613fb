"""Reads what bulk edits change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.money import Currency
from stallage.core.validation import message
from stallage.product_changes.rules.bulk import (
    Edit,
    EditableProduct,
    EditableSku,
    PriceStep,
)
from stallage.product_changes.schemas.bulk import PriceEdit, ProductEdit
from stallage.product_changes.sql.list_filters import IN_RUNNING_SALE
from stallage.products.queries.prices import current_rounding

PRODUCTS = f"""
    SELECT p.id, p.title, p.status, p.tags, coalesce(p.max_per_order, 0) AS max_per_order,
        p.returnable, p.gift_card IS NOT NULL AS is_gift_card, coalesce(b.name, '') AS brand,
        array(SELECT pc.category_id FROM product_categories_view pc
            WHERE pc.product_id = p.id ORDER BY pc.position, pc.category_id) AS category_ids,
        {IN_RUNNING_SALE.format(now="$2::timestamptz")} AS on_sale
    FROM products_view p LEFT JOIN brands_view b ON b.id = p.brand_id
    WHERE p.id = ANY($1::bigint[])
"""
SKUS = """
    SELECT id, product_id, options, price, compare_at_price, cost FROM skus_view
    WHERE product_id = ANY($1::bigint[]) AND active ORDER BY product_id, position, id
"""
CATEGORY_NAMES = "SELECT id, title FROM categories_view WHERE id = ANY($1::bigint[])"
CATEGORY_PATHS = """
    SELECT leaf.id, array(
        SELECT c.title FROM unnest(leaf.path) WITH ORDINALITY AS above (id, depth)
        JOIN categories_view c ON c.id = above.id ORDER BY above.depth
    ) AS titles
    FROM categories_view leaf WHERE leaf.id = ANY($1::bigint[])
"""
BRAND = "SELECT name FROM brands_view WHERE id = $1"
CURRENCY = "SELECT currency FROM catalogue_state_view"
SLUG = "SELECT slug FROM products_view WHERE id = $1"


async def editable_products(
    connection: Connection, ids: Sequence[int], *, with_prices: bool
) -> list[EditableProduct]:
    """Read products in the order of the ids; those that do not exist are left out."""
    rows = {row["id"]: row for row in await connection.fetch(PRODUCTS, ids, clock.now())}
    skus: dict[int, list[EditableSku]] = defaultdict(list)
    for row in await connection.fetch(SKUS, ids):
        title = " / ".join(row["options"]) if with_prices else ""
        skus[row["product_id"]].append(
            EditableSku(row["id"], title, row["price"], row["compare_at_price"], row["cost"])
        )
    found = [rows[product_id] for product_id in ids if product_id in rows]
    return [
        EditableProduct(
            id=row["id"],
            title=row["title"],
            status=row["status"],
            tags=tuple(row["tags"]),
            category_ids=tuple(row["category_ids"]),
            brand=row["brand"],
            max_per_order=row["max_per_order"],
            returnable=row["returnable"],
            is_gift_card=row["is_gift_card"],
            on_sale=row["on_sale"],
            skus=tuple(skus[row["id"]]),
        )
        for row in found
    ]


async def resolve_edit(connection: Connection, requested: ProductEdit) -> Edit:
    """Read what an edit names. Raises InvalidFields for a brand or category that does not exist."""
    brand = None
    if requested.brand is not None:
        brand = ""
        if requested.brand.id is not None:
            brand = await connection.fetchval(BRAND, requested.brand.id)
            if brand is None:
                raise InvalidFields(fields={"edit.brand": [message("invalid", "brand")]})
    mode, category_ids = None, tuple[int, ...]()
    if requested.categories is not None:
        mode, category_ids = (
            requested.categories.mode,
            tuple(dict.fromkeys(requested.categories.ids)),
        )
        if len(await category_names(connection, category_ids)) < len(category_ids):
            raise InvalidFields(fields={"edit.categories": [message("invalid", "categories")]})
    limit = requested.max_per_order
    return Edit(
        status=requested.status,
        add_tags=tuple(requested.add_tags),
        remove_tags=tuple(requested.remove_tags),
        category_mode=mode,
        category_ids=category_ids,
        brand=brand,
        price=await _price_step(connection, requested.price),
        compare_at=requested.compare_at,
        max_per_order=None if limit is None else limit.value or 0,
        returnable=requested.returnable,
        decimals=Currency.of(await connection.fetchval(CURRENCY)).decimals,
    )


async def _price_step(connection: Connection, price: PriceEdit | None) -> PriceStep | None:
    if price is None:
        return None
    rule = await current_rounding(connection)
    return PriceStep(price.kind, price.value, price.rounding, rule)


async def category_names(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Titles of categories by id."""
    return {row["id"]: row["title"] for row in await connection.fetch(CATEGORY_NAMES, ids)}


async def category_paths(connection: Connection, ids: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Paths of titles, in the order of the ids. Categories that do not exist are left out."""
    rows = await connection.fetch(CATEGORY_PATHS, ids)
    paths = {row["id"]: tuple(row["titles"]) for row in rows}
    return tuple(paths[one] for one in ids if one in paths)


async def slug_of(connection: Connection, product_id: int) -> str | None:
    """The slug of a product; None if there is none."""
    slug: str | None = await connection.fetchval(SLUG, product_id)
    return slug
