"""Works out at night what is often bought together, and at once after past orders were brought in."""

from __future__ import annotations

import time

import structlog

from stallage.core import clock
from stallage.core.jobs import every, job
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.recommendations.actions import Refresh, refresh_bought_together
from stallage.recommendations.rules import WINDOW

log = structlog.get_logger(__name__)


async def work_out_pairs(runtime: Runtime) -> int | None:
    """Works out all pairs on a connection of its own: a year of orders takes its time."""
    started = time.monotonic()
    connection = await runtime.database.connect_dedicated()
    try:
        async with connection.transaction():
            count = await refresh_bought_together(connection, clock.now() - WINDOW)
    finally:
        await connection.close()
    seconds = round(time.monotonic() - started, 1)
    log.info("bought_together_worked_out", pairs=count, seconds=seconds)
    return count


@job(policy=BULK)
async def refresh(runtime: Runtime, _all: Refresh) -> None:
    """Works out all pairs soon."""
    await work_out_pairs(runtime)


@every("41 2 * * *")
async def refresh_nightly(runtime: Runtime) -> None:
    """Works out all pairs from the orders of the last year."""
    await work_out_pairs(runtime)
