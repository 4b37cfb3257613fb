"""Deletes what has lived its time: idempotency keys, the job log, messages in the outbox."""

from __future__ import annotations

import asyncio

from stallage.core import idempotency, work
from stallage.core.batches import in_batches
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.core.work import every


@every("37 * * * *")
async def purge(runtime: Runtime) -> None:
    """Deletes old idempotency keys, log entries and held jobs, and old messages of the outbox."""
    settings = runtime.settings

    async def keys(connection: Connection, most: int) -> int:
        return await idempotency.forget_old(connection, settings.idempotency_seconds, most)

    async def log(connection: Connection, most: int) -> int:
        return await work.purge_log(connection, settings.job_log_seconds, most)

    async def held(connection: Connection, most: int) -> int:
        return await work.purge_held(connection, settings.job_log_seconds, most)

    async with runtime.database.transaction() as connection:
        await work.purge_statistics(connection, settings.job_log_seconds)
    for delete in (keys, held, log):
        await in_batches(runtime.database, delete)
    await asyncio.to_thread(runtime.mailer.outbox.delete_older_than, settings.outbox_seconds)
