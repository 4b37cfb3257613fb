"""Keeps the daily figures up to date."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.reports.actions.figures import (
    begin_figures,
    derive_changed_days,
    derive_next_days,
)

DAYS_AT_ONCE = 7


@every("* * * * *")
async def refresh_figures(runtime: Runtime) -> None:
    """Derive the figures of days that are over, and of those whose orders have changed."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        if not await begin_figures(connection, now, runtime.settings.time_zone):
            return
    more = True
    while more:
        async with runtime.database.transaction() as connection:
            more = await derive_next_days(connection, now, DAYS_AT_ONCE)
    async with runtime.database.transaction() as connection:
        await derive_changed_days(connection, now)
