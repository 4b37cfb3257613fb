"""Timers of operators."""

from __future__ import annotations

from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.operators.actions.cleanup import delete_ended


@every("37 * * * *")
async def clean_up(runtime: Runtime) -> None:
    """Delete ended sessions, expired links and challenges, and forgotten browsers."""
    async with runtime.database.transaction() as connection:
        await delete_ended(connection)
