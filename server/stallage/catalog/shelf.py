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

from stallage.catalog.answers import Answers
from stallage.catalog.search import feed
from stallage.catalog.search.index import IndexUnusable, SearchIndex
from stallage.catalog.search.threads import LongSearches
from stallage.catalog.vocabulary import Vocabulary, read_vocabulary
from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)

HEARTBEAT_SECONDS = 1.0
LONGEST_PAUSE = 5.0


class Shelf:
    """The process's names, index and ready answers."""

    def __init__(self, index: SearchIndex, runtime: Runtime, database_key: str) -> None:
        room = runtime.settings.kept_answers_mb * 1024 * 1024
        self.answers = Answers(room)
        self.facets = Answers(room // 8)
        """Of lists, and their totals, by what narrows them; their pages and orders share them."""
        self.long_searches = LongSearches()
        self.listening = False
        self.last_heard = ""
        self._heard_once = asyncio.Event()
        self._index = index
        self._database = runtime.database
        self._settings = runtime.settings
        self._database_key = database_key
        self._vocabulary: Vocabulary | None = None
        self._names_change = 0
        self._reading_names = asyncio.Lock()
        self._index_changed = False
        self._checked_at = 0.0

    async def vocabulary(self) -> Vocabulary:
        """The names as they are now."""
        self._distrust()
        if self._vocabulary is not None:
            return self._vocabulary
        async with self._reading_names:
            if self._vocabulary is not None:
                return self._vocabulary
            change = self._names_change
            async with self._database.reading() as connection:
                read = await read_vocabulary(connection, self._settings)
            # What changed while it was read is read again by the next who asks.
            if change == self._names_change:
                self._vocabulary = read
            return read

    def searcher(self) -> tantivy.Searcher:
        """The index as it was last committed."""
        self._distrust()
        if self._index_changed:
            self._index_changed = False
            try:
                self._index.reload(self._database_key)
            except IndexUnusable as error:
                # What is open stays usable; the writer builds the index anew with its next job.
                log.warning("search_index_not_reloaded", reason=str(error))
        return self._index.searcher()

    def hear(self, message: str) -> None:
        """Takes in what the database tells."""
        self.last_heard = message
        kind, _, rest = message.partition(":")
        if kind == "pages":
            # Ids that cannot be read are nobody's page.
            ids = [int(one) for one in rest.split(",") if one.isdecimal()]
            self.answers.forget_pages(ids)
            return
        self._forget_answers()
        if kind == "names":
            self._forget_names()
        elif kind == "index":
            self._index_changed = True

    def _distrust(self) -> None:
        """While nobody tells what changed, everything is looked up again every second."""
        if self.listening or time.monotonic() - self._checked_at < HEARTBEAT_SECONDS:
            return
        self._checked_at = time.monotonic()
        self._mark_stale()

    def _forget_answers(self) -> None:
        self.answers.forget_all()
        self.facets.forget_all()

    def _forget_names(self) -> None:
        self._names_change += 1
        self._vocabulary = None

    def _mark_stale(self) -> None:
        self._forget_names()
        self._index_changed = True
        self._forget_answers()

    async def listen(self) -> None:
        """Listens until cancelled, and begins again where the database went away."""
        pause = 0.1
        while True:
            try:
                connection = await self._database.connect_alone()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("catalogue_not_heard", error=str(error), again_in_seconds=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                continue
            try:
                await connection.add_listener(feed.CHANNEL, self._told)
                self._mark_stale()
                self.listening = True
                self._heard_once.set()
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

    async def until_listening(self) -> None:
        """Waits for the first connection, but not for ever: a shop can serve without."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard_once.wait(), LONGEST_PAUSE)

    def _told(self, _connection: Any, _pid: int, _channel: str, message: object) -> None:
        self.hear(str(message))


@asynccontextmanager
async def opened_shelf(runtime: Runtime) -> AsyncIterator[Shelf]:
    """The process's shelf, with an index that can be searched."""
    index = feed.index_of(runtime)
    await feed.ensure_usable(index, runtime.database)
    shelf = Shelf(index, runtime, await feed.database_key(runtime.database))
    runtime.kept["catalog"] = shelf
    listening = asyncio.create_task(shelf.listen())
    await shelf.until_listening()
    try:
        yield shelf
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        shelf.long_searches.close()


def shelf_of(request: Request) -> Shelf:
    """The shelf of the process that answers this request. Raises NotReady where there is none."""
    shelf: Shelf | None = request.app.state.runtime.kept.get("catalog")
    if shelf is None:
        raise NotReady
    return shelf
