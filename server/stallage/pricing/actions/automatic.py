"""Create, change and remove automatic discounts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core.db import Connection

PUT = """
    INSERT INTO automatic_discounts (slug, title, kind, priority, exclusive_group,
        combines_with_codes, starts_at, ends_at, minimum_purchase, percent, amount, product_ids,
        category_ids, brand_ids, buy_quantity, get_quantity, get_product_ids, get_category_ids,
        get_brand_ids, times_per_order, gift_sku_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21)
    ON CONFLICT (slug) DO UPDATE SET title = excluded.title, kind = excluded.kind,
        priority = excluded.priority, exclusive_group = excluded.exclusive_group,
        combines_with_codes = excluded.combines_with_codes, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, minimum_purchase = excluded.minimum_purchase,
        percent = excluded.percent, amount = excluded.amount, product_ids = excluded.product_ids,
        category_ids = excluded.category_ids, brand_ids = excluded.brand_ids,
        buy_quantity = excluded.buy_quantity, get_quantity = excluded.get_quantity,
        get_product_ids = excluded.get_product_ids, get_category_ids = excluded.get_category_ids,
        get_brand_ids = excluded.get_brand_ids, times_per_order = excluded.times_per_order,
        gift_sku_id = excluded.gift_sku_id
"""

REMOVE = "DELETE FROM automatic_discounts WHERE slug = $1"

PRODUCTS = "SELECT slug AS name, id FROM products_view WHERE slug = ANY($1::text[])"
BRANDS = "SELECT name, id FROM brands_view WHERE name = ANY($1::text[])"
CATEGORIES = """
    SELECT known.name, known.id FROM (
        SELECT c.id, (
            SELECT string_agg(above.slug, '/' ORDER BY step.depth)
            FROM unnest(c.path) WITH ORDINALITY AS step (id, depth)
            JOIN categories_view above ON above.id = step.id
        ) AS name
        FROM categories_view c
    ) known
    WHERE known.name = ANY($1::text[])
"""

# Without option values: the first SKU on sale.
GIFT_SKU = """
    SELECT s.id FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE p.slug = $1 AND s.active AND ($2::text[] = '{}' OR s.options = $2::text[])
    ORDER BY s.position, s.id
    LIMIT 1
"""


LOCK = "SELECT pg_advisory_xact_lock(hashtext('automatic discount'), hashtext($1))"


class UnknownName(ValueError):
    """A discount or a tax class names a product, category, brand or SKU that does not exist."""

    def __init__(self, field: str, name: str) -> None:
        super().__init__(f"{field}: there is no {name}")
        self.field = field
        self.name = name


async def put_automatic_discount(
    connection: Connection,
    *,
    slug: str,
    title: str,
    kind: str,
    starts_at: datetime,
    ends_at: datetime | None = None,
    priority: int = 0,
    group: str = "",
    combines_with_codes: bool = True,
    minimum_purchase: int = 0,
    percent: int | None = None,
    amount: int | None = None,
    products: Sequence[str] = (),
    categories: Sequence[str] = (),
    brands: Sequence[str] = (),
    buy_quantity: int | None = None,
    get_quantity: int | None = None,
    get_products: Sequence[str] = (),
    get_categories: Sequence[str] = (),
    get_brands: Sequence[str] = (),
    times_per_order: int | None = None,
    gift: str | None = None,
    gift_options: Sequence[str] = (),
) -> None:
    """Create an automatic discount or change the one with that slug.

    Products are given by slug, categories by path, brands by name; a gift by its product's slug and the
    option values of its SKU. Raises UnknownName.
    """
    gift_sku_id = None
    if gift is not None:
        gift_sku_id = await connection.fetchval(GIFT_SKU, gift, list(gift_options))
        if gift_sku_id is None:
            raise UnknownName("gift", " ".join((gift, *gift_options)))
    await connection.execute(
        PUT,
        slug,
        title,
        kind,
        priority,
        group,
        combines_with_codes,
        starts_at,
        ends_at,
        minimum_purchase,
        percent,
        amount,
        await ids_of_names(connection, PRODUCTS, "products", products),
        await ids_of_names(connection, CATEGORIES, "categories", categories),
        await ids_of_names(connection, BRANDS, "brands", brands),
        buy_quantity,
        get_quantity,
        await ids_of_names(connection, PRODUCTS, "get_products", get_products),
        await ids_of_names(connection, CATEGORIES, "get_categories", get_categories),
        await ids_of_names(connection, BRANDS, "get_brands", get_brands),
        times_per_order,
        gift_sku_id,
    )


async def ids_of_names(
    connection: Connection, query: str, field: str, names: Sequence[str]
) -> list[int]:
    """The ids of names, in the same order. Raises UnknownName."""
    if not names:
        return []
    known = {row["name"]: row["id"] for row in await connection.fetch(query, list(names))}
    for name in names:
        if name not in known:
            raise UnknownName(field, name)
    return [known[name] for name in names]


async def lock_automatic_discount(connection: Connection, slug: str) -> None:
    """Lock an automatic discount until the transaction ends, whether it exists or not."""
    await connection.execute(LOCK, slug)


async def remove_automatic_discount(connection: Connection, slug: str) -> None:
    """Delete an automatic discount; existing orders do not change."""
    await connection.execute(REMOVE, slug)
