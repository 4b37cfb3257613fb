"""Reads promo codes, their batches and the orders that used them."""

from __future__ import annotations

from datetime import datetime

from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.orders.rules.searching import like_pattern
from stallage.promotions.rules import CodeState, schedule_state
from stallage.promotions.schemas import PromoUse
from stallage.promotions.schemas.codes import (
    Batch,
    BatchCode,
    BatchCodes,
    CodeFilter,
    CodeSort,
    PromoCode,
)

CODES = """
    SELECT p.*, EXISTS (SELECT FROM promo_uses_view u WHERE u.promo_code_id = p.id) AS has_uses
    FROM promo_codes_view p
"""
STATE = """CASE WHEN p.ends_at <= $4 THEN 'ended'
    WHEN p.used >= p.total_uses THEN 'used_up'
    WHEN p.starts_at > $4 THEN 'scheduled' ELSE 'active' END"""
# Generated codes are found by their batch or by a search, not in the list of all.
LISTED = f"""
    ($1::text IS NULL OR p.code LIKE upper($1) OR lower(p.title) LIKE lower($1))
    AND ($2::text IS NULL OR {STATE} = $2) AND ($3::bool IS NULL OR p.public = $3)
    AND $4::timestamptz IS NOT NULL
    AND CASE WHEN $5::bigint IS NULL THEN p.batch_id IS NULL OR $1 IS NOT NULL ELSE p.batch_id = $5 END
"""
KEYS = {"newest": "p.id", "uses": "p.used, p.id"}
COUNT = f"""
    SELECT count(*) FROM (
        SELECT FROM promo_codes_view p WHERE {LISTED} LIMIT {MAX_COUNT + 1}) one
"""
BY_ID = f"{CODES} WHERE p.id = $1"
BY_CODE = f"{CODES} WHERE p.code = upper($1)"

USES = """
    SELECT u.order_id, o.public_id, o.placed_at, o.total, o.currency, o.discounts, u.given_back
    FROM promo_uses_view u JOIN orders_view o ON o.id = u.order_id
    WHERE u.promo_code_id = $1 AND ($2::bigint IS NULL OR u.order_id {comparison} $2)
    ORDER BY u.order_id {direction} LIMIT $3
"""

BATCHES = """
    SELECT b.id, b.title, b.prefix, b.created_at, count(p.id) AS count,
        coalesce(sum(p.used), 0)::bigint AS used, min(p.percent) AS percent, min(p.amount) AS amount,
        coalesce(min(p.minimum_purchase), 0) AS minimum_purchase, min(p.starts_at) AS starts_at,
        max(p.ends_at) AS ends_at
    FROM (
        SELECT id, title, prefix, created_at FROM promo_code_batches_view WHERE {where}
        ORDER BY id {direction} LIMIT $2
    ) b LEFT JOIN promo_codes_view p ON p.batch_id = b.id
    GROUP BY b.id, b.title, b.prefix, b.created_at ORDER BY b.id {direction}
"""
BATCH_CODES = "SELECT code, used > 0 AS used FROM promo_codes_view WHERE batch_id = $1 ORDER BY id"


def _state(row: Record, now: datetime) -> CodeState:
    state = schedule_state(row["starts_at"], row["ends_at"], now)
    is_used_up = row["total_uses"] is not None and row["used"] >= row["total_uses"]
    return "used_up" if is_used_up and state != "ended" else state


def to_schema(row: Record, currency: Currency, now: datetime) -> PromoCode:
    """The API schema of a code. Its uses do not change the ETag: nobody edits them."""
    terms = [row[name] for name in ("title", "percent", "amount", "minimum_purchase")]
    limits = [row[name] for name in ("starts_at", "ends_at", "total_uses", "uses_per_customer")]
    return PromoCode(
        id=row["id"],
        code=row["code"],
        title=row["title"],
        percent=row["percent"],
        amount=currency.optional_money(row["amount"]),
        minimum_purchase=currency.optional_money(row["minimum_purchase"] or None),
        starts_at=row["starts_at"],
        ends_at=row["ends_at"],
        total_uses=row["total_uses"],
        uses_per_customer=row["uses_per_customer"],
        used=row["used"],
        public=row["public"],
        batch_id=row["batch_id"],
        state=_state(row, now),
        has_uses=row["has_uses"],
        etag=etag_of(row["id"], *terms, *limits, row["public"]),
    )


async def code_by_id(connection: Connection, code_id: int, currency: Currency) -> PromoCode:
    """Read a code. Raises NotFound."""
    row = await connection.fetchrow(BY_ID, code_id)
    if row is None:
        raise NotFound
    return to_schema(row, currency, clock.now())


async def find_code(connection: Connection, code: str, currency: Currency) -> PromoCode | None:
    """Read a code by its name, in any case."""
    row = await connection.fetchrow(BY_CODE, code)
    return None if row is None else to_schema(row, currency, clock.now())


class CodeFilters:
    """Filters of the list of codes; None matches everything."""

    def __init__(
        self, search: str | None, state: CodeFilter | None, public: bool | None, batch: int | None
    ) -> None:
        self.search = like_pattern(search) if search else None
        self.state = state
        self.public = public
        self.batch = batch

    @property
    def parameters(self) -> tuple[object, ...]:
        """Parameters `$1` to `$5` of `LISTED`."""
        return (self.search, self.state, self.public, clock.now(), self.batch)


async def list_codes(
    connection: Connection,
    filters: CodeFilters,
    sort: CodeSort,
    page: CursorQuery,
    currency: Currency,
) -> CursorPage[PromoCode]:
    """Read a page of codes: the newest first, or those with the most uses."""
    values = page.values(int) if sort == "newest" else page.values(int, int)
    keys, direction = KEYS[sort], "ASC" if page.backwards else "DESC"
    where, parameters = LISTED, [*filters.parameters, page.limit + 1]
    if values is not None:
        places = ", ".join(f"${place}::bigint" for place in range(7, 7 + len(values)))
        where += f" AND ({keys}) {'>' if page.backwards else '<'} ({places})"
        parameters += values
    order = ", ".join(f"{key} {direction}" for key in keys.split(", "))
    sql = f"{CODES} WHERE {where} ORDER BY {order} LIMIT $6"
    rows = await connection.fetch(sql, *parameters)
    found = slice_of(
        rows, page, lambda row: [row["id"]] if sort == "newest" else [row["used"], row["id"]]
    )
    now = clock.now()
    return CursorPage[PromoCode](
        items=[to_schema(row, currency, now) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_codes(connection: Connection, filters: CodeFilters) -> Count:
    """Count codes, up to 10,000."""
    return capped_count(await connection.fetchval(COUNT, *filters.parameters))


def _discount_of_code(discounts: list[dict[str, object]]) -> int:
    """The amount of the promo code among an order's discounts: the one without a slug."""
    return sum(int(str(one["amount"])) for one in discounts if not one.get("slug"))


async def uses_of(connection: Connection, code_id: int, page: CursorQuery) -> CursorPage[PromoUse]:
    """Read a page of the orders that used a code, newest first."""
    values = page.values(int)
    sql = USES.format(
        comparison=">" if page.backwards else "<", direction="ASC" if page.backwards else "DESC"
    )
    rows = await connection.fetch(sql, code_id, values and values[0], page.limit + 1)
    found = slice_of(rows, page, lambda row: [row["order_id"]])
    return CursorPage[PromoUse](
        items=[
            PromoUse(
                order_id=row["public_id"],
                placed_at=row["placed_at"],
                total=Currency.of(row["currency"]).money(row["total"]),
                discount=Currency.of(row["currency"]).money(_discount_of_code(row["discounts"])),
                given_back=row["given_back"],
            )
            for row in found.rows
        ],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


def _to_batch(row: Record, currency: Currency, now: datetime) -> Batch:
    starts_at = row["starts_at"]
    state: CodeState = schedule_state(starts_at or now, row["ends_at"], now)
    if state != "ended" and row["used"] >= row["count"]:
        state = "used_up"
    return Batch(
        id=row["id"],
        title=row["title"],
        prefix=row["prefix"],
        count=row["count"],
        used=row["used"],
        percent=row["percent"],
        amount=currency.optional_money(row["amount"]),
        minimum_purchase=currency.optional_money(row["minimum_purchase"] or None),
        starts_at=starts_at,
        ends_at=row["ends_at"],
        created_at=row["created_at"],
        state=state,
    )


async def list_batches(
    connection: Connection, page: CursorQuery, currency: Currency
) -> CursorPage[Batch]:
    """Read a page of batches, newest first."""
    values = page.values(int)
    sql = BATCHES.format(
        where=f"$1::bigint IS NULL OR id {'>' if page.backwards else '<'} $1",
        direction="ASC" if page.backwards else "DESC",
    )
    rows = await connection.fetch(sql, values and values[0], page.limit + 1)
    found, now = slice_of(rows, page, lambda row: [row["id"]]), clock.now()
    return CursorPage[Batch](
        items=[_to_batch(row, currency, now) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def batch_by_id(connection: Connection, batch_id: int, currency: Currency) -> Batch:
    """Read a batch. Raises NotFound."""
    row = await connection.fetchrow(BATCHES.format(where="id = $1", direction="DESC"), batch_id, 1)
    if row is None:
        raise NotFound
    return _to_batch(row, currency, clock.now())


async def batch_codes(connection: Connection, batch_id: int) -> BatchCodes:
    """Read all codes of a batch."""
    rows = await connection.fetch(BATCH_CODES, batch_id)
    return BatchCodes(items=[BatchCode(code=row["code"], used=row["used"]) for row in rows])
