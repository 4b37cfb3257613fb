"""Compute recommendations every night, and after past orders were imported."""

from __future__ import annotations

import time

import structlog

from stallage.core import clock
from stallage.core.jobs import every, job
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.recommendations.actions import Refresh, refresh_recommendations

log = structlog.get_logger(__name__)


async def refresh_all(runtime: Runtime) -> int | None:
    """Compute all recommendations on a dedicated connection, since a year of orders takes long.

    Returns the number of pairs, or None if another process is computing them.
    """
    started = time.monotonic()
    connection = await runtime.database.connect_dedicated()
    try:
        async with connection.transaction():
            count = await refresh_recommendations(connection, clock.now())
    finally:
        await connection.close()
    seconds = round(time.monotonic() - started, 1)
    log.info("recommendations_refreshed", pairs=count, seconds=seconds)
    return count


@job(policy=BULK)
async def refresh(runtime: Runtime, _payload: Refresh) -> None:
    """Compute all recommendations in the background."""
    await refresh_all(runtime)


@every("41 2 * * *")
async def refresh_nightly(runtime: Runtime) -> None:
    """Compute all recommendations from the orders of the last year."""
    await refresh_all(runtime)
