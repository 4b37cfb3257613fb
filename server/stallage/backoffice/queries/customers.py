"""Lists of customers and guests: filtered, searched and sorted by stored, indexed figures.

A search looks at the first rows of the list first, since a common term fills a page there; only a rare
one uses the trigram index, where it selects few rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from stallage.backoffice.schemas.customers import (
    CustomerFilter,
    CustomerPage,
    CustomerRow,
    GuestPage,
    GuestRow,
    Segments,
)
from stallage.core.criteria import SqlParameters
from stallage.core.cursors import MAX_COUNT, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.money import Currency

NEAR = 20_000
"""Rows at the beginning of the list that a search looks at before it uses the index."""
NEAR_SORTED = 4_000
"""The same for lists that are not sorted by registration: their rows are all over the table."""
MAX_WORDS = 8
_PHONE = re.compile(r"^\+?[\d\s().\-/]{4,}$")
_SORT_COLUMNS = {"spent": "spent", "orders": "orders", "lastOrder": "last_order_id"}

# The database plans with the values: how many rows match decides which index is best.
PLAN_WITH_VALUES = "SET LOCAL plan_cache_mode = force_custom_plan"

SEGMENTS = """
SELECT
    coalesce((SELECT array_agg(country ORDER BY country) FROM (
        WITH RECURSIVE found AS (
            (SELECT country FROM customer_overviews WHERE country IS NOT NULL ORDER BY country LIMIT 1)
            UNION ALL
            SELECT (SELECT o.country FROM customer_overviews o WHERE o.country > found.country
                ORDER BY o.country LIMIT 1)
            FROM found WHERE found.country IS NOT NULL
        ) SELECT country FROM found WHERE country IS NOT NULL
    ) c), '{}') AS countries,
    coalesce((SELECT array_agg(tag ORDER BY tag) FROM (
        SELECT DISTINCT unnest(tags) AS tag FROM (
            SELECT tags FROM customer_overviews WHERE tags <> '{}' LIMIT 10000
        ) t LIMIT 200
    ) t), '{}') AS tags
"""


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    key: str
    key_type: type[int] | type[str]


CUSTOMERS = _Table("customer_overviews", "customer_id", int)
GUESTS = _Table("guest_overviews", "contact", str)


def words_of(text: str) -> list[str]:
    """Return the words that a search looks for. A phone number may be typed with spaces."""
    text = text.strip().lower()
    if _PHONE.match(text):
        return [re.sub(r"\D", "", text).lstrip("0") or "0"]
    return text.split()[:MAX_WORDS]


def _escaped(word: str) -> str:
    return "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"


def _conditions(given: CustomerFilter, table: _Table, parameters: SqlParameters) -> list[str]:
    bounds: list[tuple[str, Any]] = [
        ("spent >= {}", given.spent_from),
        ("spent <= {}", given.spent_to),
        ("orders >= {}", given.orders_from),
        ("orders <= {}", given.orders_to),
        ("last_order_at >= {}", given.last_order_from),
        ("last_order_at < {}", given.last_order_to),
        ("created_at >= {}", given.registered_from),
        ("created_at < {}", given.registered_to),
        ("subscribed = {}", given.subscribed),
        ("country = ANY({}::text[])", given.country or None),
    ]
    if table is CUSTOMERS:
        bounds.append(("tags @> {}::text[]", given.tag or None))
    return [text.format(parameters.add(value)) for text, value in bounds if value is not None]


def _search(given: CustomerFilter, parameters: SqlParameters) -> list[str]:
    return [
        f"search LIKE lower(unaccent({parameters.add(_escaped(word))}))"
        for word in words_of(given.q)
    ]


def _where(conditions: list[str]) -> str:
    return " AND ".join(conditions) or "true"


def _sort_of(given: CustomerFilter, table: _Table) -> tuple[str, ...]:
    """Return the columns that the list is sorted by. The key makes them unique."""
    column = _SORT_COLUMNS.get(given.sort.removeprefix("-"))
    if column is None and table is GUESTS:
        column = "last_order_id"
    return (table.key,) if column is None else (column, table.key)


async def _rows(
    connection: Connection, given: CustomerFilter, page: CursorQuery, table: _Table
) -> list[Record]:
    """Return up to `limit + 1` rows, in reverse if the page before is read. Needs a transaction."""
    await connection.execute(PLAN_WITH_VALUES)
    sort = _sort_of(given, table)
    parameters = SqlParameters()
    ascending = given.sort.startswith("-") == page.backwards
    after = page.values(*(int,) * (len(sort) - 1), table.key_type)
    keyset = []
    if after is not None:
        placeholders = ", ".join(parameters.add(value) for value in after)
        keyset = [f"({', '.join(sort)}) {'>' if ascending else '<'} ({placeholders})"]
    direction = "ASC" if ascending else "DESC"
    order = ", ".join(f"{column} {direction}" for column in sort)
    conditions = _conditions(given, table, parameters)
    search = _search(given, parameters)
    limit = page.limit + 1
    if not search:
        return await connection.fetch(
            f"SELECT * FROM {table.name} WHERE {_where(keyset + conditions)}"
            f" ORDER BY {order} LIMIT {limit}",
            *parameters.values,
        )
    first = NEAR if len(sort) == 1 else NEAR_SORTED
    near = f"SELECT * FROM {table.name} WHERE {_where(keyset)} ORDER BY {order} LIMIT {first}"
    rows = await connection.fetch(
        f"SELECT * FROM ({near}) near WHERE {_where(conditions + search)}"
        f" ORDER BY {order} LIMIT {limit}",
        *parameters.values,
    )
    if len(rows) == limit:
        return rows
    # Materialized, so that the index is used instead of a scan in the order of the list.
    found = f"SELECT * FROM {table.name} WHERE {_where(search + conditions)}"
    return await connection.fetch(
        f"WITH found AS MATERIALIZED ({found}) SELECT * FROM found WHERE {_where(keyset)}"
        f" ORDER BY {order} LIMIT {limit}",
        *parameters.values,
    )


async def _count(connection: Connection, given: CustomerFilter, table: _Table) -> int:
    parameters = SqlParameters()
    conditions = _conditions(given, table, parameters) + _search(given, parameters)
    counted: int = await connection.fetchval(
        f"SELECT count(*) FROM (SELECT 1 FROM {table.name} WHERE {_where(conditions)}"
        f" LIMIT {MAX_COUNT + 1}) counted",
        *parameters.values,
    )
    return counted


def customer_row(row: Record, currency: Currency) -> CustomerRow:
    """Convert an overview to a row of the list."""
    return CustomerRow.model_construct(
        id=row["customer_id"],
        name=row["name"],
        email=row["email"],
        phone=row["phone"],
        country=row["country"],
        tags=row["tags"],
        subscribed=row["subscribed"],
        orders=row["orders"],
        spent=currency.money(row["spent"]),
        last_order_at=row["last_order_at"],
        created_at=row["created_at"],
    )


def _guest_row(row: Record, currency: Currency) -> GuestRow:
    return GuestRow.model_construct(
        contact=row["contact"],
        name=row["name"],
        email=row["email"],
        phone=row["phone"],
        country=row["country"],
        subscribed=row["subscribed"],
        orders=row["orders"],
        spent=currency.money(row["spent"]),
        last_order_at=row["last_order_at"],
        first_order_at=row["created_at"],
    )


async def list_customers(
    connection: Connection, given: CustomerFilter, page: CursorQuery, currency: Currency
) -> CustomerPage:
    """Return a page of customers. Raises InvalidFields for a cursor of another sort."""
    columns = _sort_of(given, CUSTOMERS)
    found = slice_of(
        await _rows(connection, given, page, CUSTOMERS),
        page,
        lambda row: [row[column] for column in columns],
    )
    return CustomerPage.model_construct(
        items=[customer_row(row, currency) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
        count=capped_count(await _count(connection, given, CUSTOMERS)),
    )


async def list_guests(
    connection: Connection, given: CustomerFilter, page: CursorQuery, currency: Currency
) -> GuestPage:
    """Return a page of guests. Raises InvalidFields for a cursor of another sort."""
    columns = _sort_of(given, GUESTS)
    found = slice_of(
        await _rows(connection, given, page, GUESTS),
        page,
        lambda row: [row[column] for column in columns],
    )
    return GuestPage.model_construct(
        items=[_guest_row(row, currency) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
        count=capped_count(await _count(connection, given, GUESTS)),
    )


async def search_customers(
    connection: Connection, text: str, limit: int, currency: Currency
) -> list[CustomerRow]:
    """Return the newest customers that a search finds."""
    given = CustomerFilter(q=text[:200])
    rows = await _rows(connection, given, CursorQuery(None, limit), CUSTOMERS)
    return [customer_row(row, currency) for row in rows[:limit]]


async def export_rows(
    connection: Connection, given: CustomerFilter, after: int | None, limit: int, currency: Currency
) -> list[CustomerRow]:
    """Return customers for an export, newest first, continuing after an id."""
    parameters = SqlParameters()
    conditions = _conditions(given, CUSTOMERS, parameters) + _search(given, parameters)
    if after is not None:
        conditions.append(f"customer_id < {parameters.add(after)}")
    rows = await connection.fetch(
        f"SELECT * FROM customer_overviews WHERE {_where(conditions)}"
        f" ORDER BY customer_id DESC LIMIT {limit}",
        *parameters.values,
    )
    return [customer_row(row, currency) for row in rows]


async def read_segments(connection: Connection) -> Segments:
    """Return the countries and tags that customers have."""
    row = await connection.fetchrow(SEGMENTS)
    return Segments.model_construct(
        countries=[] if row is None else row["countries"], tags=[] if row is None else row["tags"]
    )
