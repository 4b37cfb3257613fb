"""What a serving process keeps of the catalogue in memory, and how it learns that it has changed.

The database tells on one channel, in the transaction of the change: `names` (categories, brands, sets),
`cards` (anything that lists show), `pages:1,2` (stock or prices of these products), `index` (the search
index was written). Where the process cannot listen, it keeps nothing for longer than a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import structlog
import tantivy
from fastapi import Request

from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime, runtime_of
from stallage.search.cache.catalog_names import CatalogNames, read_catalog_names
from stallage.search.cache.response_cache import ResponseCache
from stallage.search.index import feed
from stallage.search.index.search_index import IndexUnusable, SearchIndex
from stallage.search.index.threads import LongSearches

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 1.0
LONGEST_PAUSE = 5.0


class CatalogCache:
    """The process's names, index and ready answers."""

    def __init__(self, index: SearchIndex, runtime: Runtime, database_key: str) -> None:
        room = runtime.settings.kept_answers_mb * 1024 * 1024
        self.responses = ResponseCache(room)
        self.facets = ResponseCache(room // 8)
        """Of lists, and their totals, by what narrows them; their pages and orders share them."""
        self.long_searches = LongSearches()
        self.listening = False
        self.last_notification = ""
        self._has_listened = asyncio.Event()
        self._index = index
        self._database = runtime.database
        self._settings = runtime.settings
        self._database_key = database_key
        self._names: CatalogNames | None = None
        self._names_change = 0
        self._reading_names = asyncio.Lock()
        self._index_changed = False
        self._checked_at = 0.0

    async def names(self) -> CatalogNames:
        """The names as they are now."""
        self._expire_unless_listening()
        if self._names is not None:
            return self._names
        async with self._reading_names:
            if self._names is not None:
                return self._names
            change = self._names_change
            async with self._database.reading() as connection:
                read = await read_catalog_names(connection, self._settings)
            # What changed while it was read is read again by the next who asks.
            if change == self._names_change:
                self._names = read
            return read

    def searcher(self) -> tantivy.Searcher:
        """The index as it was last committed."""
        self._expire_unless_listening()
        if self._index_changed:
            self._index_changed = False
            try:
                self._index.reload(self._database_key)
            except IndexUnusable as error:
                # What is open stays usable; the writer builds the index anew with its next job.
                log.warning("search_index_not_reloaded", reason=str(error))
        return self._index.searcher()

    def on_notification(self, message: str) -> None:
        """Takes in what the database tells."""
        self.last_notification = message
        kind, _, rest = message.partition(":")
        if kind == "pages":
            # Ids that cannot be read are nobody's page.
            ids = [int(one) for one in rest.split(",") if one.isdecimal()]
            self.responses.drop_pages(ids)
            return
        self._clear_responses()
        if kind == "names":
            self._clear_names()
        elif kind == "index":
            self._index_changed = True

    def _expire_unless_listening(self) -> None:
        """While nobody tells what changed, everything is looked up again every second."""
        if self.listening or time.monotonic() - self._checked_at < HEARTBEAT_SECONDS:
            return
        self._checked_at = time.monotonic()
        self._mark_stale()

    def _clear_responses(self) -> None:
        self.responses.clear()
        self.facets.clear()

    def _clear_names(self) -> None:
        self._names_change += 1
        self._names = None

    def _mark_stale(self) -> None:
        self._clear_names()
        self._index_changed = True
        self._clear_responses()

    async def listen(self) -> None:
        """Listens until cancelled, and begins again where the database went away."""
        pause = 0.1
        while True:
            try:
                connection = await self._database.connect_dedicated()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("catalogue_not_heard", error=str(error), again_in_seconds=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            try:
                await connection.add_listener(feed.CHANNEL, self._told)
                self._mark_stale()
                self.listening = True
                self._has_listened.set()
                pause = 0.1
                while True:
                    await asyncio.sleep(HEARTBEAT_SECONDS)
                    await connection.execute("SELECT 1", timeout=HEARTBEAT_SECONDS)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("catalogue_not_heard", error=str(error), again_in_seconds=pause)
            finally:
                self.listening = False
                self._mark_stale()
                connection.terminate()
            await asyncio.sleep(pause)

    async def wait_until_listening(self) -> None:
        """Waits for the first connection, but not for ever: a shop can serve without."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._has_listened.wait(), LONGEST_PAUSE)

    def _told(self, _connection: Any, _pid: int, _channel: str, message: object) -> None:
        self.on_notification(str(message))


@asynccontextmanager
async def open_catalog_cache(runtime: Runtime) -> AsyncIterator[CatalogCache]:
    """The process's cache, with an index that can be searched."""
    index = feed.index_of(runtime)
    await feed.ensure_usable(index, runtime.database)
    cache = CatalogCache(index, runtime, await feed.database_key(runtime.database))
    runtime.services["catalog"] = cache
    listening = asyncio.create_task(cache.listen())
    await cache.wait_until_listening()
    try:
        yield cache
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        cache.long_searches.close()


def catalog_cache_of(request: Request) -> CatalogCache:
    """The cache of the process that answers this request. Raises NotReady where there is none."""
    cache: CatalogCache | None = runtime_of(request).services.get("catalog")
    if cache is None:
        raise NotReady
    return cache
