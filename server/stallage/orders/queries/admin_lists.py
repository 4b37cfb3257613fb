"""Reads operators' lists of orders and their counts.

Rows are filtered and sorted in `order_states`, which is small, and only those of the page are joined with
their orders. How many rows match a filter is not known before, so a list is read in two steps:

1. Among the first rows in the list's order. A common filter or word fills the page there.
2. If that was not enough, the filter is rare: all rows that match are read and sorted.
"""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorQuery,
    Value,
    capped_count,
    invalid_cursor,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.orders.schemas.admin_lists import (
    FULFILMENT_NAMES,
    PAYMENT_NAMES,
    ListedOrder,
    OrderFilter,
    OrderFilterChoices,
    OrderListPage,
    OrderListQuery,
    OrderPlace,
    OrderViewCounts,
)
from stallage.orders.sql.admin_filters import Conditions, conditions_of

FIRST_ROWS = 20_000
"""Rows that the first step reads. Reading them takes a few milliseconds."""
COUNTED_ROWS = 100_000
"""Rows in which the matches of a common word are counted."""
COMMON = 100
"""Matches among the first rows, from which on a word is not counted in all orders."""

SORTS = {"placed": "placed_at", "total": "total", "shipBy": "ship_by"}
CASTS = {"placed": "timestamptz", "total": "bigint", "shipBy": "date"}

# The database plans with the values: how many rows match decides which index is best.
PLAN_WITH_VALUES = "SET LOCAL plan_cache_mode = force_custom_plan"

ROWS = """
    SELECT p.*, o.public_id, o.customer_id, o.first_name, o.last_name, o.currency,
        o.address ->> 'city' AS city, o.address ->> 'state' AS state, o.address IS NULL AS nowhere,
        EXISTS (SELECT FROM order_hints h WHERE h.order_id = o.id AND h.reviewed_at IS NULL)
            AS has_hint,
        EXISTS (SELECT FROM notes_view n WHERE n.subject_kind = 'order' AND n.subject_id = o.id)
            AS has_note
    FROM ({page}) p JOIN orders o ON o.id = p.order_id ORDER BY {order}
"""
AMONG_FIRST = """
    SELECT s.*, count(*) OVER () AS read FROM (
        SELECT s.* FROM order_states s WHERE {indexed} ORDER BY {order} LIMIT {rows}
    ) s
"""
NEWEST = "SELECT coalesce(max(id), 0) FROM orders"

VIEWS = {
    "all": "true",
    "to_confirm": "s.fulfilment = 0 AND s.payment IN (1, 2, 4)",
    "to_pack": "s.fulfilment = 1",
    "to_ship": "s.fulfilment IN (2, 3)",
    "late": "s.ship_by < $1::date",
    "to_refund": "s.refund_waits",
}
COUNTS = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM (SELECT FROM order_states s WHERE {condition}"
    f" LIMIT {MAX_COUNT + 1}) c) AS {name}"
    for name, condition in VIEWS.items()
)

# One probe of the index for each value that occurs.
COUNTRIES = """
    WITH RECURSIVE found AS (
        (SELECT country FROM order_states WHERE country IS NOT NULL ORDER BY country LIMIT 1)
        UNION ALL
        SELECT (SELECT s.country FROM order_states s WHERE s.country > found.country
            ORDER BY s.country LIMIT 1)
        FROM found WHERE found.country IS NOT NULL
    )
    SELECT country FROM found WHERE country IS NOT NULL
"""
RECENT_VALUES = """
    SELECT array_agg(DISTINCT s.method) FILTER (WHERE s.method IS NOT NULL) AS methods,
        array_agg(DISTINCT t.kind) FILTER (WHERE t.kind IS NOT NULL) AS tenders
    FROM (SELECT * FROM order_states ORDER BY placed_at DESC, order_id DESC LIMIT 5000) s
    LEFT JOIN LATERAL unnest(s.tenders) t (kind) ON true
"""


def today_in(time_zone: str) -> date:
    """The day in the shop's time zone."""
    return clock.now().astimezone(ZoneInfo(time_zone)).date()


def filter_conditions(wanted: OrderFilter, time_zone: str) -> Conditions:
    """The conditions of a filter now. Raises InvalidFields."""
    return conditions_of(wanted, today_in(time_zone), ZoneInfo(time_zone))


def _joined(conditions: list[str]) -> str:
    return " AND ".join(conditions) or "true"


def matches_sql(found: Conditions) -> str:
    """A query for all `s` that match. Its planner chooses between the states and the search."""
    text = "JOIN order_search t USING (order_id)" if found.words else ""
    conditions = _joined([*found.indexed, *found.others, *found.words])
    return f"SELECT s.* FROM order_states s {text} WHERE {conditions}"


def _first_sql(found: Conditions, order: str, rows: int) -> str:
    """A query for the matches among the first rows; `read` is the number of rows read."""
    first = AMONG_FIRST.format(indexed=_joined(found.indexed), order=order, rows=rows)
    text = "JOIN order_search t USING (order_id)" if found.words else ""
    return f"SELECT s.* FROM ({first}) s {text} WHERE {_joined([*found.others, *found.words])}"


def _position(sort: str, values: tuple[Value, ...]) -> tuple[object, int]:
    first, order_id = values
    if not isinstance(order_id, int):
        raise invalid_cursor()
    if sort == "total":
        return first, order_id
    try:
        read = datetime.fromisoformat if sort == "placed" else date.fromisoformat
        return read(str(first)), order_id
    except ValueError as error:
        raise invalid_cursor() from error


def _values_of(sort: str, row: Record) -> tuple[Value, ...]:
    value = row[SORTS[sort]]
    return (value if sort == "total" else value.isoformat(), row["order_id"])


async def list_orders(
    connection: Connection, query: OrderListQuery, page: CursorQuery, time_zone: str
) -> OrderListPage:
    """Read a page of orders, in the caller's transaction. Raises InvalidFields."""
    found = filter_conditions(query, time_zone)
    sort = query.sort.removeprefix("-")
    column = SORTS[sort]
    descending = query.sort.startswith("-") != page.backwards
    order = (
        f"{{0}}.{column} DESC, {{0}}.order_id DESC"
        if descending
        else (f"{{0}}.{column}, {{0}}.order_id")
    )
    if sort == "shipBy":
        found.indexed.append("s.ship_by IS NOT NULL")
    values = page.values(int if sort == "total" else str, int)
    if values is not None:
        first, order_id = _position(sort, values)
        add = found.parameters.add
        found.indexed.append(
            f"(s.{column}, s.order_id) {'<' if descending else '>'}"
            f" ({add(first)}::{CASTS[sort]}, {add(order_id)}::bigint)"
        )
    await connection.execute(PLAN_WITH_VALUES)
    rows = await _page_rows(connection, found, order, page.limit + 1)
    part = slice_of(rows, page, lambda row: _values_of(sort, row))
    today = today_in(time_zone)
    return OrderListPage(
        items=[_listed(row, today) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
        newest_id=await connection.fetchval(NEWEST),
        partial=found.is_short,
    )


async def _page_rows(
    connection: Connection, found: Conditions, order: str, limit: int
) -> list[Record]:
    inner, outer = order.format("s"), order.format("p")
    values = found.parameters.values
    if not found.others and not found.words:
        page = f"{matches_sql(found)} ORDER BY {inner} LIMIT {limit}"
        return await connection.fetch(ROWS.format(page=page, order=outer), *values)
    first = f"{_first_sql(found, inner, FIRST_ROWS)} ORDER BY {inner} LIMIT {limit}"
    rows = await connection.fetch(ROWS.format(page=first, order=outer), *values)
    if len(rows) == limit or found.is_short or not await _has_more(connection, found, rows):
        return rows
    # Without the fence, the planner may hope to meet the rows soon in the order of the list.
    page = (
        f"WITH m AS MATERIALIZED ({matches_sql(found)})"
        f" SELECT s.* FROM m s ORDER BY {inner} LIMIT {limit}"
    )
    return await connection.fetch(ROWS.format(page=page, order=outer), *values)


async def _has_more(connection: Connection, found: Conditions, rows: list[Record]) -> bool:
    """Whether the first step has not read all rows already."""
    if rows:
        return bool(rows[0]["read"] >= FIRST_ROWS)
    counted = await connection.fetchval(
        "SELECT count(*) FROM (SELECT FROM order_states s"
        f" WHERE {_joined(found.indexed)} LIMIT {FIRST_ROWS}) c",
        *found.parameters.values,
    )
    return bool(counted >= FIRST_ROWS)


def _listed(row: Record, today: date) -> ListedOrder:
    ship_by = row["ship_by"]
    return ListedOrder.model_construct(
        id=row["order_id"],
        order_id=row["public_id"],
        placed_at=row["placed_at"],
        first_name=row["first_name"],
        last_name=row["last_name"],
        customer_id=row["customer_id"],
        place=None
        if row["nowhere"]
        else OrderPlace.model_construct(
            city=row["city"], state=row["state"], country=row["country"]
        ),
        payment=PAYMENT_NAMES[row["payment"]],
        fulfilment=FULFILMENT_NAMES[row["fulfilment"]],
        ship_by=ship_by,
        late=ship_by is not None and ship_by < today,
        items=row["items"],
        total=Currency.of(row["currency"]).money(row["total"]),
        has_note=row["has_note"],
        has_hint=row["has_hint"],
        refund_waits=row["refund_waits"],
    )


async def count_orders(
    connection: Connection, wanted: OrderFilter, time_zone: str, *, newer_than: int | None = None
) -> Count:
    """Count the orders that match, in the caller's transaction.

    The matches of a common word are counted among the newest orders, so there are at least as many.
    `newer_than` is the id of the newest order that the caller knows. Raises InvalidFields.
    """
    found = filter_conditions(wanted, time_zone)
    if newer_than is not None:
        found.indexed.append(f"s.order_id > {found.parameters.add(newer_than)}::bigint")
    await connection.execute(PLAN_WITH_VALUES)
    order = "s.placed_at DESC, s.order_id DESC"
    if found.words:
        counted, read = await _count_first(connection, found, order, FIRST_ROWS)
        if read < FIRST_ROWS:
            return capped_count(counted)
        if counted >= COMMON or found.is_short:
            counted, read = await _count_first(connection, found, order, COUNTED_ROWS)
            return Count(value=min(counted, MAX_COUNT), exact=read < COUNTED_ROWS)
    sql = f"SELECT count(*) FROM ({matches_sql(found)} LIMIT {MAX_COUNT + 1}) c"
    return capped_count(await connection.fetchval(sql, *found.parameters.values))


async def _count_first(
    connection: Connection, found: Conditions, order: str, rows: int
) -> tuple[int, int]:
    """The matches among the first rows, and the number of rows read."""
    values = found.parameters.values
    first = _first_sql(found, order, rows)
    row = await connection.fetchrow(
        f"SELECT count(*) AS counted, max(read) AS read FROM ({first}) c", *values
    )
    if row is None or row["read"] is None:
        sql = f"SELECT FROM order_states s WHERE {_joined(found.indexed)} LIMIT {rows}"
        return 0, await connection.fetchval(f"SELECT count(*) FROM ({sql}) c", *values)
    return row["counted"], row["read"]


async def view_counts(connection: Connection, time_zone: str) -> OrderViewCounts:
    """Count the orders of the built-in views, each up to 10,000."""
    row = await connection.fetchrow(COUNTS, today_in(time_zone))
    return OrderViewCounts(**{name: capped_count(row[name] if row else 0) for name in VIEWS})


async def filter_choices(connection: Connection) -> OrderFilterChoices:
    """Read the values that occur, of methods and tenders in the newest orders."""
    countries = await connection.fetch(COUNTRIES)
    recent = await connection.fetchrow(RECENT_VALUES)
    return OrderFilterChoices(
        countries=[row["country"] for row in countries],
        methods=(recent["methods"] or []) if recent else [],
        tenders=(recent["tenders"] or []) if recent else [],
    )
