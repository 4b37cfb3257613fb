"""The search engine inside the process: tantivy, in the data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial

import tantivy

from stallage.core.paging import Page
from stallage.search.index.engine import Batch, IndexState, ListOptions, ProductTraits
from stallage.search.index.facet_counts import count_attribute_values, count_categories
from stallage.search.index.facet_passes import FacetPasses
from stallage.search.index.lists import IndexedList, find_ids, find_list
from stallage.search.index.memberships import Memberships, read_memberships
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.similar import similar_products
from stallage.search.index.threads import LongSearches, run_search
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

DEFAULT_OPTIONS = ListOptions()


class TantivyEngine:
    """A `SearchEngine` of a data folder.

    Short searches run on the event loop, long ones and everything that writes in threads.
    """

    is_shared = False

    def __init__(self, index: SearchIndex) -> None:
        self.index = index
        self.long_searches = LongSearches()
        self.indexed: dict[int, int] = {}
        self._passes = FacetPasses()

    @property
    def language(self) -> str:
        """The language that texts are stemmed in."""
        return self.index.analysis.language

    @property
    def is_open(self) -> bool:
        """Whether there has been an index to read."""
        return self.index.is_open

    def searcher(self) -> tantivy.Searcher:
        """Return a searcher of what was last opened. Raises IndexUnusable."""
        return self.index.searcher()

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,
        options: ListOptions = DEFAULT_OPTIONS,
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        return await find_list(
            self.long_searches,
            self.searcher(),
            list_query,
            page,
            rules=rules,
            of_collection=options.of_collection,
            category_is_source=options.category_is_source,
            with_facets=options.with_facets,
            passes=self._passes,
        )

    async def first(
        self, list_query: ListQuery, limit: int, rules: WordRules = ENGLISH
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        return await find_ids(self.long_searches, self.searcher(), list_query, limit, rules)

    async def suggest(self, typed: str, limit: int, rules: WordRules = ENGLISH) -> list[int]:
        """Return the first ids for a text that is being typed."""
        return (await self.first(ListQuery(words=typed), limit, rules)).ids

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock."""
        searcher = self.searcher()
        work = partial(similar_products, searcher, traits, limit)
        return await run_search(self.long_searches, searcher, ListQuery(), work)

    async def count_categories(self) -> dict[int, int]:
        """Return the number of products by category, including its subcategories."""
        return count_categories(self.searcher())

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Return the number of products by attribute or option and value."""
        searcher = self.searcher()
        return await self.long_searches.run(lambda: count_attribute_values(searcher))

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        return await asyncio.to_thread(read_memberships, self.searcher(), product_ids)

    async def open(self, database_key: str) -> None:
        """Read what has been written so far. Raises IndexUnusable."""
        await asyncio.to_thread(self.index.reload, database_key)

    def locked(self) -> AbstractAsyncContextManager[None]:
        """Lock out other writers of the data folder. Waits for the lock."""
        return self.index.locked()

    async def state(self, database_key: str) -> IndexState:
        """Return the state of the active index. Raises IndexUnusable."""
        current = self.index.current(database_key)
        return IndexState(current.position, current.written_at)

    async def count(self, database_key: str) -> int:
        """Return the number of products in the active index. Raises IndexUnusable."""
        return self.index.count(database_key)

    async def write(self, database_key: str, batches: AsyncIterable[Batch], position: int) -> None:
        """Put and drop products and move the position. Raises IndexUnusable."""
        writer = await asyncio.to_thread(self.index.change, database_key)
        async for batch in batches:
            await asyncio.to_thread(writer.put, list(batch.drop), list(batch.put))
        await asyncio.to_thread(writer.finish, position)

    async def move(self, database_key: str, position: int) -> None:
        """Store a later position. Raises IndexUnusable."""
        self.index.move(database_key, position)

    async def rebuild(
        self, database_key: str, batches: AsyncIterable[Sequence[SearchDocument]], position: int
    ) -> int:
        """Fill a new index, which becomes active when it is complete; return its number of products."""
        writer = self.index.begin(database_key)
        count = 0
        async for batch in batches:
            await asyncio.to_thread(writer.put, [], list(batch))
            count += len(batch)
        await asyncio.to_thread(writer.finish, position)
        return count

    async def close(self) -> None:
        """Wait for running searches, and end their threads."""
        self.long_searches.close()
        self.long_searches = LongSearches()
