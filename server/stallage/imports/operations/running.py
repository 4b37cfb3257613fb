"""Runs the phases of an import: dry run, import, undo. All of them may be interrupted or started twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice

import structlog
from asyncpg.exceptions import DeadlockDetectedError, PostgresError, SerializationError

from stallage.bulk.queries import held_permissions
from stallage.core.actor import acting
from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.events import publish
from stallage.core.runtime import Runtime
from stallage.imports.actions import items as writing
from stallage.imports.drafts import (
    AppliedItem,
    CheckedFile,
    ImportRecord,
    ImportSource,
    RowMessage,
    UndoneItem,
    UnreadableImportFile,
)
from stallage.imports.events import ImportPhaseStarted
from stallage.imports.operations.files import file_on_disk
from stallage.imports.operations.registry import KINDS, ImportKind
from stallage.imports.queries.items import keys_of_file, next_items, next_undo_items
from stallage.imports.queries.runs import RunnableImport, runnable_import
from stallage.imports.rules import (
    BATCHES,
    FAILED,
    MAX_ITEMS,
    NO_PERMISSION,
    READ_BATCH,
    UNDO_ITEMS,
    WRITE_BATCH,
)

log = structlog.get_logger(__name__)

TRIES = 3
"""How often a batch is tried that another transaction is in the way of."""
TOO_MANY = f"The file has more than {MAX_ITEMS:,} records. Please split it."


async def run_phase(runtime: Runtime, import_id: int, run_key: str) -> None:
    """Run the current phase of an import, or its next batches. Does nothing for an older start."""
    async with runtime.database.reading() as connection:
        run = await runnable_import(connection, import_id)
    if run is None or run.run_key != run_key:
        return
    kind = KINDS.get(run.kind)
    if kind is None:
        raise LookupError(f"this release has no kind of import called {run.kind}")
    with acting(run.actor):
        match run.state:
            case "checking":
                await _check(runtime, run, kind)
            case "importing":
                await _import(runtime, run, kind)
            case "undoing":
                await _undo(runtime, run, kind)


async def _is_allowed(connection: Connection, run: RunnableImport, kind: ImportKind) -> bool:
    if run.operator_id is None:
        return False
    return await held_permissions(connection, run.operator_id) >= set(kind.permissions)


async def _check(runtime: Runtime, run: RunnableImport, kind: ImportKind) -> None:
    """Read the whole file and plan each record; starts from the beginning if it is repeated."""
    async with runtime.database.transaction() as connection:
        if not await writing.claim(connection, run.id, run.run_key, "checking"):
            return
        await writing.clear_check(connection, run.id)
    async with file_on_disk(runtime, run.id) as path:
        source = ImportSource(
            path=path,
            file_name=run.file_name,
            format=run.format,
            encoding=run.encoding,
            delimiter=run.delimiter,
            mapping=run.mapping,
            options=run.options,
        )
        reason = await _read_file(runtime, run, kind, source)
    async with runtime.database.transaction() as connection:
        if not await writing.claim(connection, run.id, run.run_key, "checking"):
            return
        if reason is not None:
            await writing.finish_phase(connection, run.id, "failed", reason)
            return
        keys, has_errors = await keys_of_file(connection, run.id)
        checked = CheckedFile(keys, has_errors, run.options)
        absent = await kind.absent(runtime, connection, checked)
        rows = [
            writing.item_row(
                len(keys) + place,
                one.key,
                one.label,
                line=0,
                outcome=one.planned.outcome,
                changes=one.planned.changes,
                payload=one.planned.payload,
            )
            for place, one in enumerate(absent, 1)
        ]
        await writing.add_items(connection, run.id, rows, 0)
        found = [message for one in absent for message in one.planned.messages]
        await writing.add_messages(connection, run.id, found)
        await writing.finish_phase(connection, run.id, "checked")


async def _read_file(
    runtime: Runtime, run: RunnableImport, kind: ImportKind, source: ImportSource
) -> str | None:
    """Store an item for each record. Returns why the file could not be read, or None."""
    position = 0
    try:
        records = await asyncio.to_thread(kind.read, runtime, source)
        while batch := await asyncio.to_thread(_next_records, records):
            if position + len(batch) > MAX_ITEMS:
                return TOO_MANY
            async with runtime.database.transaction() as connection:
                if not await writing.claim(connection, run.id, run.run_key, "checking"):
                    return None
                found = await _plan(runtime, connection, run, kind, batch, position=position)
                await writing.add_messages(connection, run.id, found)
            position += len(batch)
    except UnreadableImportFile as error:
        return str(error)
    return None


def _next_records(records: Iterator[ImportRecord]) -> list[ImportRecord]:
    return list(islice(records, READ_BATCH))


async def _plan(
    runtime: Runtime,
    connection: Connection,
    run: RunnableImport,
    kind: ImportKind,
    batch: list[ImportRecord],
    *,
    position: int,
) -> list[RowMessage]:
    """Plan and store a batch of records. Returns their messages."""
    readable = [record for record in batch if record.payload is not None]
    planned = dict(
        zip(
            map(id, readable),
            await kind.plan(runtime, connection, readable, run.options),
            strict=True,
        )
    )
    rows = []
    messages: list[RowMessage] = []
    for place, record in enumerate(batch, position + 1):
        one = planned.get(id(record))
        messages += record.messages
        if one is None:
            rows.append(
                writing.item_row(
                    place, record.key, record.label, line=record.line, outcome="failed"
                )
            )
            continue
        messages += one.messages
        payload = one.payload if one.outcome in ("created", "changed") else None
        rows.append(
            writing.item_row(
                place,
                record.key,
                record.label,
                line=record.line,
                outcome=one.outcome,
                changes=one.changes,
                payload=payload,
            )
        )
    await writing.add_items(connection, run.id, rows, sum(record.rows for record in batch))
    return messages


async def _import(runtime: Runtime, run: RunnableImport, kind: ImportKind) -> None:
    """Import the next batches, then queue the rest."""
    for _ in range(BATCHES):
        if not await _import_batch(runtime, run, kind):
            return
    await _continue(runtime, run)


async def _import_batch(runtime: Runtime, run: RunnableImport, kind: ImportKind) -> bool:
    """Import the next items. Returns whether there were any."""
    for tried in range(1, TRIES + 1):
        try:
            return await _apply_next(runtime, run, kind, WRITE_BATCH)
        except (DeadlockDetectedError, SerializationError):
            if tried == TRIES:
                break
        except (ApiError, PostgresError, ValueError):
            break
    # One of them cannot be stored, so that all are written one by one.
    for _ in range(WRITE_BATCH):
        try:
            if not await _apply_next(runtime, run, kind, 1):
                return False
        except Exception as error:
            if not isinstance(error, ApiError | PostgresError | ValueError):
                raise
            log.exception("import_item_failed", import_run=run.id)
            text = error.message if isinstance(error, ApiError) else FAILED
            await _refuse_next(runtime, run, text)
    return True


async def _apply_next(runtime: Runtime, run: RunnableImport, kind: ImportKind, limit: int) -> bool:
    async with runtime.database.transaction() as connection:
        if not await writing.claim(connection, run.id, run.run_key, "importing"):
            return False
        items = await next_items(connection, run.id, limit)
        if not items:
            await writing.finish_phase(connection, run.id, "imported")
            return False
        if await _is_allowed(connection, run, kind):
            applied = await kind.apply(runtime, connection, items)
        else:
            applied = [AppliedItem(message=NO_PERMISSION) for _ in items]
        results = list(zip(items, applied, strict=True))
        await writing.store_applied(connection, run.id, results)
        return True


async def _refuse_next(runtime: Runtime, run: RunnableImport, text: str) -> None:
    """Mark the next item as failed after its transaction was rolled back."""
    async with runtime.database.transaction() as connection:
        if await writing.claim(connection, run.id, run.run_key, "importing"):
            items = await next_items(connection, run.id, 1)
            results = [(item, AppliedItem(message=text)) for item in items]
            await writing.store_applied(connection, run.id, results)


async def _continue(runtime: Runtime, run: RunnableImport) -> None:
    async with runtime.database.transaction() as connection:
        await publish(connection, ImportPhaseStarted(import_id=run.id, run_key=run.run_key))


async def _undo(runtime: Runtime, run: RunnableImport, kind: ImportKind) -> None:
    """Undo the next items, each in a transaction of its own, then queue the rest."""
    for _ in range(UNDO_ITEMS):
        try:
            if not await _undo_next(runtime, run, kind):
                return
        except Exception as error:
            if not isinstance(error, ApiError | PostgresError | ValueError):
                raise
            log.exception("import_undo_failed", import_run=run.id)
            text = error.message if isinstance(error, ApiError) else FAILED
            await _leave_next(runtime, run, text)
    await _continue(runtime, run)


async def _undo_next(runtime: Runtime, run: RunnableImport, kind: ImportKind) -> bool:
    """Undo the next item. Returns whether there was one."""
    async with runtime.database.transaction() as connection:
        if not await writing.claim(connection, run.id, run.run_key, "undoing"):
            return False
        items = await next_undo_items(connection, run.id, 1)
        if not items:
            await writing.finish_phase(connection, run.id, "undone")
            return False
        if await _is_allowed(connection, run, kind):
            result = await kind.undo(runtime, connection, items[0])
        else:
            result = UndoneItem("conflict", NO_PERMISSION)
        await writing.store_undone(connection, run.id, items[0], result)
        return True


async def _leave_next(runtime: Runtime, run: RunnableImport, text: str) -> None:
    """Mark the next item as left after its transaction was rolled back."""
    async with runtime.database.transaction() as connection:
        if await writing.claim(connection, run.id, run.run_key, "undoing"):
            for item in await next_undo_items(connection, run.id, 1):
                result = UndoneItem("conflict", text)
                await writing.store_undone(connection, run.id, item, result)
