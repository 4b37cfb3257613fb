"""Runs a search where it holds up nobody: on the event loop if it is short, else in a thread.

A thread costs 0.15 ms, which is half of a short search. Measured by `bench/searching.py`: a list takes
1 ms from about 50,000 products on, and a search for many words 10 ms in a catalogue of any size.
The index's library lets other threads run while it searches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tantivy import Searcher

from stallage.catalog.search.asked import Asked
from stallage.catalog.search.text_query import words_of
from stallage.core.shares import Share

T = TypeVar("T")

LARGE_CATALOGUE = 50_000
"""Products from which on every search is long."""
MANY_WORDS = 4
MANY_IDS = 1_000
THREADS = 2
"""Long searches at once; the rest wait for a moment."""


class LongSearches:
    """A process's threads for long searches."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "searches")
        self._share = Share(THREADS)

    async def run(self, work: Callable[[], T]) -> T:
        """Runs a search in a thread. Raises NotReady where none becomes free in time."""
        async with self._share.slot():
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Ends the threads; what runs is finished first."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def is_long(searcher: Searcher, asked: Asked) -> bool:
    """Whether working a list out would hold up the event loop."""
    if searcher.num_docs >= LARGE_CATALOGUE:
        return True
    if asked.filters.product_ids is not None and len(asked.filters.product_ids) > MANY_IDS:
        return True
    return asked.words is not None and len(words_of(asked.words)) > MANY_WORDS


async def search(
    long_searches: LongSearches, searcher: Searcher, asked: Asked, work: Callable[[], T]
) -> T:
    """The result of `work`, which searches the index for `asked` and touches nothing else."""
    if is_long(searcher, asked):
        return await long_searches.run(work)
    return work()
