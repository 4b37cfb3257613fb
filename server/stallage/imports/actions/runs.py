"""Creates imports and moves them from one state to the next."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.batches import affected_rows
from stallage.core.db import Connection, required
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.imports.drafts import NewImport
from stallage.imports.errors import ImportBusy, TooLateToUndoImport
from stallage.imports.events import ImportPhaseStarted
from stallage.imports.rules import (
    DISCARDABLE,
    KEEP,
    KEEP_UNUSED,
    MAPPABLE,
    PART_BYTES,
    UNDO_FOR,
    State,
)

CREATE = """
    INSERT INTO import_runs (kind, format, file_name, file_bytes, encoding, delimiter, columns, header_key,
        mapping, remembered, options, state, run_key, rows, total, done, more_messages, operator_id,
        actor_kind, actor_id, actor_name, address, created_by, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'mapping', '', 0, 0, 0, 0, $12, $13, $14, $15,
        $16, $15, $17)
    RETURNING id
"""
ADD_PART = "INSERT INTO import_file_parts (import_id, position, content) VALUES ($1, $2, $3)"
LOCK = "SELECT kind, file_name, state, undo_until FROM import_runs WHERE id = $1 FOR NO KEY UPDATE"
SET_MAPPING = """
    UPDATE import_runs SET mapping = $2, options = $3 WHERE id = $1 RETURNING header_key
"""
REMEMBER = """
    INSERT INTO import_mappings (header_key, mapping, used_at) VALUES ($1, $2, $3)
    ON CONFLICT (header_key) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at
"""
START_PHASE = """
    UPDATE import_runs SET state = $2, run_key = $3, total = $4, done = 0, reason = NULL,
        operator_id = $5, actor_kind = $6, actor_id = $7, actor_name = $8, address = $9
    WHERE id = $1
"""
START_IMPORT = "UPDATE import_runs SET imported_at = $2, undo_until = $3 WHERE id = $1"
PLANNED = """
    SELECT count(*) FROM import_items
    WHERE import_id = $1 AND state = 'planned' AND outcome IN ('created', 'changed', 'archived')
"""
UNDOABLE = "SELECT count(*) FROM import_items WHERE import_id = $1 AND state = 'done'"
STOP = "UPDATE import_runs SET run_key = '', state = 'imported' WHERE id = $1"
SKIP = """
    UPDATE import_items SET state = 'skipped'
    WHERE import_id = $1 AND state = 'planned' AND outcome IN ('created', 'changed', 'archived')
"""
DELETE_FILE = "DELETE FROM import_file_parts WHERE import_id = $1"
DELETE = "DELETE FROM import_runs WHERE id = $1"
# The running ones hold what their job needs.
DELETE_OLD = """
    DELETE FROM import_runs WHERE id IN (
        SELECT id FROM import_runs
        WHERE (created_at <= $1 OR created_at <= $2 AND state = ANY($3::text[]))
            AND state NOT IN ('importing', 'undoing')
        ORDER BY created_at LIMIT $4 FOR UPDATE SKIP LOCKED)
"""
# What was in the records is of no use after that time, and may be personal data.
FORGET_UNDO = """
    UPDATE import_items SET payload = NULL, undo = NULL, changes = '[]'
    WHERE (import_id, position) IN (
        SELECT i.import_id, i.position FROM import_items i JOIN import_runs r ON r.id = i.import_id
        WHERE r.undo_until <= $1 AND r.state <> 'undoing'
            AND (i.payload IS NOT NULL OR i.undo IS NOT NULL)
        LIMIT $2)
"""


async def create_import(
    connection: Connection, new: NewImport, content: bytes, operator_id: int, actor: Actor
) -> int:
    """Store an uploaded file. Returns the id of its import."""
    import_id: int = await connection.fetchval(
        CREATE,
        new.kind,
        new.format,
        new.file_name,
        len(content),
        new.encoding,
        new.delimiter,
        new.columns,
        new.header_key,
        new.mapping,
        new.remembered,
        new.options,
        operator_id,
        actor.kind,
        actor.id,
        actor.name,
        actor.address,
        clock.now(),
    )
    for position, first in enumerate(range(0, len(content), PART_BYTES)):
        part = content[first : first + PART_BYTES]
        await connection.execute(ADD_PART, import_id, position, part)
    return import_id


async def lock_import(connection: Connection, import_id: int, states: Sequence[State]) -> str:
    """Lock an import in one of these states; return its kind. Raises NotFound and ImportBusy."""
    row = await connection.fetchrow(LOCK, import_id)
    if row is None:
        raise NotFound
    if row["state"] not in states:
        raise ImportBusy(state=row["state"])
    return str(row["kind"])


async def confirm_mapping(
    connection: Connection, import_id: int, mapping: Sequence[str], options: JsonObject
) -> None:
    """Store the mapping of a locked import, and propose it for the next file with the same header."""
    header_key = await connection.fetchval(SET_MAPPING, import_id, list(mapping), options)
    await connection.execute(REMEMBER, header_key, list(mapping), clock.now())


async def start_check(
    connection: Connection, import_id: int, operator_id: int, actor: Actor
) -> None:
    """Start the dry run of a locked import, in one of MAPPABLE."""
    await lock_import(connection, import_id, MAPPABLE)
    await _start(connection, import_id, "checking", 0, operator_id=operator_id, actor=actor)


async def start_import(
    connection: Connection, import_id: int, operator_id: int, actor: Actor
) -> bool:
    """Start importing what the dry run planned; return whether there is anything.

    Raises NotFound and ImportBusy.
    """
    await lock_import(connection, import_id, ("checked",))
    total: int = await connection.fetchval(PLANNED, import_id)
    if not total:
        return False
    now = clock.now()
    await connection.execute(START_IMPORT, import_id, now, now + UNDO_FOR)
    await _start(connection, import_id, "importing", total, operator_id=operator_id, actor=actor)
    await _record(connection, "import.started", import_id, {"records": total})
    return True


async def start_undo(connection: Connection, import_id: int, operator_id: int, actor: Actor) -> int:
    """Start undoing an import; return the number of its items.

    Raises NotFound, ImportBusy and TooLateToUndoImport.
    """
    await lock_import(connection, import_id, ("imported",))
    row = required(await connection.fetchrow(LOCK, import_id))
    if row["undo_until"] is None or row["undo_until"] <= clock.now():
        raise TooLateToUndoImport
    total: int = await connection.fetchval(UNDOABLE, import_id)
    await _start(connection, import_id, "undoing", total, operator_id=operator_id, actor=actor)
    await _record(connection, "import.undo_started", import_id, {"records": total})
    return total


async def stop_import(connection: Connection, import_id: int) -> None:
    """Import no further items. What was imported stays. Raises NotFound and ImportBusy."""
    await lock_import(connection, import_id, ("importing",))
    await connection.execute(STOP, import_id)
    await connection.execute(SKIP, import_id)
    await connection.execute(DELETE_FILE, import_id)
    await _record(connection, "import.stopped", import_id, {})


async def discard_import(connection: Connection, import_id: int) -> None:
    """Delete an import that was not started. Raises NotFound and ImportBusy."""
    await lock_import(connection, import_id, DISCARDABLE)
    await connection.execute(DELETE, import_id)


async def _start(
    connection: Connection,
    import_id: int,
    state: State,
    total: int,
    *,
    operator_id: int,
    actor: Actor,
) -> None:
    run_key = secrets.token_hex(8)
    await connection.execute(
        START_PHASE,
        import_id,
        state,
        run_key,
        total,
        operator_id,
        actor.kind,
        actor.id,
        actor.name,
        actor.address,
    )
    await publish(connection, ImportPhaseStarted(import_id=import_id, run_key=run_key))


async def _record(connection: Connection, action: str, import_id: int, after: JsonObject) -> None:
    row = required(await connection.fetchrow(LOCK, import_id))
    await record(
        connection,
        action,
        Subject("import", import_id, row["file_name"]),
        after={"kind": row["kind"], **after},
    )


async def delete_old_imports(connection: Connection, most: int) -> int:
    """Delete up to `most` old imports. Returns how many."""
    now = clock.now()
    unused = [state for state in DISCARDABLE if state != "checking"]
    status = await connection.execute(DELETE_OLD, now - KEEP, now - KEEP_UNUSED, unused, most)
    return affected_rows(status)


async def forget_undo(connection: Connection, most: int) -> int:
    """Delete what up to `most` items needed to be undone, once the time has passed."""
    return affected_rows(await connection.execute(FORGET_UNDO, clock.now(), most))
