"""Read the structure of the database, and whether it is empty."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.archive.rules.tables import QUEUE, QUEUE_COLUMNS, is_archived
from stallage.core.db import Connection

_COLUMNS = """
    SELECT c.relname AS table, a.attname AS name, a.atttypid = 'jsonb'::regtype AS is_json,
        coalesce(a.attnum = ANY (k.conkey), false) AS is_key
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum
"""
_SEQUENCES = """
    SELECT sequencename, last_value FROM pg_sequences
    WHERE schemaname = 'public' AND sequencename NOT LIKE 'pgqueuer\\_%\\_%\\_seq' ORDER BY 1
"""
_FOREIGN_KEYS = """
    SELECT conrelid::regclass::text AS table, conname AS name,
        pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2
"""
# Rows that every new shop has, such as its settings and operators, do not count.
_FILLED = """
    SELECT EXISTS (SELECT FROM products_view) OR EXISTS (SELECT FROM customers_view)
        OR EXISTS (SELECT FROM orders_view) OR EXISTS (SELECT FROM gift_codes_view)
        OR EXISTS (SELECT FROM promo_codes_view) OR EXISTS (SELECT FROM tickets_view)
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    is_json: bool
    is_key: bool
    """Whether it belongs to the primary key."""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A foreign key with the SQL that creates it."""

    table: str
    name: str
    definition: str


async def all_tables(connection: Connection) -> dict[str, list[Column]]:
    """Return the columns of every table, without generated ones."""
    found: dict[str, list[Column]] = {}
    for row in await connection.fetch(_COLUMNS):
        column = Column(row["name"], row["is_json"], row["is_key"])
        found.setdefault(row["table"], []).append(column)
    if QUEUE in found:
        found[QUEUE] = [one for one in found[QUEUE] if one.name in QUEUE_COLUMNS]
    return found


async def archived_tables(connection: Connection) -> dict[str, list[Column]]:
    """Return the columns of the tables that an archive contains."""
    found = await all_tables(connection)
    return {table: columns for table, columns in found.items() if is_archived(table)}


async def archived_columns(connection: Connection) -> dict[str, list[str]]:
    """Return the names of these columns by table."""
    found = await archived_tables(connection)
    return {table: [one.name for one in columns] for table, columns in found.items()}


async def sequences(connection: Connection) -> dict[str, int | None]:
    """Return the last number of every sequence; None if it gave none yet."""
    rows = await connection.fetch(_SEQUENCES)
    return {row["sequencename"]: row["last_value"] for row in rows}


async def foreign_keys(connection: Connection) -> list[ForeignKey]:
    """Return all foreign keys."""
    rows = await connection.fetch(_FOREIGN_KEYS)
    return [ForeignKey(row["table"], row["name"], row["definition"]) for row in rows]


async def is_filled(connection: Connection) -> bool:
    """Whether a shop has data that an import would replace."""
    return bool(await connection.fetchval(_FILLED))
