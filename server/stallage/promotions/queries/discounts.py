"""Reads automatic discounts."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.orders.rules.searching import like_pattern
from stallage.promotions.queries.choices import CATEGORY_PATHS, titles_of
from stallage.promotions.rules import schedule_state
from stallage.promotions.schemas.discounts import AutomaticDiscount, ScheduleFilter


def _names(ids: str, table: str, name: str) -> str:
    """A subquery for the names of an array of ids, in the same order."""
    return f"""array(
        SELECT known.{name} FROM unnest({ids}) WITH ORDINALITY AS listed (id, place)
        JOIN {table} known ON known.id = listed.id ORDER BY place)"""


PATHS = f"({CATEGORY_PATHS})"
DISCOUNTS = f"""
    SELECT d.*, {_names("d.product_ids", "products_view", "slug")} AS products,
        {_names("d.category_ids", PATHS, "path")} AS categories,
        {_names("d.brand_ids", "brands_view", "name")} AS brands,
        {_names("d.get_product_ids", "products_view", "slug")} AS get_products,
        {_names("d.get_category_ids", PATHS, "path")} AS get_categories,
        {_names("d.get_brand_ids", "brands_view", "name")} AS get_brands,
        gift_product.slug AS gift, coalesce(gift_sku.options, '{{}}') AS gift_options
    FROM automatic_discounts_view d
    LEFT JOIN skus_view gift_sku ON gift_sku.id = d.gift_sku_id
    LEFT JOIN products_view gift_product ON gift_product.id = gift_sku.product_id
"""
LISTED = """
    ($1::text IS NULL OR lower(d.title) LIKE lower($1) OR d.slug LIKE lower($1))
    AND ($2::text IS NULL OR $2 = CASE WHEN d.ends_at <= $3 THEN 'ended'
        WHEN d.starts_at > $3 THEN 'scheduled' ELSE 'active' END)
    AND ($4::text IS NULL OR d.kind = $4) AND $3::timestamptz IS NOT NULL
"""
COUNT = f"""
    SELECT count(*) FROM (
        SELECT FROM automatic_discounts_view d WHERE {LISTED} LIMIT {MAX_COUNT + 1}) one
"""
BY_ID = f"{DISCOUNTS} WHERE d.id = $1"
BY_SLUG = f"{DISCOUNTS} WHERE d.slug = $1"

STORED = (
    "slug",
    "title",
    "kind",
    "priority",
    "exclusive_group",
    "combines_with_codes",
    "starts_at",
    "ends_at",
    "minimum_purchase",
    "percent",
    "amount",
    "product_ids",
    "category_ids",
    "brand_ids",
    "buy_quantity",
    "get_quantity",
    "get_product_ids",
    "get_category_ids",
    "get_brand_ids",
    "times_per_order",
    "gift_sku_id",
)
"""Columns that an edit changes."""
LISTS = ("products", "categories", "brands", "get_products", "get_categories", "get_brands")


async def _to_schemas(
    connection: Connection, rows: list[Record], currency: Currency
) -> list[AutomaticDiscount]:
    slugs = {slug for row in rows for slug in (*row["products"], *row["get_products"], row["gift"])}
    paths = {path for row in rows for path in (*row["categories"], *row["get_categories"])}
    titles = await titles_of(connection, [one for one in slugs if one], list(paths))
    now = clock.now()
    return [
        AutomaticDiscount(
            id=row["id"],
            slug=row["slug"],
            title=row["title"],
            kind=row["kind"],
            priority=row["priority"],
            group=row["exclusive_group"],
            combines_with_codes=row["combines_with_codes"],
            starts_at=row["starts_at"],
            ends_at=row["ends_at"],
            minimum_purchase=currency.optional_money(row["minimum_purchase"] or None),
            percent=row["percent"],
            amount=currency.optional_money(row["amount"]),
            buy_quantity=row["buy_quantity"],
            get_quantity=row["get_quantity"],
            times_per_order=row["times_per_order"],
            gift=row["gift"],
            gift_options=list(row["gift_options"]),
            titles={
                name: titles[name]
                for name in [*(name for field in LISTS for name in row[field]), row["gift"]]
                if name in titles
            },
            state=schedule_state(row["starts_at"], row["ends_at"], now),
            etag=etag_of(*(row[name] for name in STORED)),
            **{field: list(row[field]) for field in LISTS},
        )
        for row in rows
    ]


async def discount_by_id(
    connection: Connection, discount_id: int, currency: Currency
) -> AutomaticDiscount:
    """Read a discount. Raises NotFound."""
    row = await connection.fetchrow(BY_ID, discount_id)
    if row is None:
        raise NotFound
    return (await _to_schemas(connection, [row], currency))[0]


async def find_discount(
    connection: Connection, slug: str, currency: Currency
) -> AutomaticDiscount | None:
    """Read a discount by its slug."""
    row = await connection.fetchrow(BY_SLUG, slug)
    return None if row is None else (await _to_schemas(connection, [row], currency))[0]


class DiscountFilters:
    """Filters of the list of discounts; None matches everything."""

    def __init__(self, search: str | None, state: ScheduleFilter | None, kind: str | None) -> None:
        self._search = like_pattern(search) if search else None
        self._state = state
        self._kind = kind

    @property
    def parameters(self) -> tuple[object, ...]:
        """Parameters `$1` to `$4` of `LISTED`."""
        return (self._search, self._state, clock.now(), self._kind)


async def list_discounts(
    connection: Connection, filters: DiscountFilters, page: CursorQuery, currency: Currency
) -> CursorPage[AutomaticDiscount]:
    """Read a page of discounts in the order in which they apply."""
    values = page.values(int, str)
    where, direction = LISTED, "DESC" if page.backwards else "ASC"
    parameters: list[object] = [*filters.parameters, page.limit + 1]
    if values is not None:
        where += f" AND (d.priority, d.slug) {'<' if page.backwards else '>'} ($6::int, $7::text)"
        parameters += values
    sql = f"{DISCOUNTS} WHERE {where} ORDER BY d.priority {direction}, d.slug {direction} LIMIT $5"
    rows = await connection.fetch(sql, *parameters)
    found = slice_of(rows, page, lambda row: [row["priority"], row["slug"]])
    return CursorPage[AutomaticDiscount](
        items=await _to_schemas(connection, found.rows, currency),
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_discounts(connection: Connection, filters: DiscountFilters) -> Count:
    """Count discounts, up to 10,000."""
    return capped_count(await connection.fetchval(COUNT, *filters.parameters))
