"""Reads bulk operations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.bulk.rules import OUTCOMES, JobState
from stallage.bulk.schemas import BulkItem, BulkJob, BulkJobDetails
from stallage.core.actor import Actor
from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.operators.queries import permissions_of

COLUMNS = """
    id, operation, operator_id, actor_kind, actor_id, actor_name, address, scope, parameters,
    has_items, state, total, done, refused, failed, created_at, started_at, finished_at, file_name
"""
JOB = f"SELECT {COLUMNS} FROM bulk_jobs WHERE id = $1"
FIRST = f"""
    SELECT {COLUMNS} FROM bulk_jobs WHERE operation = ANY($1::text[]) ORDER BY id DESC LIMIT $2
"""
AFTER = f"""
    SELECT {COLUMNS} FROM bulk_jobs WHERE operation = ANY($1::text[]) AND id < $3
    ORDER BY id DESC LIMIT $2
"""
BEFORE = f"""
    SELECT {COLUMNS} FROM bulk_jobs WHERE operation = ANY($1::text[]) AND id > $3
    ORDER BY id LIMIT $2
"""
PROBLEMS = """
    SELECT label, state, message FROM bulk_items
    WHERE job_id = $1 AND state IN ('refused', 'failed') ORDER BY position LIMIT 50
"""
OPERATOR = "SELECT role, permissions FROM operators_view WHERE id = $1 AND disabled_at IS NULL"
ITEM_IDS = "SELECT item_id FROM bulk_items WHERE job_id = $1 ORDER BY position"
RESULTS = """
    SELECT position, label, state, message FROM bulk_items
    WHERE job_id = $1 AND position > $2 ORDER BY position LIMIT 1000
"""
UNDO = "SELECT undo FROM bulk_items WHERE job_id = $1 AND item_id = $2 AND undo IS NOT NULL"
UNDOABLE = """
    SELECT item_id, label FROM bulk_items WHERE job_id = $1 AND undo IS NOT NULL ORDER BY position
"""
LATER = """
    SELECT EXISTS (SELECT FROM bulk_jobs WHERE operation = $1 AND parameters ->> $2 = $3::text)
"""
PART = "SELECT content FROM bulk_file_parts WHERE job_id = $1 AND position = $2"
STATE = "SELECT state FROM bulk_jobs WHERE id = $1"


@dataclass(frozen=True, slots=True)
class RunnableJob:
    """A bulk operation as its job needs it."""

    id: int
    operation: str
    operator_id: int
    actor: Actor
    scope: JsonObject
    parameters: JsonObject
    has_items: bool
    state: JobState
    created_at: datetime


def _job_of(row: Record, operator_id: int, exports: Collection[str]) -> BulkJob:
    values = dict(row)
    owner = values.pop("operator_id")
    for name in ("actor_kind", "actor_id", "address", "has_items"):
        del values[name]
    return BulkJob(
        operator=values.pop("actor_name"),
        is_own=owner == operator_id,
        is_export=values["operation"] in exports,
        **values,
    )


async def bulk_jobs(
    connection: Connection,
    page: CursorQuery,
    *,
    operator_id: int,
    operations: Sequence[str],
    exports: Collection[str],
) -> CursorPage[BulkJob]:
    """List bulk operations of these names, newest first. `exports` are the names of exports."""
    position = page.values(int)
    if position is None:
        rows = await connection.fetch(FIRST, operations, page.limit + 1)
    else:
        sql = BEFORE if page.backwards else AFTER
        rows = await connection.fetch(sql, operations, page.limit + 1, position[0])
    part = slice_of(rows, page, lambda row: (row["id"],))
    return CursorPage[BulkJob](
        items=[_job_of(row, operator_id, exports) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def bulk_job(
    connection: Connection, job_id: int, *, operator_id: int, exports: Collection[str]
) -> BulkJobDetails:
    """Read a bulk operation with what it refused. Raises NotFound."""
    row = await connection.fetchrow(JOB, job_id)
    if row is None:
        raise NotFound
    problems = await connection.fetch(PROBLEMS, job_id)
    job = _job_of(row, operator_id, exports)
    return BulkJobDetails(
        **{name: getattr(job, name) for name in BulkJob.model_fields},
        problems=[BulkItem(**dict(problem)) for problem in problems],
    )


async def runnable_job(
    connection: Connection, job_id: int, *, lock: bool = False
) -> RunnableJob | None:
    """Read what running an operation needs; None if it was deleted."""
    row = await connection.fetchrow(f"{JOB} FOR NO KEY UPDATE" if lock else JOB, job_id)
    if row is None:
        return None
    return RunnableJob(
        id=row["id"],
        operation=row["operation"],
        operator_id=row["operator_id"],
        actor=Actor(row["actor_kind"], row["actor_id"], row["actor_name"], row["address"]),
        scope=row["scope"],
        parameters=row["parameters"],
        has_items=row["has_items"],
        state=row["state"],
        created_at=row["created_at"],
    )


async def job_state(connection: Connection, job_id: int) -> str | None:
    """The state of an operation; None if it was deleted."""
    state: str | None = await connection.fetchval(STATE, job_id)
    return state


async def held_permissions(connection: Connection, operator_id: int) -> frozenset[str]:
    """The permissions that an operator has now; none if they were removed."""
    row = await connection.fetchrow(OPERATOR, operator_id)
    return frozenset() if row is None else permissions_of(row["role"], row["permissions"])


async def item_ids(connection: Connection, job_id: int) -> list[int]:
    """The records of an operation."""
    return [row["item_id"] for row in await connection.fetch(ITEM_IDS, job_id)]


async def result_rows(connection: Connection, job_id: int) -> AsyncIterator[Sequence[str | int]]:
    """Yield each record with what happened to it and why."""
    last = 0
    while rows := await connection.fetch(RESULTS, job_id, last):
        for row in rows:
            yield row["position"], row["label"], OUTCOMES[row["state"]], row["message"] or ""
        last = rows[-1]["position"]


async def undo_of(connection: Connection, job_id: int, item_id: int) -> JsonObject | None:
    """What taking back the change of a record needs; None if it was not changed."""
    undo: JsonObject | None = await connection.fetchval(UNDO, job_id, item_id)
    return undo


async def undoable_items(connection: Connection, job_id: int) -> list[tuple[int, str]]:
    """Ids and labels of the records whose change can be taken back."""
    rows = await connection.fetch(UNDOABLE, job_id)
    return [(row["item_id"], row["label"]) for row in rows]


async def has_job_with(connection: Connection, operation: str, name: str, value: object) -> bool:
    """Whether an operation was started with this parameter."""
    return bool(await connection.fetchval(LATER, operation, name, str(value)))


async def file_part(connection: Connection, job_id: int, position: int) -> bytes | None:
    """A part of an export's file; None after the last one."""
    content: bytes | None = await connection.fetchval(PART, job_id, position)
    return content
