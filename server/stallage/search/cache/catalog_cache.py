"""The catalog cache of a serving process, and the notifications that outdate it.

The database notifies on one channel, in the transaction of the change, of `stock` after it:

- `names`: categories, brands, attributes, sales, sliders, tiles or layouts, which anything may show;
- `cards:1,2`: the cards of these products, which lists show; `cards` alone: those of all products;
- `pages:1,2`: pictures, reviews or questions of these products, which only their own pages show;
- `stock`: stock, which only the products' own pages show; which products it are is read from a log;
- `collections:1,2`: the products of these collections;
- `overviews`: categories or pictures of products, which the category tree shows;
- `words`: the words that are suggested;
- `swatches`: the number of products that give values of options a colour, which filters of lists show;
- `content`: texts and looks, which rendered pages show;
- `index:1,2`: these products were written to the search index; `index` alone: it is a new one.

While the process cannot listen, entries expire after a second.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

import asyncpg
import structlog
from fastapi import Request

from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime, runtime_of
from stallage.products.queries.swatches import read_swatches
from stallage.search.cache.catalog_names import CatalogNames, read_catalog_names
from stallage.search.cache.changes import (
    CONTENT,
    LISTED,
    OVERVIEWS,
    SUGGESTED,
    Changes,
    card_tag,
    collection_tag,
    page_tag,
)
from stallage.search.cache.indexed_tags import indexed_tags
from stallage.search.cache.response_cache import ResponseCache
from stallage.search.cache.stock_log import StockLog
from stallage.search.index import updates
from stallage.search.index.database_lists import DatabaseLists
from stallage.search.index.engine import IndexUnusable, SearchEngine, SearchReader
from stallage.search.rules import WordRules

log = structlog.get_logger(__name__)

T = TypeVar("T")

HEARTBEAT_SECONDS = 1.0
MAX_PAUSE = 5.0
"""Seconds between attempts to connect, at most."""
MAX_RECENT = 500
"""Notifications that are remembered, so that tests can wait for one."""
CHANGES_OF_PRODUCTS = frozenset({"cards", "collections", "overviews"})
"""Notifications that the search index may have to follow."""
MAX_INDEXED = 5_000
"""Products whose lists are looked up; with more at a time, everything counts as changed."""


class CatalogCache:
    """The catalog names, search engine and cached responses of a process."""

    def __init__(self, engine: SearchEngine, runtime: Runtime, database_key: str) -> None:
        max_bytes = runtime.settings.response_cache_mb * 1024 * 1024
        self.database = runtime.database
        self.currency = runtime.currency
        self.changes = Changes()
        self.responses = ResponseCache(max_bytes, self.changes)
        part_bytes = runtime.settings.part_cache_mb * 1024 * 1024
        self.facets = ResponseCache(part_bytes // 4, self.changes)
        """Facets and totals of lists by filters, shared by all pages and orders of a list."""
        self.cards = ResponseCache(part_bytes * 3 // 4, self.changes)
        """Product cards by product, shared by all lists and product pages."""
        self.stock_log = StockLog(runtime.database, self._on_stock)
        self.on_changed_products: Callable[[], None] = lambda: None
        """Called when products have changed that the index may have."""
        self.listening = False
        self.recent_notifications: deque[str] = deque(maxlen=MAX_RECENT)
        self._first_connection = asyncio.Event()
        self._engine = engine
        self._without_index = DatabaseLists(runtime.database, engine.language)
        self._settings = runtime.settings
        self._database_key = database_key
        self._names: CatalogNames | None = None
        self._names_change = 0
        self._reading_names = asyncio.Lock()
        self._cards_while_reading: set[int] = set()
        """Products that changed since the reading of the names began."""
        self._indexed: set[int] | None = set()
        """Products that were written to the index since it was read; None: it is a new one."""
        self._reading_index: asyncio.Task[None] | None = None
        self._are_swatches_counted = True
        """Whether the swatches among the names were read after the last notification of them."""
        self._reading_swatches: asyncio.Task[None] | None = None
        self._checked_at = 0.0
        self._engine_was_away = False

    def last_change(self) -> int:
        """Return the number of the last change."""
        self._expire_unless_listening()
        return self.changes.number

    def has_changed(self, tags: Collection[str], since: int) -> bool:
        """Whether something with one of these tags has changed after the change with number `since`."""
        self._expire_unless_listening()
        return self.changes.has_changed(tags, since)

    async def names(self) -> CatalogNames:
        """Return the current names."""
        self._expire_unless_listening()
        if self._names is not None:
            return self._names
        async with self._reading_names:
            if self._names is not None:
                return self._names
            change = self._names_change
            self._cards_while_reading.clear()
            async with self.database.reading() as connection:
                names = await read_catalog_names(connection, self._settings)
            # If they changed meanwhile, the next caller reads them again.
            products = names.redirect_targets.product_ids
            if change == self._names_change and products.isdisjoint(self._cards_while_reading):
                self._names = names
            return names

    async def word_rules(self) -> WordRules:
        """Return how the shop understands search words now."""
        names = await self.names()
        return WordRules(self._engine.language, names.synonyms)

    def engine(self) -> SearchReader:
        """Return what finds products: the index as it was last read, or the database if there is none."""
        self._expire_unless_listening()
        return self._engine if self._engine.is_open else self._without_index

    async def unless_away(self, found: Awaitable[T], otherwise: T) -> T:
        """Return what the search engine finds, or something else while it is away.

        For pages that are useful without it. They expire when it is back.
        """
        try:
            return await found
        except NotReady:
            self._engine_was_away = True
            return otherwise

    async def _look_for_engine(self) -> None:
        """Expire what was sent without the search engine, once it is back."""
        if not self._engine_was_away:
            return
        try:
            await self._engine.state(self._database_key)
        except (IndexUnusable, NotReady):
            return
        self._engine_was_away = False
        self.changes.record_everything()

    def on_notification(self, message: str) -> None:
        """Record what a notification of the database says has changed."""
        self.recent_notifications.append(message)
        kind, has_ids, rest = message.partition(":")
        # Malformed ids match nothing.
        ids = [int(one) for one in rest.split(",") if one.isdecimal()]
        if kind in CHANGES_OF_PRODUCTS:
            self.on_changed_products()
        match kind:
            case "pages":
                self.changes.record(map(page_tag, ids))
            case "cards" if has_ids:
                self.changes.record([*map(page_tag, ids), *map(card_tag, ids)])
                self._check_redirect_targets(ids)
            case "collections":
                self.changes.record([OVERVIEWS, LISTED, *map(collection_tag, ids)])
            case "stock":
                self.stock_log.read_soon()
            case "overviews":
                self.changes.record([OVERVIEWS])
            case "words":
                self.changes.record([SUGGESTED])
            case "content":
                self.changes.record([CONTENT])
            case "swatches":
                self._on_swatches()
            case "index":
                self._on_indexed(ids if has_ids else None)
            case "names":
                self._clear_names()
                self.changes.record_everything()
            case _:
                self.changes.record_everything()

    def _on_stock(self, product_ids: list[int] | None) -> None:
        if product_ids is None:
            self.changes.record_everything()
        else:
            self.changes.record(map(page_tag, product_ids))

    def _on_indexed(self, product_ids: list[int] | None) -> None:
        """Read the index again, beside the requests. What is written meanwhile is read after that."""
        if product_ids is None or self._indexed is None:
            self._indexed = None
        else:
            self._indexed.update(product_ids)
        if self._reading_index is None:
            self._reading_index = asyncio.create_task(self._read_index())
            self._reading_index.add_done_callback(self._index_read)

    async def _read_index(self) -> None:
        while self._indexed is None or self._indexed:
            product_ids, self._indexed = self._indexed, set()
            is_few = product_ids is not None and len(product_ids) <= MAX_INDEXED
            before = None
            if is_few and self._engine.is_open and not self._engine.is_shared:
                before = await self._engine.memberships(product_ids or ())
            try:
                await self._engine.open(self._database_key)
            except IndexUnusable as error:
                # The open index stays usable; the writer rebuilds the index with its next job.
                log.warning("search_index_not_reloaded", reason=str(error))
                continue
            if before is None:
                self.changes.record_everything()
            else:
                after = await self._engine.memberships(product_ids or ())
                self.changes.record(indexed_tags(before, after))

    def _index_read(self, task: asyncio.Task[None]) -> None:
        self._reading_index = None
        if not task.cancelled() and (error := task.exception()) is not None:
            # The next change reads it again.
            log.error("search_index_not_read", error=repr(error))
            self.changes.record_everything()

    def _on_swatches(self) -> None:
        """Read the swatches again, beside the requests: most changes of products show the same ones."""
        self._are_swatches_counted = False
        if self._reading_swatches is None:
            self._reading_swatches = asyncio.create_task(self._read_swatches())
            self._reading_swatches.add_done_callback(self._swatches_read)

    async def _read_swatches(self) -> None:
        while not self._are_swatches_counted:
            self._are_swatches_counted = True
            async with self._reading_names:
                if self._names is None:
                    # Whoever needs the names next reads all of them.
                    continue
                async with self.database.reading() as connection:
                    swatches = await read_swatches(connection)
                if self._names is not None and swatches != self._names.swatches:
                    self._names = replace(self._names, swatches=swatches)
                    self.changes.record_everything()

    def _swatches_read(self, task: asyncio.Task[None]) -> None:
        self._reading_swatches = None
        if not task.cancelled() and (error := task.exception()) is not None:
            # The next request reads them with the other names.
            log.error("swatches_not_read", error=repr(error))
            self._clear_names()
            self.changes.record_everything()

    @property
    def is_reading(self) -> bool:
        """Whether the index, swatches or changes of stock are being read."""
        return (
            self._reading_index is not None
            or self._reading_swatches is not None
            or self.stock_log.is_behind
        )

    async def close(self) -> None:
        """Wait for what uses the index or the database."""
        await self.stock_log.close()
        if self._reading_swatches is not None:
            await asyncio.wait([self._reading_swatches])
        if self._reading_index is not None:
            await self._reading_index
        await self._engine.close()

    def _expire_unless_listening(self) -> None:
        """Expire everything every second while there are no notifications."""
        if self.listening or time.monotonic() - self._checked_at < HEARTBEAT_SECONDS:
            return
        self._checked_at = time.monotonic()
        self._mark_stale()

    def _check_redirect_targets(self, product_ids: list[int]) -> None:
        """Read the names again if a search leads to one of these products, which may be gone."""
        if self._reading_names.locked():
            self._cards_while_reading.update(product_ids)
        names = self._names
        if names is not None and not names.redirect_targets.product_ids.isdisjoint(product_ids):
            self._clear_names()
            self.changes.record_everything()

    def _clear_names(self) -> None:
        self._names_change += 1
        self._names = None

    def _mark_stale(self) -> None:
        self._clear_names()
        self._on_indexed(None)
        self.changes.record_everything()

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
                self.stock_log.restart()
                self.listening = True
                self._first_connection.set()
                pause = 0.1
                while True:
                    await asyncio.sleep(HEARTBEAT_SECONDS)
                    await self.database.check_dedicated(connection, within=HEARTBEAT_SECONDS)
                    await self._look_for_engine()
                    self.stock_log.read_soon()
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
    engine = updates.search_engine_of(runtime)
    is_followed = runtime.settings.search_seconds > 0
    await updates.open_index(engine, runtime.database, is_followed=is_followed)
    cache = CatalogCache(engine, runtime, await updates.database_key(runtime.database))
    runtime.services["catalog"] = cache
    listening = asyncio.create_task(cache.listen())
    await cache.wait_until_listening()
    try:
        yield cache
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        await cache.close()


def catalog_cache_of(request: Request) -> CatalogCache:
    """Return the process's catalog cache. Raises NotReady if it is not open."""
    cache: CatalogCache | None = runtime_of(request).services.get("catalog")
    if cache is None:
        raise NotReady
    return cache
