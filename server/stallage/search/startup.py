"""Opens the search index and the catalog cache of a process and keeps both, and a CDN, current."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from zoneinfo import ZoneInfo

import asyncpg
import httpx
import structlog

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.search.actions import (
    count_empty_lists,
    count_failed_searches,
    count_found_searches,
    count_opened_searches,
)
from stallage.search.cache.catalog_cache import open_catalog_cache
from stallage.search.cache.changes import Changes
from stallage.search.cache.counted_searches import counted_searches_of
from stallage.search.cache.warm_cards import warm_cards
from stallage.search.gateway_calls import purge
from stallage.search.index.follower import Follower

log = structlog.get_logger(__name__)


WRITE_SECONDS = 5
PURGE_SECONDS = 1


async def write_searches(runtime: Runtime) -> None:
    """Write the searches that were counted."""
    counts = counted_searches_of(runtime).take()
    if counts.is_empty:
        return
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    try:
        async with runtime.database.transaction() as connection:
            if counts.failed:
                await count_failed_searches(connection, today, counts.failed)
            if counts.found:
                await count_found_searches(connection, today, counts.found)
            if counts.opened:
                await count_opened_searches(connection, today, counts.opened)
            if counts.empty:
                await count_empty_lists(connection, today, counts.empty)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        # Sums for a report: a few lost searches do not matter.
        log.warning("searches_not_written", error=repr(error))


async def _write_regularly(runtime: Runtime) -> None:
    while True:
        await asyncio.sleep(WRITE_SECONDS)
        await write_searches(runtime)


async def purge_changes(runtime: Runtime, changes: Changes) -> None:
    """Let the CDN purge what has changed since the last call. What fails is purged with the next one."""
    settings = runtime.settings
    tags = changes.take_unpurged()
    if not tags:
        return
    try:
        await purge(
            runtime.http_client,
            settings.cdn_purge_url,
            settings.cdn_purge_header.get_secret_value(),
            tags,
        )
    except httpx.HTTPError as error:
        log.warning("cdn_not_purged", error=repr(error))
        changes.add_unpurged(tags)


async def _purge_regularly(runtime: Runtime, changes: Changes, follower: Follower) -> None:
    """Purge for the whole machine, if this process is the one that follows the database."""
    while True:
        await asyncio.sleep(PURGE_SECONDS)
        if follower.is_leading:
            await purge_changes(runtime, changes)
        else:
            changes.take_unpurged()


@asynccontextmanager
async def opened(runtime: Runtime) -> AsyncIterator[None]:
    """Open the search index and follow the database; build the index first if there is none."""
    async with AsyncExitStack() as stack:
        tasks = [asyncio.create_task(_write_regularly(runtime))]
        follower = Follower(runtime)
        try:
            cache = await stack.enter_async_context(open_catalog_cache(runtime))
            cache.on_changed_products = follower.look_soon
            tasks.append(asyncio.create_task(warm_cards(cache)))
            if runtime.settings.cdn_purge_url and runtime.settings.search_seconds > 0:
                purging = _purge_regularly(runtime, cache.changes, follower)
                tasks.append(asyncio.create_task(purging))
        except asyncpg.UndefinedTableError:
            # The process keeps running, and /readyz reports the problem.
            log.error("schema_not_current", mend="stallage migrate")
        if runtime.settings.search_seconds > 0:
            tasks.append(asyncio.create_task(follower.run()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await write_searches(runtime)
