"""Delete expired data: idempotency keys, the job log, messages in the outbox, replaced secrets."""

from __future__ import annotations

import asyncio

from stallage.core import idempotency, jobs
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.core.undelivered import purge_undelivered
from stallage.shop.actions.setting_changes import forget_secrets


@every("37 * * * *")
async def purge(runtime: Runtime) -> None:
    """Delete old idempotency keys, log entries, held jobs, messages and replaced secrets."""
    settings = runtime.settings

    async def keys(connection: Connection, most: int) -> int:
        return await idempotency.delete_expired(connection, settings.idempotency_seconds, most)

    async def log(connection: Connection, most: int) -> int:
        return await jobs.purge_log(connection, settings.job_log_seconds, most)

    async def held(connection: Connection, most: int) -> int:
        return await jobs.purge_held(connection, settings.job_log_seconds, most)

    async with runtime.database.transaction() as connection:
        await jobs.purge_statistics(connection, settings.job_log_seconds)
        await forget_secrets(connection)
    for delete in (keys, held, log, purge_undelivered):
        await delete_in_batches(runtime.database, delete)
    await asyncio.to_thread(runtime.mailer.outbox.delete_older_than, settings.outbox_seconds)
