"""Background work of layouts."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.jobs import every
from stallage.core.runtime import Runtime
from stallage.layout.actions import notify_of_layouts


@every("* * * * *")
async def show_scheduled_sections(runtime: Runtime) -> None:
    """Notify all processes of sections and announcements that started or ended."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        # Two minutes, so that none falls between two runs.
        await notify_of_layouts(connection, now - timedelta(minutes=2), now)
