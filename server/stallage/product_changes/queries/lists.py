"""Reads operators' lists of products and their variants.

Products are filtered and sorted first, and only those of the page are joined with what a row shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    Value,
    capped_count,
    invalid_cursor,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.product_changes.schemas.lists import (
    Choice,
    ListedProduct,
    ListedSku,
    ProductFilter,
    ProductFilterChoices,
    ProductListQuery,
    SkuList,
    StockState,
)
from stallage.product_changes.sql.list_filters import (
    FIGURES_OF_ONE,
    HELD,
    IN_RUNNING_SALE,
    conditions_of,
)

MAX_SKUS = 500
"""Variants of one product that a list shows."""
MAX_TAGS = 500
MAX_CHOICES = 2000

SORTS = {
    "updated": ("p.updated_at", "timestamptz"),
    "created": ("p.created_at", "timestamptz"),
    "title": ("lower(p.title)", "text"),
    "price": ("coalesce(f.price_min, 0)", "bigint"),
    "stock": ("coalesce(f.stock, 0)", "bigint"),
}
OF_FIGURES = frozenset({"price", "stock"})

# The database plans with the values: how many rows match decides which index is best.
PLAN_WITH_VALUES = "SET LOCAL plan_cache_mode = force_custom_plan"

PAGE = "SELECT p.id, {sort} AS sorted FROM {source} WHERE {where} ORDER BY {order} LIMIT {limit}"

ROWS = f"""
    WITH page AS MATERIALIZED ({{page}})
    SELECT g.sorted, p.id, p.slug, p.title, p.status, p.updated_at, p.created_at,
        p.gift_card IS NOT NULL AS is_gift_card,
        f.skus, f.price_min, f.price_max, f.stock, f.orderable, f.low,
        coalesce(f.reduced, false) OR {IN_RUNNING_SALE.format(now="{now}")} AS on_sale,
        (SELECT sum(r.quantity)::bigint FROM skus_view s
            JOIN reservations_view r ON r.sku_id = s.id AND {HELD}
            WHERE s.product_id = p.id) AS held,
        (SELECT name FROM brands_view b WHERE b.id = p.brand_id) AS brand,
        (SELECT c.title FROM product_categories_view pc
            JOIN categories_view c ON c.id = pc.category_id
            WHERE pc.product_id = p.id ORDER BY pc.position LIMIT 1) AS category,
        picture.*
    FROM page g
    JOIN products_view p ON p.id = g.id
    LEFT JOIN LATERAL ({FIGURES_OF_ONE}) f ON true
    LEFT JOIN LATERAL (
        SELECT i.path, i.alt, i.width, i.height, i.colour FROM product_images_view i
        WHERE i.product_id = p.id AND i.path IS NOT NULL ORDER BY i.position, i.id LIMIT 1
    ) picture ON true
    ORDER BY {{order}}
"""

SKU_COLUMNS = f"""
    SELECT s.id, s.product_id, s.sku, s.options, s.price, s.compare_at_price, s.stock, s.tracked,
        s.backorder,
        (SELECT coalesce(sum(r.quantity), 0)::bigint FROM reservations_view r
            WHERE r.sku_id = s.id AND {HELD}) AS held
    FROM skus_view s
"""
SKUS_OF_PRODUCTS = (
    f"{SKU_COLUMNS} WHERE s.product_id = ANY($1::bigint[]) AND s.active"
    f" ORDER BY s.product_id, s.position, s.id LIMIT {MAX_SKUS}"
)
SKUS = f"{SKU_COLUMNS} WHERE s.id = ANY($1::bigint[]) ORDER BY s.id"
COUNT_SKUS = """
    SELECT (SELECT count(*) FROM skus_view s WHERE s.product_id = p.id AND s.active)
    FROM products_view p WHERE p.id = $1
"""

CATEGORIES = f"""
    SELECT c.id, (
        SELECT string_agg(a.title, ' / ' ORDER BY depth) FROM unnest(c.path) WITH ORDINALITY
            AS above (id, depth) JOIN categories_view a ON a.id = above.id
    ) AS name
    FROM categories_view c ORDER BY name LIMIT {MAX_CHOICES}
"""
BRANDS = f"SELECT id, name FROM brands_view ORDER BY lower(name) LIMIT {MAX_CHOICES}"
TAGS = f"""
    SELECT tag FROM (
        SELECT tag FROM products_view p, unnest(p.tags) AS tag
        GROUP BY tag ORDER BY count(*) DESC, tag LIMIT {MAX_TAGS}
    ) frequent ORDER BY lower(tag)
"""
LOW_STOCK = "SELECT low_stock FROM catalogue_state_view"


def _position(sort: str, values: tuple[Value, ...]) -> tuple[object, int]:
    first, product_id = values
    if not isinstance(product_id, int):
        raise invalid_cursor()
    if sort not in ("updated", "created"):
        return first, product_id
    try:
        return datetime.fromisoformat(str(first)), product_id
    except ValueError as error:
        raise invalid_cursor() from error


def _values_of(row: Record) -> tuple[Value, ...]:
    value = row["sorted"]
    return (value.isoformat() if isinstance(value, datetime) else value, row["id"])


def _order(column: str, row: str, *, descending: bool) -> str:
    direction = " DESC" if descending else ""
    return f"{column}{direction}, {row}.id{direction}"


async def list_products(
    connection: Connection, query: ProductListQuery, time_zone: str, currency: Currency
) -> CursorPage[ListedProduct]:
    """Read a page of products, in the caller's transaction. Raises InvalidFields."""
    now = clock.now()
    found = conditions_of(query, now, ZoneInfo(time_zone))
    sort = query.sort.removeprefix("-")
    column, kind = SORTS[sort]
    found.needs_figures |= sort in OF_FIGURES
    page = query.page
    descending = query.sort.startswith("-") != page.backwards
    add = found.parameters.add
    values = page.values(int if sort in OF_FIGURES else str, int)
    if values is not None:
        first, product_id = _position(sort, values)
        found.on_products.append(
            f"({column}, p.id) {'<' if descending else '>'}"
            f" ({add(first)}::{kind}, {add(product_id)}::bigint)"
        )
    ids = PAGE.format(
        sort=column,
        source=found.source,
        where=found.where,
        order=_order(column, "p", descending=descending),
        limit=page.limit + 1,
    )
    sql = ROWS.format(
        page=ids,
        order=_order("g.sorted", "g", descending=descending),
        now=f"{add(now)}::timestamptz",
    )
    await connection.execute(PLAN_WITH_VALUES)
    part = slice_of(await connection.fetch(sql, *found.parameters.values), page, _values_of)
    single = await _single_skus(connection, part.rows, currency)
    return CursorPage[ListedProduct](
        items=[_listed(row, single.get(row["id"]), currency) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def _single_skus(
    connection: Connection, rows: Sequence[Record], currency: Currency
) -> dict[int, ListedSku]:
    """The variants of the products that have one, by product id."""
    ids = [row["id"] for row in rows if row["skus"] == 1]
    skus = await connection.fetch(SKUS_OF_PRODUCTS, ids)
    return {row["product_id"]: listed_sku(row, currency) for row in skus}


def listed_sku(row: Record, currency: Currency) -> ListedSku:
    """The API schema of a row of `SKU_COLUMNS`."""
    return ListedSku.model_construct(
        id=row["id"],
        product_id=row["product_id"],
        code=row["sku"],
        title=" / ".join(row["options"]),
        price=currency.money(row["price"]),
        compare_at_price=currency.optional_money(row["compare_at_price"]),
        stock=row["stock"],
        held=row["held"],
        tracked=row["tracked"],
        backorder=row["backorder"],
    )


def _listed(row: Record, sku: ListedSku | None, currency: Currency) -> ListedProduct:
    picture = None
    if row["path"] is not None:
        fields = ("path", "alt", "width", "height", "colour")
        picture = Picture.model_construct(**{name: row[name] for name in fields})
    return ListedProduct.model_construct(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        picture=picture,
        status=row["status"],
        brand=row["brand"],
        category=row["category"],
        sku_count=row["skus"] or 0,
        price_min=currency.optional_money(row["price_min"]),
        price_max=currency.optional_money(row["price_max"]),
        stock=row["stock"],
        held=row["held"] or 0,
        stock_state=_stock_state(row),
        on_sale=row["on_sale"],
        is_gift_card=row["is_gift_card"],
        updated_at=row["updated_at"],
        created_at=row["created_at"],
        sku=sku,
    )


def _stock_state(row: Record) -> StockState:
    if not row["orderable"]:
        return "sold_out"
    return "low" if row["low"] else "in_stock"


async def count_products(connection: Connection, filters: ProductFilter, time_zone: str) -> Count:
    """Count the products that match, in the caller's transaction. Raises InvalidFields."""
    found = conditions_of(filters, clock.now(), ZoneInfo(time_zone))
    await connection.execute(PLAN_WITH_VALUES)
    matches = f"SELECT FROM {found.source} WHERE {found.where} LIMIT {MAX_COUNT + 1}"
    sql = f"SELECT count(*) FROM ({matches}) m"
    return capped_count(await connection.fetchval(sql, *found.parameters.values))


async def matching_products(
    connection: Connection, filters: ProductFilter, time_zone: str, limit: int
) -> list[int]:
    """Ids of the products that match, the newest first. Raises InvalidFields."""
    found = conditions_of(filters, clock.now(), ZoneInfo(time_zone))
    sql = f"""
        SELECT p.id FROM {found.source} WHERE {found.where} ORDER BY p.id DESC LIMIT {limit}
    """
    return [row["id"] for row in await connection.fetch(sql, *found.parameters.values)]


async def skus_of_product(connection: Connection, product_id: int, currency: Currency) -> SkuList:
    """Read the variants of a product. Raises NotFound."""
    total = await connection.fetchval(COUNT_SKUS, product_id)
    if total is None:
        raise NotFound
    rows = await connection.fetch(SKUS_OF_PRODUCTS, [product_id])
    return SkuList(items=[listed_sku(row, currency) for row in rows], total=total)


async def listed_skus(
    connection: Connection, sku_ids: Sequence[int], currency: Currency
) -> list[ListedSku]:
    """Read variants by id."""
    return [listed_sku(row, currency) for row in await connection.fetch(SKUS, sku_ids)]


async def filter_choices(connection: Connection) -> ProductFilterChoices:
    """Read the categories, brands and tags that filters offer."""
    categories = await connection.fetch(CATEGORIES)
    brands = await connection.fetch(BRANDS)
    return ProductFilterChoices(
        categories=[Choice(id=row["id"], name=row["name"]) for row in categories],
        brands=[Choice(id=row["id"], name=row["name"]) for row in brands],
        tags=[row["tag"] for row in await connection.fetch(TAGS)],
        low_stock=await connection.fetchval(LOW_STOCK) or 0,
    )
