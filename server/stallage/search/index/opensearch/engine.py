"""The search engine in another service: an OpenSearch server that several machines share.

An alias names the active index. A rebuild fills another index and then moves the alias, in one step. A
session lock of PostgreSQL serialises the writers of all machines. If it is lost, the index tells that a
writer has not finished.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterable, AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

import asyncpg

from stallage.core.db_limits import UNLIMITED
from stallage.core.errors import NotReady
from stallage.core.paging import Page
from stallage.search.index.analysis import analysis_of
from stallage.search.index.engine import (
    Batch,
    IndexState,
    ListOptions,
    OnVisible,
    ProductTraits,
)
from stallage.search.index.lists import IndexedList
from stallage.search.index.memberships import Memberships
from stallage.search.index.opensearch.client import OpenSearchClient, WriteConflict, index_actions
from stallage.search.index.opensearch.documents import document
from stallage.search.index.opensearch.indexes import OpenSearchIndexes
from stallage.search.index.opensearch.lists import attribute_values
from stallage.search.index.opensearch.search import OpenSearchReader
from stallage.search.index.schema import SearchDocument
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

LOCK = "SELECT pg_advisory_lock(hashtext($1))"
CONNECT_SECONDS = 5
DEFAULT_OPTIONS = ListOptions()


class OpenSearchEngine:
    """A `SearchEngine` of a server. `dsn`: the shop's database, which has the writers' lock."""

    is_shared = True
    is_open = True

    def __init__(self, url: str, language: str, dsn: str) -> None:
        self.indexed: dict[int, int] = {}
        self.client = OpenSearchClient(url)
        self._reader = OpenSearchReader(self.client)
        self._analysis = analysis_of(language)
        self.indexes = OpenSearchIndexes(self.client, self._analysis.language)
        self._epoch = ""
        """That of the state when this process wrote last."""
        self._writer = secrets.token_hex(6)
        self._dsn = dsn

    @property
    def language(self) -> str:
        """The language that texts are stemmed in."""
        return self._analysis.language

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,
        options: ListOptions = DEFAULT_OPTIONS,
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        return await self._reader.find(list_query, page, rules, options)

    async def first(
        self, list_query: ListQuery, limit: int, rules: WordRules = ENGLISH
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        return await self._reader.first(list_query, limit, rules)

    async def suggest(self, typed: str, limit: int, rules: WordRules = ENGLISH) -> list[int]:
        """Return the first ids for a text that is being typed."""
        return (await self.first(ListQuery(words=typed), limit, rules)).ids

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock."""
        return await self._reader.similar(traits, limit)

    async def count_categories(self) -> dict[int, int]:
        """Return the number of products by category, including its subcategories."""
        values = await self._reader.values("category")
        return {int(key): count for key, count in values.items()}

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Return the number of products by attribute or option and value."""
        values = await self._reader.values("attribute")
        return attribute_values({str(key): count for key, count in values.items()})

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        return await self._reader.memberships(product_ids)

    async def open(self, database_key: str) -> None:
        """Check that the index can be used. Reads always see what was written. Raises IndexUnusable."""
        await self.indexes.active(database_key)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Lock out writers of all machines. Waits for the lock.

        The lock has a connection of its own, and ends with it if the process dies.
        """
        connection = await asyncpg.connect(
            self._dsn, timeout=CONNECT_SECONDS, server_settings=UNLIMITED
        )
        try:
            await connection.execute(LOCK, f"search:{self.client.name}")
            yield
        finally:
            connection.terminate()

    async def state(self, database_key: str) -> IndexState:
        """Return the state of the active index. Raises IndexUnusable."""
        state = await self.indexes.state(database_key)
        if state.epoch != self._epoch:
            # The position has moved back since, or the index is another one.
            self.indexed = {}
        return IndexState(state.position, state.written_at)

    async def count(self, database_key: str) -> int:
        """Return the number of products in the active index. Raises IndexUnusable."""
        return await self.indexes.count(await self.indexes.active(database_key))

    async def write(
        self,
        database_key: str,
        batches: AsyncIterable[Batch],
        position: int,
        on_visible: OnVisible | None = None,
    ) -> None:
        """Put and drop products and move the position. Raises IndexUnusable.

        The index stores who has begun to write. If that engine loses the lock before it stores its position,
        it may write older products later: the next one finds the index unusable, and builds another.
        """
        state = await self.indexes.claim(database_key, self._writer)
        async for batch in batches:
            await self._bulk(state.index, batch)
        await self.indexes.refresh(state.index)
        try:
            await self.indexes.move(state, position)
        except WriteConflict:
            await self.indexes.rewind(state)
            raise NotReady from None
        self._epoch = state.epoch
        if on_visible is not None:
            await on_visible()

    async def move(self, database_key: str, position: int) -> None:
        """Store a later position. Raises IndexUnusable."""
        try:
            state = await self.indexes.writable(database_key, self._writer)
            await self.indexes.move(state, position)
        except WriteConflict:
            raise NotReady from None

    async def rebuild(
        self, database_key: str, batches: AsyncIterable[Sequence[SearchDocument]], position: int
    ) -> int:
        """Fill a new index, which becomes active when it is complete; return its number of products."""
        state = await self.indexes.create(database_key, position)
        count = 0
        async for batch in batches:
            await self._bulk(state.index, Batch(batch))
            count += len(batch)
        await self.indexes.refresh(state.index)
        try:
            # A server creates an index again if one that was deleted is written to, without its position.
            await self.indexes.move(state, position)
        except WriteConflict:
            raise NotReady from None
        await self.indexes.activate(state.index)
        self._epoch = state.epoch
        return count

    async def close(self) -> None:
        """Close the connections to the server."""
        await self.client.close()

    async def _bulk(self, index: str, batch: Batch) -> None:
        documents = [document(one, self._analysis) for one in batch.put]
        await self.client.bulk(index, index_actions(batch.drop, documents))
