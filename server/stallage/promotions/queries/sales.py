"""Reads sales, and previews what they would do to prices."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.orders.rules.searching import like_pattern
from stallage.products.queries.sale_previews import (
    ProductInSale,
    prices_in_sale,
    prior_price_rule_applies,
)
from stallage.promotions.queries.choices import products_by_slug
from stallage.promotions.rules import schedule_state
from stallage.promotions.schemas.discounts import ScheduleFilter
from stallage.promotions.schemas.sales import (
    PriceWarning,
    Sale,
    SaleItem,
    SalePreview,
    SalePreviewInput,
    SalePreviewRow,
)

MAX_ROWS = 200
"""Rows of a preview."""

SALES = """
    SELECT s.*, (SELECT count(*) FROM collection_products_view cp
        WHERE cp.collection_id = s.collection_id) AS products
    FROM sales_view s
"""
LISTED = """
    ($1::text IS NULL OR lower(s.title) LIKE lower($1) OR s.slug LIKE lower($1))
    AND ($2::text IS NULL OR $2 = CASE WHEN s.ends_at <= $3 THEN 'ended'
        WHEN s.starts_at > $3 THEN 'scheduled' ELSE 'active' END)
    AND $3::timestamptz IS NOT NULL
"""
COUNT = f"""
    SELECT count(*) FROM (SELECT FROM sales_view s WHERE {LISTED} LIMIT {MAX_COUNT + 1}) one
"""
BY_ID = "SELECT * FROM sales_view WHERE id = $1"
ID_OF = "SELECT id FROM sales_view WHERE slug = $1"
MEMBERS = """
    SELECT p.slug FROM collection_products_view cp JOIN products_view p ON p.id = cp.product_id
    WHERE cp.collection_id = $1 ORDER BY cp.position, p.id
"""


def _picture(value: object) -> Picture | None:
    return None if value is None else Picture.model_validate(value)


def _item(row: Record) -> SaleItem:
    return SaleItem(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        percent=row["percent"],
        starts_at=row["starts_at"],
        ends_at=row["ends_at"],
        state=schedule_state(row["starts_at"], row["ends_at"], clock.now()),
        products=row["products"],
        image=_picture(row["image"]),
    )


async def sale_by_id(connection: Connection, sale_id: int, currency: Currency) -> Sale:
    """Read a sale with its products. Raises NotFound."""
    row = await connection.fetchrow(BY_ID, sale_id)
    if row is None:
        raise NotFound
    slugs = [one["slug"] for one in await connection.fetch(MEMBERS, row["collection_id"])]
    known = await products_by_slug(connection, slugs, currency)
    stored = ("slug", "title", "description", "percent", "starts_at", "ends_at", "image")
    return Sale(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        description=row["description"],
        percent=row["percent"],
        starts_at=row["starts_at"],
        ends_at=row["ends_at"],
        state=schedule_state(row["starts_at"], row["ends_at"], clock.now()),
        image=_picture(row["image"]),
        phone_image=_picture(row["phone_image"]),
        products=[known[slug] for slug in slugs],
        etag=etag_of(*(row[name] for name in (*stored, "phone_image")), *slugs),
    )


async def sale_id_of(connection: Connection, slug: str) -> int | None:
    """The id of a sale; None if there is none with this slug."""
    sale_id: int | None = await connection.fetchval(ID_OF, slug)
    return sale_id


async def list_sales(
    connection: Connection, search: str | None, state: ScheduleFilter | None, page: CursorQuery
) -> CursorPage[SaleItem]:
    """Read a page of sales, newest first."""
    values = page.values(int)
    comparison, direction = (">", "ASC") if page.backwards else ("<", "DESC")
    sql = f"""{SALES} WHERE {LISTED} AND ($5::bigint IS NULL OR s.id {comparison} $5)
        ORDER BY s.id {direction} LIMIT $4"""
    pattern = like_pattern(search) if search else None
    rows = await connection.fetch(
        sql, pattern, state, clock.now(), page.limit + 1, values and values[0]
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[SaleItem](
        items=[_item(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_sales(
    connection: Connection, search: str | None, state: ScheduleFilter | None
) -> Count:
    """Count sales, up to 10,000."""
    pattern = like_pattern(search) if search else None
    return capped_count(await connection.fetchval(COUNT, pattern, state, clock.now()))


def _warnings(one: ProductInSale, *, rule_applies: bool) -> list[PriceWarning]:
    found: list[PriceWarning] = []
    if one.below_cost:
        found.append("below_cost")
    if one.other_sale is not None:
        found.append("another_sale")
    if one.no_reduction:
        found.append("no_reduction")
    elif rule_applies and one.not_announced:
        found.append("not_announced")
    return found


async def preview_sale(
    connection: Connection, body: SalePreviewInput, currency: Currency
) -> SalePreview:
    """Compute what products would cost in a sale."""
    products = await prices_in_sale(
        connection,
        body.products,
        percent=body.percent,
        sale_id=body.id,
        starts_at=body.starts_at,
        ends_at=body.ends_at,
        now=clock.now(),
    )
    rule_applies = await prior_price_rule_applies(connection)
    rows = [
        SalePreviewRow(
            slug=one.slug,
            title=one.title,
            image=_picture(one.image),
            price_now=currency.money(one.price_now),
            sale_price=currency.money(one.sale_price),
            price_varies=one.price_varies,
            lowest_price=currency.money(one.lowest_price),
            margin_percent=one.margin_percent,
            warnings=_warnings(one, rule_applies=rule_applies),
            other_sale=one.other_sale,
            other_sale_wins=one.other_wins,
        )
        for one in products
    ]
    rows.sort(key=lambda row: not row.warnings)
    return SalePreview(
        rows=rows[:MAX_ROWS],
        products=len(rows),
        below_cost=sum("below_cost" in row.warnings for row in rows),
        in_another_sale=sum("another_sale" in row.warnings for row in rows),
        not_announced=sum("not_announced" in row.warnings for row in rows),
        prior_price_rule=rule_applies,
    )
