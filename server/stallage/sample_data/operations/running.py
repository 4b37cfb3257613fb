"""Puts sample data in and takes it out, each in one transaction. Both may be interrupted or repeated."""

from __future__ import annotations

from datetime import datetime

import structlog
from asyncpg.exceptions import DeadlockDetectedError, PostgresConnectionError, SerializationError

from stallage.bulk.queries import held_permissions
from stallage.core import clock
from stallage.core.actor import acting
from stallage.core.runtime import Runtime
from stallage.declaration.applying import Applier
from stallage.declaration.current_state import read_pictures
from stallage.declaration.running import LOCK, store_pictures
from stallage.sample_data.actions import runs
from stallage.sample_data.actions.putting_in import put_in
from stallage.sample_data.actions.taking_out import take_out
from stallage.sample_data.operations.reading import sample_declaration
from stallage.sample_data.queries.state import runnable_run
from stallage.sample_data.rules import FAILED, NO_PERMISSION, PERMISSIONS

log = structlog.get_logger(__name__)

PASSING = (DeadlockDetectedError, PostgresConnectionError, SerializationError, OSError)
"""Failures after which the job tries again."""


async def run_requested(runtime: Runtime, run_id: int) -> None:
    """Do what was requested; nothing if that has ended."""
    async with runtime.database.transaction() as connection:
        run = await runnable_run(connection, run_id)
        if run is None or not await runs.begin_run(connection, run_id):
            return
        held = await held_permissions(connection, run.operator_id or 0)
        if not held.issuperset(PERMISSIONS):
            await runs.fail_run(connection, run_id, NO_PERMISSION)
            return
    try:
        with acting(run.actor):
            if run.kind == "put_in":
                await _put_in(runtime, run_id, clock.now())
            else:
                await _take_out(runtime, run_id)
    except PASSING:
        raise
    except Exception:
        log.exception("sample_data_failed", run=run_id)
        async with runtime.database.transaction() as connection:
            await runs.fail_run(connection, run_id, FAILED)


async def _put_in(runtime: Runtime, run_id: int, start: datetime) -> None:
    declaration = sample_declaration(runtime.settings, start)

    async def report(done: int, total: int) -> None:
        async with runtime.database.transaction() as connection:
            await runs.record_progress(connection, run_id, done, total)

    async with runtime.database.reading() as connection:
        known = await read_pictures(connection)
    stored = await store_pictures(declaration, runtime.media, known, report)
    async with runtime.database.long_transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if await runs.claim_run(connection, run_id):
            applier = Applier(connection, runtime.settings, stored)
            figures = await put_in(connection, declaration, applier)
            await runs.finish_run(connection, run_id, "put_in", figures)


async def _take_out(runtime: Runtime, run_id: int) -> None:
    async with runtime.database.long_transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if await runs.claim_run(connection, run_id):
            figures = await take_out(connection)
            await runs.finish_run(connection, run_id, "take_out", figures)
