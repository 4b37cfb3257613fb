"""Forget every hour who visited on days that are over."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.visits.actions import forget_salts, forget_visitors


@every("2 * * * *")
async def forget_visits(runtime: Runtime) -> None:
    """Delete the salts and visitors of earlier days. The sums of visits stay."""
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    async with runtime.database.transaction() as connection:
        await forget_salts(connection, today)

    async def forget(connection: Connection, limit: int) -> int:
        return await forget_visitors(connection, today, limit)

    await delete_in_batches(runtime.database, forget)
