"""Run searches on the event loop if they are short, else in a thread.

A thread costs 0.15 ms, half of a short search. Measured by `bench/searching.py`: a search takes 1 ms from
about 50,000 products on, and one for many words 10 ms in a catalog of any size. Tantivy releases the
global interpreter lock while it searches. Lists without words come from sets, on the event loop.

A search for a word whose set is not in memory, and that very many products have, takes up to half a second
with a million products. Such a search starts over in a thread of its own, so that others do not wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from tantivy import Searcher

from stallage.core.concurrency_limits import ConcurrencyLimit
from stallage.search.index.analysis import NO_LANGUAGE, analysis_of
from stallage.search.index.word_sets import LargeRead, WordSets
from stallage.search.index.words import MAX_CHARACTERS
from stallage.search.rules import ListQuery

T = TypeVar("T")

LARGE_CATALOGUE = 50_000
"""Number of products from which every search is long."""
MANY_WORDS = 4
MANY_IDS = 1_000
THREADS = 2
"""Long searches at a time, besides one that reads much."""
READING_WAIT_SECONDS = 5.0
"""How long a search that reads much waits for others that do."""


class LongSearches:
    """The threads of a process for long searches."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "searches")
        self._limit = ConcurrencyLimit(THREADS)
        # One, so that searches for the same word read it once.
        self._reading_thread = ThreadPoolExecutor(1, "reading-searches")
        self._reading_limit = ConcurrencyLimit(1, READING_WAIT_SECONDS)

    async def run(self, work: Callable[[], T]) -> T:
        """Run a search in a thread. Raises NotReady if none becomes free in time."""
        async with self._limit.slot():
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def run_reading(self, work: Callable[[], T]) -> T:
        """Run a search that reads much. Raises NotReady if too many others do."""
        async with self._reading_limit.slot():
            return await asyncio.get_running_loop().run_in_executor(self._reading_thread, work)

    def close(self) -> None:
        """End the threads after running searches have finished."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._reading_thread.shutdown(wait=True, cancel_futures=True)


def is_long(searcher: Searcher, list_query: ListQuery) -> bool:
    """Whether this search would block the event loop for too long."""
    if searcher.num_docs >= LARGE_CATALOGUE:
        return True
    if (
        list_query.filters.product_ids is not None
        and len(list_query.filters.product_ids) > MANY_IDS
    ):
        return True
    if list_query.words is None:
        return False
    words = analysis_of(NO_LANGUAGE).plain.analyze(list_query.words[:MAX_CHARACTERS])
    return len(words) > MANY_WORDS


async def run_search(
    long_searches: LongSearches,
    words: WordSets,
    list_query: ListQuery,
    work: Callable[[WordSets], T],
) -> T:
    """Return the result of `work`, which searches `words` for `list_query` and does nothing else."""
    if not is_long(words.searcher, list_query):
        return work(words)
    try:
        return await long_searches.run(partial(work, words.without_large_reads))
    except LargeRead:
        return await long_searches.run_reading(partial(work, words))
