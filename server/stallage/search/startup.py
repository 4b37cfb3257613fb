"""Opens the search index and the catalog cache of a process, keeps both current, writes sums of searches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from zoneinfo import ZoneInfo

import asyncpg
import structlog

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.search.actions import count_failed_searches
from stallage.search.cache.catalog_cache import open_catalog_cache
from stallage.search.cache.failed_searches import failed_searches_of
from stallage.search.index.follower import Follower

log = structlog.get_logger(__name__)


WRITE_SECONDS = 5


async def write_failed_searches(runtime: Runtime) -> None:
    """Write the searches without result that were counted."""
    times = failed_searches_of(runtime).take()
    if not times:
        return
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    try:
        async with runtime.database.transaction() as connection:
            await count_failed_searches(connection, today, times)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        # Sums for a report: a few lost searches do not matter.
        log.warning("failed_searches_not_written", error=repr(error))


async def _write_regularly(runtime: Runtime) -> None:
    while True:
        await asyncio.sleep(WRITE_SECONDS)
        await write_failed_searches(runtime)


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Open the search index and follow the database; build the index first if there is none."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(open_catalog_cache(runtime))
        except asyncpg.UndefinedTableError:
            # The process keeps running, and /readyz reports the problem.
            log.error("schema_not_current", mend="stallage migrate")
        tasks = [asyncio.create_task(_write_regularly(runtime))]
        if runtime.settings.search_seconds > 0:
            tasks.append(asyncio.create_task(Follower(runtime).run()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await write_failed_searches(runtime)
