"""Runs bulk operations in slices, each record in a transaction of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from asyncpg.exceptions import DeadlockDetectedError, SerializationError

from stallage.bulk.actions import (
    NextItem,
    add_file_part,
    cancel_job,
    clear_file,
    finish_export,
    finish_item,
    finish_job,
    next_item,
    start_job,
    store_undo,
)
from stallage.bulk.errors import BulkFinished
from stallage.bulk.events import BulkStarted
from stallage.bulk.formats import BYTE_ORDER_MARK, csv_lines
from stallage.bulk.operations.registry import (
    OPERATIONS,
    BulkOperation,
    read_filter,
    read_parameters,
)
from stallage.bulk.queries import (
    RunnableJob,
    held_permissions,
    item_ids,
    job_state,
    runnable_job,
)
from stallage.bulk.rules import FAILED, NO_PERMISSION, SLICE
from stallage.core import clock
from stallage.core.actor import acting
from stallage.core.errors import ApiError
from stallage.core.events import publish
from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)

ROWS_OF_PART = 1000
TRIES = 3
"""How often a record is tried that another transaction is in the way of."""


async def run_slice(runtime: Runtime, job_id: int) -> None:
    """Run the next records of an operation, then queue the rest."""
    async with runtime.database.transaction() as connection:
        job = await runnable_job(connection, job_id)
        if job is None or not await start_job(connection, job_id):
            return
    operation = OPERATIONS.get(job.operation)
    if operation is None:
        raise LookupError(f"this release has no bulk operation {job.operation}")
    with acting(job.actor):
        if operation.read_rows is not None:
            await _export(runtime, job, operation)
            return
        for _ in range(SLICE):
            if not await _run_next(runtime, job, operation):
                break
    async with runtime.database.transaction() as connection:
        if not await finish_job(connection, job_id):
            state = await job_state(connection, job_id)
            if state == "running":
                await publish(connection, BulkStarted(bulk_job_id=job_id))


async def _run_next(runtime: Runtime, job: RunnableJob, operation: BulkOperation) -> bool:
    """Run the next record. Returns whether there was one."""
    item: NextItem | None = None
    for tried in range(1, TRIES + 1):
        try:
            async with runtime.database.transaction() as connection:
                item = await next_item(connection, job.id)
                if item is None:
                    return False
                permissions = await held_permissions(connection, job.operator_id)
                if operation.permission not in permissions:
                    await finish_item(connection, job.id, item.position, "refused", NO_PERMISSION)
                    return True
                parameters = read_parameters(operation, job.parameters)
                if operation.act is not None:
                    undo = await operation.act(connection, item.item_id, parameters)
                    if undo is not None:
                        await store_undo(connection, job.id, item.position, undo)
                    await finish_item(connection, job.id, item.position, "done")
                    return True
            if operation.call is not None:
                await operation.call(runtime, item.item_id, parameters)
            await _finish(runtime, job, item, "done", None)
        except ApiError as error:
            await _finish(runtime, job, item, "refused", error.message)
        except (DeadlockDetectedError, SerializationError):
            if tried < TRIES:
                continue
            await _finish(runtime, job, item, "failed", FAILED)
        except Exception:
            log.exception("bulk_item_failed", bulk_job=job.id, operation=job.operation)
            await _finish(runtime, job, item, "failed", FAILED)
        return True
    return True


async def _finish(
    runtime: Runtime, job: RunnableJob, item: NextItem | None, state: Any, text: str | None
) -> None:
    if item is None:
        raise RuntimeError("the next record of a bulk operation could not be read")
    async with runtime.database.transaction() as connection:
        await finish_item(connection, job.id, item.position, state, text)


async def _export(runtime: Runtime, job: RunnableJob, operation: BulkOperation) -> None:
    """Write an export's file in parts, from one snapshot of the database."""
    assert operation.read_rows is not None  # noqa: S101 - checked by the caller
    ids: list[int] | None = None
    async with runtime.database.transaction() as connection:
        if operation.permission not in await held_permissions(connection, job.operator_id):
            await _give_up(connection, job)
            return
        if job.has_items:
            ids = await item_ids(connection, job.id)
        await clear_file(connection, job.id)
    filters = None
    if job.scope["kind"] == "filter":
        filters = read_filter(operation, job.scope["filter"])
    writer = _FileWriter(runtime, job.id, operation.columns)
    async with (
        runtime.database.reading() as snapshot,
        snapshot.transaction(isolation="repeatable_read", readonly=True),
    ):
        rows = operation.read_rows(snapshot, ids, filters, runtime.settings.time_zone)
        async for row in rows:
            await writer.add(row)
            if writer.is_cancelled:
                return
    await writer.flush()
    day = clock.now().strftime("%Y-%m-%d")
    name = f"{operation.list_name}-{day}-{job.id}.csv"
    async with runtime.database.transaction() as connection:
        await finish_export(connection, job.id, writer.rows, name)


async def _give_up(connection: Any, job: RunnableJob) -> None:
    try:
        await cancel_job(connection, job.id)
    except BulkFinished:
        return


class _FileWriter:
    """Collects rows and writes them in parts, so that memory does not grow with the file."""

    def __init__(self, runtime: Runtime, job_id: int, columns: Sequence[str]) -> None:
        self._runtime, self._job_id = runtime, job_id
        self._waiting: list[Sequence[str | int | None]] = [columns]
        self._parts = 0
        self.rows = 0
        self.is_cancelled = False

    async def add(self, row: Sequence[str | int | None]) -> None:
        """Add a row; write a part when enough are collected."""
        self._waiting.append(row)
        self.rows += 1
        if len(self._waiting) >= ROWS_OF_PART:
            await self.flush()

    async def flush(self) -> None:
        """Write what is collected, unless the export was cancelled."""
        content = csv_lines(self._waiting)
        if self._parts == 0:
            content = BYTE_ORDER_MARK + content
        self._waiting = []
        async with self._runtime.database.transaction() as connection:
            self.is_cancelled = await job_state(connection, self._job_id) != "running"
            if not self.is_cancelled and content:
                await add_file_part(connection, self._job_id, self._parts, content)
        self._parts += 1
