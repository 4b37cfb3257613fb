"""Duration of searches and lists in the index alone, and the delay that they cause on the event loop.

`python -m bench.searching` builds indexes of several sizes from random documents, without a database, and
runs searches once on the event loop and once in a thread. The loop's delay is how long all other requests
wait; a task measures it that is due every millisecond.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.catalogue import COLOURS, MATERIALS, NOUNS, PROSE, PROSE_WEIGHTS, SIZES, WORDS
from bench.harness import print_table
from stallage.core.paging import Page
from stallage.search.index.engine import ListOptions
from stallage.search.index.read_sets import read_sets
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.set_lists import find_in_sets
from stallage.search.index.word_lists import find_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import ENGLISH, Filters, ListQuery

SIZES_OF_CATALOGUES = (2_000, 5_000, 10_000, 30_000, 100_000, 300_000)
BATCH = 10_000
ROUNDS = 60
UNKNOWN_WORDS = ("zqxvwkjy", "belovdising", "kitchem", "stonewear")
"""Words that no product has, or with a typing error, which are the most expensive."""


def documents(count: int) -> Iterator[list[SearchDocument]]:
    """Yield batches of documents, the same in every run."""
    chance = random.Random(count)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    batch: list[SearchDocument] = []
    for number in range(1, count + 1):
        words = [chance.choice(MATERIALS), chance.choice(NOUNS)]
        batch.append(
            SearchDocument(
                id=number,
                title=" ".join(words),
                created_at=now - timedelta(minutes=number),
                brand=f"Brand {number % 200}",
                brand_id=number % 200 + 1,
                kind=words,
                types=words,
                attributes={
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
    """Return queries by kind."""
    chance = random.Random(1)
    return {
        "list": [ListQuery(Filters(category_id=number % 20 + 1)) for number in range(ROUNDS)],
        "search": [ListQuery(words=" ".join(chance.sample(WORDS, 2))) for _ in range(ROUNDS)],
        "one word": [ListQuery(words=chance.choice(WORDS)) for _ in range(ROUNDS)],
        "three words": [ListQuery(words=" ".join(chance.sample(WORDS, 3))) for _ in range(ROUNDS)],
        "words of a title": [
            ListQuery(words=f"{chance.choice(MATERIALS)} {chance.choice(NOUNS)}")
            for _ in range(ROUNDS)
        ],
        "prefix": [ListQuery(words=chance.choice(NOUNS)[:3]) for _ in range(ROUNDS)],
        "typing error": [
            ListQuery(words=word[:2] + word[3:])
            for word in chance.choices([noun for noun in NOUNS if len(noun) > 5], k=ROUNDS)
        ],
        "expensive search": [
            ListQuery(
                Filters(rating=1, attributes=(("colour", (chance.choice(COLOURS),)),)),
                words=" ".join([*chance.sample(PROSE, 8), *UNKNOWN_WORDS]),
            )
            for _ in range(ROUNDS)
        ],
    }


def run_query(index: WordSets, list_query: ListQuery) -> None:
    """Run a query with its facets, like an uncached request."""
    if list_query.words is None:
        find_in_sets(index.sets, list_query, Page(1, 24), ListOptions())
    else:
        find_with_words(index, list_query, Page(1, 24), ENGLISH, ListOptions())


async def _measure(
    index: WordSets, queries: list[ListQuery], *, thread: bool
) -> tuple[float, float]:
    """Return the median of a query and the longest delay of the loop, in milliseconds."""
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
    for list_query in queries:
        began = time.perf_counter()
        if thread:
            await asyncio.to_thread(run_query, index, list_query)
        else:
            run_query(index, list_query)
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
        writing.finish(0)
        index.reload("bench")
        words = WordSets(index.searcher(), read_sets(index.searcher()))
        for kind, queries in lists().items():
            loop, delay = await _measure(words, queries, thread=False)
            thread, beside = await _measure(words, queries, thread=True)
            rows.append(
                [f"{count:,} products, {kind}"]
                + [f"{value:.2f}" for value in (loop, delay, thread, beside)]
            )
    return rows


def main() -> None:
    """Print the table."""
    rows = [row for count in SIZES_OF_CATALOGUES for row in asyncio.run(_rows(count))]
    head = ["ms", "on the loop", "longest delay", "in a thread", "longest delay"]
    print_table("searching the index", head, rows)


if __name__ == "__main__":
    main()
