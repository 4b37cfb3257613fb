"""Writes bulk operations: started, run, cancelled, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.bulk.errors import BulkFinished
from stallage.bulk.events import BulkStarted
from stallage.bulk.rules import KEEP, KEEP_FILES, ItemState
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.core.json_types import JsonObject

CREATE = """
    INSERT INTO bulk_jobs (operation, operator_id, actor_kind, actor_id, actor_name, address, scope,
        parameters, has_items, state, total, done, refused, failed, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10, 0, 0, 0, $11)
    RETURNING id
"""
ADD_ITEMS = """
    INSERT INTO bulk_items (job_id, position, item_id, label, state)
    SELECT $1, i.position, i.item_id, i.label, 'waiting'
    FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS i (item_id, label, position)
"""

# Runs of one job follow one another, also if the job is started twice.
START = """
    UPDATE bulk_jobs SET state = 'running', started_at = coalesce(started_at, $2)
    WHERE id = $1 AND state IN ('waiting', 'running')
    RETURNING id
"""
NEXT_ITEM = """
    SELECT i.position, i.item_id FROM bulk_items i JOIN bulk_jobs j ON j.id = i.job_id
    WHERE i.job_id = $1 AND i.state = 'waiting' AND j.state = 'running'
    ORDER BY i.position LIMIT 1 FOR UPDATE OF i SKIP LOCKED
"""
FINISH_ITEM = """
    WITH finished AS (
        UPDATE bulk_items SET state = $3, message = $4, finished_at = $5
        WHERE job_id = $1 AND position = $2 AND state = 'waiting'
        RETURNING state
    )
    UPDATE bulk_jobs j SET done = done + (f.state = 'done')::int,
        refused = refused + (f.state = 'refused')::int, failed = failed + (f.state = 'failed')::int
    FROM finished f WHERE j.id = $1
"""
STORE_UNDO = "UPDATE bulk_items SET undo = $3 WHERE job_id = $1 AND position = $2"
FINISH = """
    UPDATE bulk_jobs j SET state = 'finished', finished_at = $2 WHERE id = $1 AND state = 'running'
        AND NOT EXISTS (SELECT FROM bulk_items i WHERE i.job_id = j.id AND i.state = 'waiting')
    RETURNING id
"""
FINISH_EXPORT = """
    UPDATE bulk_jobs SET state = 'finished', finished_at = $2, total = $3, done = $3, file_name = $4
    WHERE id = $1 AND state = 'running'
"""
ADD_PART = "INSERT INTO bulk_file_parts (job_id, position, content) VALUES ($1, $2, $3)"
DELETE_PARTS = "DELETE FROM bulk_file_parts WHERE job_id = $1"
DROP_ITEMS = "DELETE FROM bulk_items WHERE job_id = $1"

CANCEL = """
    UPDATE bulk_jobs SET state = 'cancelled', finished_at = $2
    WHERE id = $1 AND state IN ('waiting', 'running')
    RETURNING operation
"""
EXISTS = "SELECT EXISTS (SELECT FROM bulk_jobs WHERE id = $1)"

DELETE_OLD = """
    DELETE FROM bulk_jobs WHERE id IN (
        SELECT id FROM bulk_jobs WHERE created_at <= $1 ORDER BY created_at LIMIT $2
        FOR UPDATE SKIP LOCKED)
"""
DELETE_OLD_FILES = """
    WITH old AS (
        SELECT id FROM bulk_jobs WHERE created_at <= $1 AND file_name IS NOT NULL
        ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ), deleted AS (DELETE FROM bulk_file_parts WHERE job_id IN (SELECT id FROM old))
    UPDATE bulk_jobs SET file_name = NULL WHERE id IN (SELECT id FROM old)
"""


@dataclass(frozen=True, slots=True)
class NextItem:
    """A record to run, locked until the transaction ends."""

    position: int
    item_id: int


async def create_job(
    connection: Connection,
    *,
    operation: str,
    operator_id: int,
    actor: Actor,
    scope: JsonObject,
    parameters: JsonObject,
    items: Sequence[tuple[int, str]] | None,
    total: int,
) -> int:
    """Write a bulk operation, and start it once the transaction is committed. Returns its id.

    `items` are ids and labels; None for an export that reads its records when it runs.
    """
    job_id: int = await connection.fetchval(
        CREATE,
        operation,
        operator_id,
        actor.kind,
        actor.id,
        actor.name,
        actor.address,
        scope,
        parameters,
        items is not None,
        total,
        clock.now(),
    )
    if items:
        ids, labels = [one[0] for one in items], [one[1] for one in items]
        await connection.execute(ADD_ITEMS, job_id, ids, labels)
    await record(
        connection,
        "bulk.started",
        Subject("bulk", job_id, operation),
        after={"operation": operation, "scope": scope, "records": total},
    )
    await publish(connection, BulkStarted(bulk_job_id=job_id))
    return job_id


async def start_job(connection: Connection, job_id: int) -> bool:
    """Mark an operation as running. Returns whether it has anything left to run."""
    return await connection.fetchval(START, job_id, clock.now()) is not None


async def next_item(connection: Connection, job_id: int) -> NextItem | None:
    """Lock the next record; None if none is left or the operation was cancelled."""
    row = await connection.fetchrow(NEXT_ITEM, job_id)
    return None if row is None else NextItem(row["position"], row["item_id"])


async def finish_item(
    connection: Connection, job_id: int, position: int, state: ItemState, text: str | None = None
) -> None:
    """Store what happened to a record, once."""
    await connection.execute(FINISH_ITEM, job_id, position, state, text, clock.now())


async def store_undo(connection: Connection, job_id: int, position: int, undo: JsonObject) -> None:
    """Store what taking back the change of a record needs, in the transaction of the change."""
    await connection.execute(STORE_UNDO, job_id, position, undo)


async def finish_job(connection: Connection, job_id: int) -> bool:
    """Mark an operation as finished. Returns whether it was, so that no records are left."""
    return await connection.fetchval(FINISH, job_id, clock.now()) is not None


async def clear_file(connection: Connection, job_id: int) -> None:
    """Delete what an interrupted run has written of an export's file."""
    await connection.execute(DELETE_PARTS, job_id)


async def add_file_part(connection: Connection, job_id: int, position: int, content: bytes) -> None:
    """Append a part to an export's file."""
    await connection.execute(ADD_PART, job_id, position, content)


async def finish_export(connection: Connection, job_id: int, rows: int, file_name: str) -> None:
    """Mark an export's file as complete."""
    await connection.execute(FINISH_EXPORT, job_id, clock.now(), rows, file_name)
    await connection.execute(DROP_ITEMS, job_id)


async def cancel_job(connection: Connection, job_id: int) -> None:
    """Run no more records of an operation. Raises NotFound and BulkFinished."""
    operation = await connection.fetchval(CANCEL, job_id, clock.now())
    if operation is None:
        raise BulkFinished if await connection.fetchval(EXISTS, job_id) else NotFound
    await record(connection, "bulk.cancelled", Subject("bulk", job_id, operation))


async def record_download(connection: Connection, job_id: int, operation: str) -> None:
    """Record who downloads an export, which need not be who started it."""
    await record(connection, "bulk.downloaded", Subject("bulk", job_id, operation))


async def delete_old_jobs(connection: Connection, most: int) -> int:
    """Delete up to `most` old operations. Returns how many."""
    status = await connection.execute(DELETE_OLD, clock.now() - KEEP, most)
    return affected_rows(status)


async def delete_old_files(connection: Connection, most: int) -> int:
    """Delete up to `most` old files of exports. Returns how many."""
    status = await connection.execute(DELETE_OLD_FILES, clock.now() - KEEP_FILES, most)
    return affected_rows(status)
