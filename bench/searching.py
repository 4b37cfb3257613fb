"""How long searches and lists take in the index alone, and what they do to the event loop.

`python -m bench.searching` builds indexes of several sizes from documents made by chance, without a
database, and works out searches once on the event loop and once in a thread. The loop's delay is what
everybody else waits for meanwhile: it is measured by a task that wants to run every millisecond.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.catalogue import COLOURS, MATERIALS, PROSE, PROSE_WEIGHTS, SIZES, THINGS, WORDS
from bench.harness import print_table
from stallage.search.index.facet_counts import count_facets
from stallage.search.index.find import find, words_query
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.list_query import Filters, ListQuery

SIZES_OF_CATALOGUES = (2_000, 5_000, 10_000, 30_000, 100_000, 300_000)
BATCH = 10_000
ROUNDS = 60
MADE_UP = ("zqxvwkjy", "belovdising", "kitchem", "stonewear")
"""Words that no product has, or with a typing error: the dearest to look for."""


def documents(count: int) -> Iterator[list[SearchDocument]]:
    """Documents in batches, the same at every run."""
    chance = random.Random(count)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    batch: list[SearchDocument] = []
    for number in range(1, count + 1):
        words = [chance.choice(MATERIALS), chance.choice(THINGS)]
        batch.append(
            SearchDocument(
                id=number,
                title=" ".join(words),
                created_at=now - timedelta(minutes=number),
                brand=f"Brand {number % 200}",
                brand_id=number % 200 + 1,
                kind=words,
                qualities={
                    "material": [words[0]],
                    "colour": chance.sample(COLOURS, 2),
                    "size": chance.sample(SIZES, 2),
                },
                description=" ".join(chance.choices(PROSE, PROSE_WEIGHTS, k=60)),
                codes=[f"K-{number}"],
                category_ids=[number % 20 + 1, number % 100 + 100],
                price=chance.randrange(500, 90_000),
                rating_count=chance.randrange(50),
                rating_sum=chance.randrange(250),
                popularity=chance.randrange(1000),
                in_stock=chance.random() < 0.9,
            )
        )
        if len(batch) == BATCH:
            yield batch
            batch = []
    yield batch


def lists() -> dict[str, list[ListQuery]]:
    """Searches by kind."""
    chance = random.Random(1)
    return {
        "list": [ListQuery(Filters(category_id=number % 20 + 1)) for number in range(ROUNDS)],
        "search": [ListQuery(words=" ".join(chance.sample(WORDS, 2))) for _ in range(ROUNDS)],
        "dear search": [
            ListQuery(
                Filters(rating=1, qualities=(("colour", (chance.choice(COLOURS),)),)),
                words=" ".join([*chance.sample(PROSE, 8), *MADE_UP]),
            )
            for _ in range(ROUNDS)
        ],
    }


def work_out(index: SearchIndex, list_query: ListQuery) -> None:
    """What a list costs that is requested for the first time."""
    searcher = index.searcher()
    words = words_query(searcher, list_query)
    find(searcher, list_query, words, 0, 24)
    count_facets(searcher, list_query.filters, words, category_is_source=False)


async def _measure(
    index: SearchIndex, wanted: list[ListQuery], *, thread: bool
) -> tuple[float, float]:
    """Median milliseconds of one, and the longest delay of the loop."""
    times: list[float] = []
    longest = 0.0
    done = False

    async def watch() -> None:
        nonlocal longest
        while not done:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - began - 0.001)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0.01)
    for list_query in wanted:
        began = time.perf_counter()
        if thread:
            await asyncio.to_thread(work_out, index, list_query)
        else:
            work_out(index, list_query)
        times.append(time.perf_counter() - began)
        await asyncio.sleep(0)
    done = True
    await watching
    return sorted(times)[len(times) // 2] * 1000, longest * 1000


async def _rows(count: int) -> list[list[str]]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        index = SearchIndex(Path(folder))
        writing = index.begin("bench")
        for batch in documents(count):
            writing.put([], batch)
        writing.finish()
        index.reload("bench")
        for kind, wanted in lists().items():
            loop, delay = await _measure(index, wanted, thread=False)
            thread, beside = await _measure(index, wanted, thread=True)
            rows.append(
                [f"{count:,} products, {kind}"]
                + [f"{value:.2f}" for value in (loop, delay, thread, beside)]
            )
    return rows


def main() -> None:
    """Prints the table."""
    rows = [row for count in SIZES_OF_CATALOGUES for row in asyncio.run(_rows(count))]
    head = ["ms", "on the loop", "longest delay", "in a thread", "longest delay"]
    print_table("searching the index", head, rows)


if __name__ == "__main__":
    main()
