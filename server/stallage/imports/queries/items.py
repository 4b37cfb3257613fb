"""Reads the items and messages of an import."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.imports.drafts import StoredItem
from stallage.imports.rules import ItemState, Outcome, Severity
from stallage.imports.schemas import ImportChange, ImportItemRow, ImportMessageRow

ITEM = """
    SELECT position, key, label, line, outcome, changes, more_changes, state, message, target_id,
        undo_result
    FROM import_items
    WHERE import_id = $1 AND ($2::text[] IS NULL OR outcome = ANY($2))
        AND ($3::text[] IS NULL OR state = ANY($3))
"""
MESSAGE = """
    SELECT position, severity, line, column_name, value, text FROM import_messages
    WHERE import_id = $1 AND ($2::text IS NULL OR severity = $2)
"""
NEXT = """
    SELECT position, key, label, outcome, payload, target_id, undo FROM import_items
    WHERE import_id = $1 AND state = 'planned' AND outcome IN ('created', 'changed', 'archived')
    ORDER BY position LIMIT $2
"""
# The last items first: what they created may be what earlier ones refer to.
NEXT_UNDO = """
    SELECT position, key, label, outcome, payload, target_id, undo FROM import_items
    WHERE import_id = $1 AND state = 'done' AND position < $3
    ORDER BY position DESC LIMIT $2
"""
KEYS = "SELECT key FROM import_items WHERE import_id = $1 AND line > 0"
HAS_ERRORS = """
    SELECT EXISTS (SELECT FROM import_messages WHERE import_id = $1 AND severity = 'error')
"""
REFUSED = """
    SELECT line, label, message FROM import_items
    WHERE import_id = $1 AND state IN ('failed', 'conflict') ORDER BY position LIMIT 20000
"""
MESSAGES = """
    SELECT line, severity, column_name, value, text FROM import_messages WHERE import_id = $1
    ORDER BY line, position
"""


async def import_items(
    connection: Connection,
    import_id: int,
    page: CursorQuery,
    outcomes: Sequence[Outcome] | None,
    states: Sequence[ItemState] | None,
) -> CursorPage[ImportItemRow]:
    """List the items of an import in the file's order."""
    rows = await _page(connection, ITEM, page, (import_id, outcomes, states))
    part = slice_of(rows, page, lambda row: (row["position"],))
    return CursorPage[ImportItemRow](
        items=[_item(row) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


def _item(row: Record) -> ImportItemRow:
    values = dict(row)
    changes = [ImportChange(**change) for change in values.pop("changes")]
    return ImportItemRow(changes=changes, **values)


async def import_messages(
    connection: Connection, import_id: int, page: CursorQuery, severity: Severity | None
) -> CursorPage[ImportMessageRow]:
    """List the messages of an import in the order in which they were found."""
    rows = await _page(connection, MESSAGE, page, (import_id, severity))
    part = slice_of(rows, page, lambda row: (row["position"],))
    return CursorPage[ImportMessageRow](
        items=[
            ImportMessageRow(
                position=row["position"],
                severity=row["severity"],
                line=row["line"],
                column=row["column_name"],
                value=row["value"],
                text=row["text"],
            )
            for row in part.rows
        ],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def _page(
    connection: Connection, sql: str, page: CursorQuery, arguments: tuple[object, ...]
) -> list[Record]:
    position = page.values(int)
    number = len(arguments) + 1
    order = "DESC" if page.backwards else "ASC"
    limit = f"ORDER BY position {order} LIMIT ${number}"
    if position is None:
        return await connection.fetch(f"{sql} {limit}", *arguments, page.limit + 1)
    sign = "<" if page.backwards else ">"
    # Positions are integers, cursors may hold larger numbers.
    after = f"AND position::bigint {sign} ${number + 1}"
    return await connection.fetch(f"{sql} {after} {limit}", *arguments, page.limit + 1, position[0])


async def next_items(connection: Connection, import_id: int, limit: int) -> list[StoredItem]:
    """Return the next items that are to be imported."""
    return [_stored(row) for row in await connection.fetch(NEXT, import_id, limit)]


async def next_undo_items(
    connection: Connection, import_id: int, limit: int, before: int = 2**31 - 1
) -> list[StoredItem]:
    """Return the next items that are to be undone, the last ones of the file first."""
    return [_stored(row) for row in await connection.fetch(NEXT_UNDO, import_id, limit, before)]


def _stored(row: Record) -> StoredItem:
    return StoredItem(
        position=row["position"],
        key=row["key"],
        label=row["label"],
        outcome=row["outcome"],
        payload=row["payload"] or {},
        target_id=row["target_id"],
        undo=row["undo"] or {},
    )


async def keys_of_file(connection: Connection, import_id: int) -> tuple[tuple[str, ...], bool]:
    """Return the keys of all records of the file, and whether a row has an error."""
    rows = await connection.fetch(KEYS, import_id)
    has_errors: bool = await connection.fetchval(HAS_ERRORS, import_id)
    return tuple(row["key"] for row in rows), has_errors


async def result_rows(connection: Connection, import_id: int) -> AsyncIterator[Sequence[str | int]]:
    """Yield the rows of the result file: line, severity, column, value and reason."""
    for row in await connection.fetch(MESSAGES, import_id):
        yield row["line"], row["severity"], row["column_name"], row["value"], row["text"]
    for row in await connection.fetch(REFUSED, import_id):
        yield row["line"], "error", "", row["label"], row["message"] or ""
