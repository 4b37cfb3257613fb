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
FEW_ROWS = 4_000
"""With words, the first step reads these, because each row's text is read as well."""
COMMON = 20
"""Matches among `FEW_ROWS`, from which on a word is not counted in all orders."""
COMMON_IN_SAMPLE = 5
"""Matches in `SAMPLE`, about one order in 500, from which on looking up the word takes too long."""

SORTS = {"placed": "placed_at", "total": "total", "shipBy": "ship_by"}
CASTS = {"placed": "timestamptz", "total": "bigint", "shipBy": "date"}

# The database plans with the values: how many rows match decides which index is best.
PLAN_WITH_VALUES = "SET LOCAL plan_cache_mode = force_custom_plan"

ROWS = """
    SELECT p.*, o.public_id, o.customer_id, o.first_name, o.last_name, o.currency,
        o.address ->> 'city' AS city, o.address ->> 'state' AS state, o.address IS NULL AS nowhere,
        EXISTS (SELECT FROM order_hints h WHERE h.order_id = o.id
            AND h.owner_id = o.owner_id AND h.reviewed_at IS NULL)
            AS has_hint,
        EXISTS (SELECT FROM notes_view n WHERE n.subject_kind = 'order' AND n.subject_id = o.id)
            AS has_note,
        -- Only such a tender is still held.
        (SELECT sum(t.amount - t.released)::bigint FROM order_tenders t
            WHERE t.order_id = o.id
                AND t.owner_id = o.owner_id AND t.state = 'held' AND o.payment_status IN (1, 4)) AS amount_due
    FROM ({page}) p JOIN orders o ON o.id = p.order_id ORDER BY {order}
"""
# `rows_read` is returned also if none of the rows matches.
AMONG_FIRST = """
    WITH first AS MATERIALIZED (
        SELECT s.* FROM order_states s WHERE {indexed} ORDER BY {inner} LIMIT {rows}
    )
    SELECT r.rows_read, p.*
    FROM (SELECT count(*) AS rows_read FROM first) r LEFT JOIN ({listed}) p ON true ORDER BY {outer}
"""
COUNT_FIRST = """
    WITH first AS MATERIALIZED (
        SELECT s.* FROM order_states s WHERE {indexed}
        ORDER BY s.placed_at DESC, s.order_id DESC LIMIT {rows}
    )
    SELECT (SELECT count(*) FROM first) AS rows_read, count(*) AS counted FROM ({matches}) m
"""
SAMPLE = """
    SELECT count(*) FROM order_search t TABLESAMPLE SYSTEM (0.2) WHERE t.text LIKE ALL($1::text[])
"""
NEWEST = "SELECT coalesce(max(id), 0) FROM orders"

VIEWS = {
    "all": "true",
    "test": "s.is_test",
    "to_confirm": "s.fulfilment = 0 AND s.payment IN (1, 2, 4)",
    "to_pack": "s.fulfilment = 1",
    "to_ship": "s.fulfilment IN (2, 3)",
    "late": "s.ship_by < $1::date",
    "to_refund": "s.refund_waits",
}
COUNTS = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM (SELECT FROM order_states s WHERE {condition}"
    f"{'' if name == 'test' else ' AND NOT s.set_apart'}"
    f" LIMIT {MAX_COUNT + 1}) c) AS {name}"
    for name, condition in VIEWS.items()
)

# One probe of the index for each value that occurs.
VALUES = """
    WITH RECURSIVE found AS (
        (SELECT {column} AS value FROM order_states WHERE {column} IS NOT NULL
            ORDER BY {column} LIMIT 1)
        UNION ALL
        SELECT (SELECT s.{column} FROM order_states s WHERE s.{column} > found.value
            ORDER BY s.{column} LIMIT 1)
        FROM found WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL
"""


def today_in(time_zone: str) -> date:
    """The day in the shop's time zone."""
    return clock.now().astimezone(ZoneInfo(time_zone)).date()


async def _values(connection: Connection, column: str) -> list[str]:
    """The values of an indexed column of `order_states`."""
    return [row["value"] for row in await connection.fetch(VALUES.format(column=column))]


async def filter_conditions(
    connection: Connection, filters: OrderFilter, time_zone: str
) -> Conditions:
    """The conditions of a filter now. Raises InvalidFields."""
    tenders = await _values(connection, "tenders") if filters.tender else []
    return conditions_of(filters, today_in(time_zone), ZoneInfo(time_zone), tenders)


def _joined(conditions: list[str]) -> str:
    return " AND ".join(conditions) or "true"


def matches_sql(found: Conditions) -> str:
    """A query for all `s` that match. Its planner chooses between the states and the search."""
    text = "JOIN order_search t USING (order_id)" if found.words else ""
    conditions = _joined([*found.indexed, *found.others, *found.words, *found.lookups])
    return f"SELECT s.* FROM order_states s {text} WHERE {conditions}"


def _first_matches_sql(found: Conditions) -> str:
    """The same among the rows of `first`. Their texts are read one by one, not those of all orders."""
    text = ""
    if found.words:
        text = (
            "CROSS JOIN LATERAL (SELECT t.text FROM order_search t"
            " WHERE t.order_id = s.order_id AND t.owner_id = s.owner_id OFFSET 0) t"
        )
    conditions = _joined([*found.others, *found.words, *found.lookups])
    return f"SELECT s.* FROM first s {text} WHERE {conditions}"


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
    connection: Connection, query: OrderListQuery, time_zone: str
) -> OrderListPage:
    """Read a page of orders, in the caller's transaction. Raises InvalidFields."""
    found = await filter_conditions(connection, query, time_zone)
    page = query.page
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
    listed = f"{_first_matches_sql(found)} ORDER BY {inner} LIMIT {limit}"
    first_rows = FEW_ROWS if found.words else FIRST_ROWS
    while True:
        first = AMONG_FIRST.format(
            indexed=_joined(found.indexed),
            inner=inner,
            outer=outer,
            rows=first_rows,
            listed=ROWS.format(page=listed, order=outer),
        )
        read = await connection.fetch(first, *values)
        rows = [row for row in read if row["order_id"] is not None]
        if len(rows) == limit or read[0]["rows_read"] < first_rows:
            return rows
        if first_rows == FIRST_ROWS or not await _is_common(connection, found):
            break
        first_rows = FIRST_ROWS
    if found.is_short:
        return rows
    # Without the fence, the planner may hope to meet the rows soon in the order of the list.
    page = (
        f"WITH m AS MATERIALIZED ({matches_sql(found)})"
        f" SELECT s.* FROM m s ORDER BY {inner} LIMIT {limit}"
    )
    return await connection.fetch(ROWS.format(page=page, order=outer), *values)


async def _is_common(connection: Connection, found: Conditions) -> bool:
    """Whether the words occur in many orders, though not in the first ones."""
    counted = await connection.fetchval(SAMPLE, found.patterns)
    return found.is_short or bool(counted >= COMMON_IN_SAMPLE)


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
        is_test=row["is_test"],
        amount_due=Currency.of(row["currency"]).optional_money(row["amount_due"]),
    )


async def count_orders(
    connection: Connection, filters: OrderFilter, time_zone: str, *, newer_than: int | None = None
) -> Count:
    """Count the orders that match, in the caller's transaction.

    The matches of a common word are counted among the newest orders, so there are at least as many.
    `newer_than` is the id of the newest order that the caller knows. Raises InvalidFields.
    """
    found = await filter_conditions(connection, filters, time_zone)
    if newer_than is not None:
        found.indexed.append(f"s.order_id > {found.parameters.add(newer_than)}::bigint")
    await connection.execute(PLAN_WITH_VALUES)
    if found.words:
        counted, read = await _count_first(connection, found, FEW_ROWS)
        if read < FEW_ROWS:
            return capped_count(counted)
        if counted >= COMMON or found.is_short:
            return Count(value=counted, exact=False)
    sql = f"SELECT count(*) FROM ({matches_sql(found)} LIMIT {MAX_COUNT + 1}) c"
    return capped_count(await connection.fetchval(sql, *found.parameters.values))


async def _count_first(connection: Connection, found: Conditions, rows: int) -> tuple[int, int]:
    """The matches among the newest rows, and the number of rows read."""
    sql = COUNT_FIRST.format(
        indexed=_joined(found.indexed), rows=rows, matches=_first_matches_sql(found)
    )
    row = await connection.fetchrow(sql, *found.parameters.values)
    return (row["counted"], row["rows_read"]) if row else (0, 0)


async def view_counts(connection: Connection, time_zone: str) -> OrderViewCounts:
    """Count the orders of the built-in views, each up to 10,000."""
    row = await connection.fetchrow(COUNTS, today_in(time_zone))
    return OrderViewCounts(**{name: capped_count(row[name] if row else 0) for name in VIEWS})


async def filter_choices(connection: Connection) -> OrderFilterChoices:
    """Read the values that occur."""
    tenders = await _values(connection, "tenders")
    return OrderFilterChoices(
        countries=await _values(connection, "country"),
        methods=await _values(connection, "method"),
        tenders=sorted({kind for one in tenders for kind in one.split("+") if kind}),
    )
