"""The search engine inside the process: tantivy, in the data folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import TypeVar

import tantivy

from stallage.core.allocation import return_free_memory
from stallage.core.paging import Page
from stallage.search.index.engine import (
    Batch,
    IndexState,
    IndexUnusable,
    ListOptions,
    OnVisible,
    ProductTraits,
)
from stallage.search.index.lists import IndexedList
from stallage.search.index.memberships import Memberships, read_memberships
from stallage.search.index.product_sets import ProductSets
from stallage.search.index.read_sets import STORED_LEAST, follow, read_all
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import (
    IndexWriter,
    OpenedIndex,
    SearchIndex,
    unusable_if_broken,
)
from stallage.search.index.set_lists import (
    all_attribute_values,
    all_categories,
    find_in_sets,
    first_in_sets,
)
from stallage.search.index.similar import similar_products
from stallage.search.index.stored_words import frequent_words
from stallage.search.index.threads import MANY_IDS, LongSearches, run_search
from stallage.search.index.word_lists import find_with_words, first_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

T = TypeVar("T")

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
        self._words: WordSets | None = None

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

    def sets(self) -> ProductSets:
        """Return the sets of products of what was last opened. Raises IndexUnusable."""
        return self.words().sets

    def words(self) -> WordSets:
        """Return the sets of products by word of what was last opened. Raises IndexUnusable."""
        if self._words is None:
            raise IndexUnusable("The search index is not open.")
        return self._words

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,
        options: ListOptions = DEFAULT_OPTIONS,
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        if not _has_words(list_query):
            sets = self.sets()
            return await self._run(
                list_query, partial(find_in_sets, sets, list_query, page, options)
            )
        words = self.words()

        def work(index: WordSets) -> IndexedList:
            return find_with_words(index, list_query, page, rules, options)

        return await run_search(self.long_searches, words, list_query, work)

    async def first(
        self, list_query: ListQuery, limit: int, rules: WordRules = ENGLISH
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        if not _has_words(list_query):
            sets = self.sets()
            return await self._run(list_query, partial(first_in_sets, sets, list_query, limit))
        words = self.words()

        def work(index: WordSets) -> ListResult:
            return first_with_words(index, list_query, limit, rules)

        return await run_search(self.long_searches, words, list_query, work)

    async def suggest(self, typed: str, limit: int, rules: WordRules = ENGLISH) -> list[int]:
        """Return the first ids for a text that is being typed."""
        return (await self.first(ListQuery(words=typed), limit, rules)).ids

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock."""
        return similar_products(self.sets(), traits, limit)

    async def _run(self, list_query: ListQuery, work: Callable[[], T]) -> T:
        """Return what `work` finds in the sets, in a thread if it has to look up many ids."""
        if len(list_query.filters.product_ids or ()) > MANY_IDS:
            return await self.long_searches.run(work)
        return work()

    async def count_categories(self) -> dict[int, int]:
        """Return the number of products by category, including its subcategories."""
        return all_categories(self.sets())

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Return the number of products by attribute or option and value."""
        return all_attribute_values(self.sets())

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        return await asyncio.to_thread(read_memberships, self.searcher(), product_ids)

    async def open(self, database_key: str) -> None:
        """Read what has been written so far. Raises IndexUnusable."""
        opened, words = await asyncio.to_thread(self._read, database_key)
        is_same = self.index.is_same(opened)
        # Together, so that searches and lists are of one state.
        self.index.use(opened)
        self._words = words
        if not is_same:
            # What was read to build the sets, and the sets of the index before.
            await asyncio.to_thread(return_free_memory)

    def _read(self, database_key: str) -> tuple[OpenedIndex, WordSets]:
        opened = self.index.read(database_key)
        before = self._words if self.index.is_same(opened) else None
        with unusable_if_broken():
            folder = self.index.folder / opened.folder
            sets = follow(None if before is None else before.sets, opened.searcher, folder)
        return opened, WordSets(opened.searcher, sets, before)

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

    async def write(
        self,
        database_key: str,
        batches: AsyncIterable[Batch],
        position: int,
        on_visible: OnVisible | None = None,
    ) -> None:
        """Put and drop products and move the position. Raises IndexUnusable.

        After that, it waits until tantivy has merged files, which takes seconds if they are large.
        """
        writer = await asyncio.to_thread(self.index.change, database_key)
        async for batch in batches:
            await asyncio.to_thread(writer.put, list(batch.drop), list(batch.put))
        await asyncio.to_thread(writer.publish, position)
        try:
            if on_visible is not None:
                await on_visible()
        finally:
            await asyncio.to_thread(writer.wait_for_merges)

    async def move(self, database_key: str, position: int) -> None:
        """Store a later position. Raises IndexUnusable."""
        self.index.move(database_key, position)

    async def rebuild(
        self, database_key: str, batches: AsyncIterable[Sequence[SearchDocument]], position: int
    ) -> int:
        """Fill a new index, which becomes active when it is complete; return its number of products."""
        writer = self.index.begin(database_key)
        count = 0
        last: Sequence[SearchDocument] = ()
        async for batch in batches:
            await asyncio.to_thread(writer.put, [], list(batch))
            count += len(batch)
            last = batch or last
        if count >= STORED_LEAST:
            await asyncio.to_thread(writer.merge_early, last)
        await asyncio.to_thread(_finish_rebuild, writer, position)
        return count

    async def close(self) -> None:
        """Wait for running searches, and end their threads."""
        self.long_searches.close()
        self.long_searches = LongSearches()


def _finish_rebuild(writer: IndexWriter, position: int) -> None:
    writer.complete()
    if writer.searcher().num_docs >= STORED_LEAST:
        # Here, so that the serving processes do not have to.
        with unusable_if_broken():
            searcher = writer.searcher()
            read_all(searcher, writer.folder, frequent_words(searcher, writer.analysis))
    writer.activate(position)


def _has_words(list_query: ListQuery) -> bool:
    return bool(list_query.words and list_query.words.strip())
