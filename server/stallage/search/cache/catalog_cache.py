"""The catalog cache of a serving process, and the notifications that invalidate it.

The database notifies on one channel, in the transaction of the change: `names` (categories, brands,
collections), `cards` (anything that lists show), `pages:1,2` (stock, prices, reviews or questions of these
products), `index` (the search index was written) and `content` (texts and looks, which are not cached
here, but in rendered pages). While the process cannot listen, entries expire after a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import asyncpg
import structlog
import tantivy
from fastapi import Request

from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime, runtime_of
from stallage.search.cache.catalog_names import CatalogNames, read_catalog_names
from stallage.search.cache.response_cache import ResponseCache
from stallage.search.index import updates
from stallage.search.index.search_index import IndexUnusable, SearchIndex
from stallage.search.index.threads import LongSearches
from stallage.search.rules import WordRules

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 1.0
MAX_PAUSE = 5.0
"""Seconds between attempts to connect, at most."""


MAX_CHANGED_PRODUCTS = 100_000
"""Products whose changes are counted one by one; beyond that, everything counts as changed."""


class CatalogVersion(NamedTuple):
    """How often something has changed: what many pages show, and one product's own page."""

    catalogue: int
    product: int


class CatalogCache:
    """The catalog names, search index and cached responses of a process."""

    def __init__(self, index: SearchIndex, runtime: Runtime, database_key: str) -> None:
        max_bytes = runtime.settings.response_cache_mb * 1024 * 1024
        self.database = runtime.database
        self.currency = runtime.currency
        self.responses = ResponseCache(max_bytes)
        self.facets = ResponseCache(max_bytes // 8)
        """Facets and totals of lists by filters, shared by all pages and orders of a list."""
        self.long_searches = LongSearches()
        self.word_rules = WordRules(index.analysis.language)
        self.listening = False
        self.last_notification = ""
        self._first_connection = asyncio.Event()
        self._index = index
        self._settings = runtime.settings
        self._database_key = database_key
        self._names: CatalogNames | None = None
        self._names_change = 0
        self._reading_names = asyncio.Lock()
        self._index_changed = False
        self._checked_at = 0.0
        self._changes = 0
        self._product_changes: dict[int, int] = {}

    def version(self, product_id: int | None = None) -> CatalogVersion:
        """Return a version that differs once something has changed that a page may show.

        `product_id`: the product whose page it is, if any.
        """
        self._expire_unless_listening()
        of_product = 0 if product_id is None else self._product_changes.get(product_id, 0)
        return CatalogVersion(self._changes, of_product)

    async def names(self) -> CatalogNames:
        """Return the current names."""
        self._expire_unless_listening()
        if self._names is not None:
            return self._names
        async with self._reading_names:
            if self._names is not None:
                return self._names
            change = self._names_change
            async with self.database.reading() as connection:
                names = await read_catalog_names(connection, self._settings)
            # If they changed meanwhile, the next caller reads them again.
            if change == self._names_change:
                self._names = names
            return names

    def searcher(self) -> tantivy.Searcher:
        """Return a searcher of the last committed index."""
        self._expire_unless_listening()
        if self._index_changed:
            self._index_changed = False
            try:
                self._index.reload(self._database_key)
            except IndexUnusable as error:
                # The open index stays usable; the writer rebuilds the index with its next job.
                log.warning("search_index_not_reloaded", reason=str(error))
        return self._index.searcher()

    def on_notification(self, message: str) -> None:
        """Invalidate what a notification of the database says is outdated."""
        self.last_notification = message
        kind, _, rest = message.partition(":")
        if kind == "pages":
            # Malformed ids match no page.
            ids = [int(one) for one in rest.split(",") if one.isdecimal()]
            self.responses.drop_pages(ids)
            self._count_changes(ids)
            return
        if kind == "content":
            self._changes += 1
            return
        self._clear_responses()
        if kind == "names":
            self._clear_names()
        elif kind == "index":
            self._index_changed = True

    def _expire_unless_listening(self) -> None:
        """Expire everything every second while there are no notifications."""
        if self.listening or time.monotonic() - self._checked_at < HEARTBEAT_SECONDS:
            return
        self._checked_at = time.monotonic()
        self._mark_stale()

    def _count_changes(self, product_ids: list[int]) -> None:
        if len(self._product_changes) + len(product_ids) > MAX_CHANGED_PRODUCTS:
            self._product_changes.clear()
            self._changes += 1
        for product_id in product_ids:
            self._product_changes[product_id] = self._product_changes.get(product_id, 0) + 1

    def _clear_responses(self) -> None:
        self._changes += 1
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
        """Listen for notifications until cancelled. Reconnects if the connection is lost."""
        pause = 0.1
        while True:
            try:
                connection = await self.database.connect_dedicated()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning(
                    "catalogue_notifications_lost", error=str(error), retry_in_seconds=pause
                )
                await asyncio.sleep(pause)
                pause = min(pause * 2, MAX_PAUSE)
                continue
            try:
                await connection.add_listener(updates.CHANNEL, self._on_notify)
                self._mark_stale()
                self.listening = True
                self._first_connection.set()
                pause = 0.1
                while True:
                    await asyncio.sleep(HEARTBEAT_SECONDS)
                    await connection.execute("SELECT 1", timeout=HEARTBEAT_SECONDS)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning(
                    "catalogue_notifications_lost", error=str(error), retry_in_seconds=pause
                )
            finally:
                self.listening = False
                self._mark_stale()
                connection.terminate()
            await asyncio.sleep(pause)

    async def wait_until_listening(self) -> None:
        """Wait for the first connection, but not longer than MAX_PAUSE: the shop can serve without it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._first_connection.wait(), MAX_PAUSE)

    def _on_notify(self, _connection: Any, _pid: int, _channel: str, message: object) -> None:
        self.on_notification(str(message))


@asynccontextmanager
async def open_catalog_cache(runtime: Runtime) -> AsyncIterator[CatalogCache]:
    """Open the process's catalog cache and search index."""
    index = updates.search_index_of(runtime)
    await updates.open_index(index, runtime.database)
    cache = CatalogCache(index, runtime, await updates.database_key(runtime.database))
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
    """Return the process's catalog cache. Raises NotReady if it is not open."""
    cache: CatalogCache | None = runtime_of(request).services.get("catalog")
    if cache is None:
        raise NotReady
    return cache
