"""Compute pairs of products every night, and after past orders were imported."""

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


async def refresh_pairs(runtime: Runtime) -> int | None:
    """Compute all pairs on a dedicated connection, since a year of orders takes long."""
    started = time.monotonic()
    connection = await runtime.database.connect_dedicated()
    try:
        async with connection.transaction():
            count = await refresh_bought_together(connection, clock.now() - WINDOW)
    finally:
        await connection.close()
    seconds = round(time.monotonic() - started, 1)
    log.info("bought_together_refreshed", pairs=count, seconds=seconds)
    return count


@job(policy=BULK)
async def refresh(runtime: Runtime, _payload: Refresh) -> None:
    """Compute all pairs in the background."""
    await refresh_pairs(runtime)


@every("41 2 * * *")
async def refresh_nightly(runtime: Runtime) -> None:
    """Compute all pairs from the orders of the last year."""
    await refresh_pairs(runtime)
