"""Writes the items and messages of an import, and the progress of its job.

Each function is called in a transaction that has claimed the import first: `claim` locks it and returns
False for a job that is no longer the current one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import orjson

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.imports.drafts import AppliedItem, Change, RowMessage, StoredItem, UndoneItem
from stallage.imports.rules import MAX_CHANGES, MAX_MESSAGES, State, shorten

CLAIM = """
    SELECT true FROM import_runs WHERE id = $1 AND run_key = $2 AND state = $3 FOR NO KEY UPDATE
"""
CLEAR_ITEMS = "DELETE FROM import_items WHERE import_id = $1"
CLEAR_MESSAGES = "DELETE FROM import_messages WHERE import_id = $1"
RESET = "UPDATE import_runs SET rows = 0, total = 0, done = 0, more_messages = 0 WHERE id = $1"
ADD_ITEMS = """
    INSERT INTO import_items (
        import_id, position, key, label, line, outcome, changes, more_changes, payload, state)
    SELECT $1, position, key, label, line, outcome, changes, more_changes, payload, 'planned'
    FROM json_to_recordset($2::text::json) AS input (position integer, key text, label text, line bigint,
        outcome text, changes jsonb, more_changes bigint, payload jsonb)
"""
ADD_MESSAGES = """
    INSERT INTO import_messages (import_id, position, severity, line, column_name, value, text)
    SELECT $1, position, severity, line, column_name, value, text
    FROM json_to_recordset($2::text::json) AS input (
        position integer, severity text, line bigint, column_name text, value text, text text)
"""
NEXT_MESSAGE = "SELECT coalesce(max(position) + 1, 0) FROM import_messages WHERE import_id = $1"
ADD_PROGRESS = """
    UPDATE import_runs SET rows = rows + $2, total = total + $3, done = done + $3,
        more_messages = more_messages + $4
    WHERE id = $1
"""
FINISH = """
    UPDATE import_runs SET state = $2, run_key = '', reason = $3, undone_at = $4 WHERE id = $1
"""
DELETE_FILE = "DELETE FROM import_file_parts WHERE import_id = $1"
STORE_APPLIED = """
    UPDATE import_items i SET state = CASE WHEN input.message IS NULL THEN 'done' ELSE 'failed' END,
        message = input.message, target_id = input.target_id, undo = input.undo, payload = NULL
    FROM json_to_recordset($2::text::json) AS input (
        position integer, message text, target_id bigint, undo jsonb)
    WHERE i.import_id = $1 AND i.position = input.position
"""
STORE_UNDONE = """
    UPDATE import_items SET undo_result = $3, message = $4,
        state = CASE WHEN $3 = 'conflict' THEN 'conflict' ELSE 'undone' END
    WHERE import_id = $1 AND position = $2
"""
FORGET_ITEMS = """
    UPDATE import_items i SET key = '', label = '', undo = NULL, payload = NULL, changes = '[]'
    FROM import_runs r
    WHERE r.id = i.import_id AND r.kind = $1 AND i.target_id = ANY($2::bigint[])
"""
FORGET_MESSAGES = "DELETE FROM import_messages WHERE lower(value) = ANY($1::text[])"
ADVANCE = "UPDATE import_runs SET done = done + $2 WHERE id = $1"


async def claim(connection: Connection, import_id: int, run_key: str, state: State) -> bool:
    """Lock an import for its current job; False if another one has replaced it or it was stopped."""
    return bool(await connection.fetchval(CLAIM, import_id, run_key, state))


async def clear_check(connection: Connection, import_id: int) -> None:
    """Delete what an earlier or interrupted dry run has stored."""
    await connection.execute(CLEAR_ITEMS, import_id)
    await connection.execute(CLEAR_MESSAGES, import_id)
    await connection.execute(RESET, import_id)


async def add_items(
    connection: Connection, import_id: int, items: Sequence[JsonObject], rows: int
) -> None:
    """Store planned items as `item_row` returns them. `rows` are their rows in the file."""
    await connection.execute(ADD_ITEMS, import_id, orjson.dumps(items).decode())
    await connection.execute(ADD_PROGRESS, import_id, rows, len(items), 0)


def item_row(
    position: int,
    key: str,
    label: str,
    *,
    line: int,
    outcome: str,
    changes: Sequence[Change] = (),
    payload: JsonObject | None = None,
) -> JsonObject:
    """Return a planned item as a row for `add_items`."""
    return {
        "position": position,
        "key": key,
        "label": shorten(label),
        "line": line,
        "outcome": outcome,
        "changes": [asdict(change) for change in changes[:MAX_CHANGES]],
        "more_changes": max(0, len(changes) - MAX_CHANGES),
        "payload": payload,
    }


async def add_messages(
    connection: Connection, import_id: int, messages: Sequence[RowMessage]
) -> None:
    """Store messages after those that are stored; those beyond MAX_MESSAGES are counted."""
    if not messages:
        return
    first: int = await connection.fetchval(NEXT_MESSAGE, import_id)
    stored = messages[: max(0, MAX_MESSAGES - first)]
    rows = [
        {
            "position": first + place,
            "severity": one.severity,
            "line": one.line,
            "column_name": shorten(one.column),
            "value": shorten(one.value),
            "text": shorten(one.text, 1000),
        }
        for place, one in enumerate(stored)
    ]
    if rows:
        await connection.execute(ADD_MESSAGES, import_id, orjson.dumps(rows).decode())
    await connection.execute(ADD_PROGRESS, import_id, 0, 0, len(messages) - len(stored))


async def finish_phase(
    connection: Connection, import_id: int, state: State, reason: str | None = None
) -> None:
    """End the current phase of a claimed import."""
    undone_at = clock.now() if state == "undone" else None
    await connection.execute(FINISH, import_id, state, reason, undone_at)
    if state == "imported":
        await connection.execute(DELETE_FILE, import_id)


async def store_applied(
    connection: Connection, import_id: int, results: Sequence[tuple[StoredItem, AppliedItem]]
) -> None:
    """Store what happened to items, in the transaction that changed them."""
    rows = [
        {
            "position": item.position,
            "message": None if one.message is None else shorten(one.message, 1000),
            "target_id": one.target_id,
            "undo": one.undo,
        }
        for item, one in results
    ]
    await connection.execute(STORE_APPLIED, import_id, orjson.dumps(rows).decode())
    await connection.execute(ADVANCE, import_id, len(rows))


async def store_undone(
    connection: Connection, import_id: int, item: StoredItem, result: UndoneItem
) -> None:
    """Store what undoing an item did, in the same transaction."""
    await connection.execute(STORE_UNDONE, import_id, item.position, result.result, result.message)
    await connection.execute(ADVANCE, import_id, 1)


async def forget_items(connection: Connection, kind: str, target_ids: Sequence[int]) -> None:
    """Erase what the imports of a kind store about written records. They can no longer be undone."""
    await connection.execute(FORGET_ITEMS, kind, list(target_ids))


async def forget_values(connection: Connection, values: Sequence[str]) -> None:
    """Delete messages about cells with these values, in lower case."""
    await connection.execute(FORGET_MESSAGES, list(values))
