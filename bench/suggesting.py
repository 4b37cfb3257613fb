"""Duration of a rebuild of the lexicon and of first-time suggestions.

`python -m bench.suggesting [PRODUCTS ...]` fills shops whose titles have many different words, rebuilds the
lexicon, and times suggestions that no cache has: the whole request, one after another, and its statement.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import sys
import time
from urllib.parse import quote

import asyncpg

from bench.catalogue import COLOURS, MATERIALS, NOUNS, PROSE, QUALITIES, fill
from bench.harness import fresh_shop, print_table, shop_serving
from stallage.search.actions import rebuild_lexicon
from stallage.search.queries.suggestions import fold, suggested_terms

PRODUCTS = (10_000, 100_000)
TEXTS = 200
RARE_WORDS = """
    UPDATE products p SET title = p.title || ' ' || w.words
    FROM unnest($1::bigint[], $2::text[]) AS w (id, words) WHERE w.id = p.id
"""
# Titles are read from the index and the lexicon only, so nothing has to follow this change.
WITHOUT_TRIGGERS = "SET session_replication_role = replica"
WITH_TRIGGERS = "SET session_replication_role = origin"


def texts() -> dict[str, list[str]]:
    """Return different texts by kind, as a shopper types them."""
    chance = random.Random(3)
    words = [*NOUNS, *QUALITIES, *MATERIALS, *COLOURS]
    pairs = {f"{chance.choice(MATERIALS)} {chance.choice(NOUNS)[0]}" for _ in range(TEXTS)}
    return {
        "one character": sorted({word[0] for word in [*words, *PROSE]}),
        "two characters": sorted({word[:2] for word in [*words, *PROSE]}),
        "three characters": sorted({word[:3] for word in words}),
        "a word": sorted(set(words)),
        "a word and a character": sorted(pairs),
        "a typing error": sorted({word[:2] + word[3:] for word in words if len(word) > 4}),
    }


def _row(name: str, took: list[float]) -> list[str]:
    ordered = sorted(took)
    return [name, *(f"{ordered[int(len(ordered) * one)] * 1000:.2f}" for one in (0.5, 0.99))]


async def _prepare(dsn: str, count: int) -> list[float]:
    """Fill the shop; return the seconds of a first rebuild and of one that changes nothing."""
    await fill(dsn, count)
    chance = random.Random(count)
    connection = await asyncpg.connect(dsn)
    ids = list(range(1, count + 1))
    words = [" ".join(chance.sample(PROSE, 2)) for _ in ids]
    await connection.execute(WITHOUT_TRIGGERS)
    await connection.execute(RARE_WORDS, ids, words)
    await connection.execute(WITH_TRIGGERS)
    await connection.execute("VACUUM ANALYZE")
    seconds = []
    for _ in range(2):
        began = time.perf_counter()
        async with connection.transaction():
            await rebuild_lexicon(connection)
        seconds.append(time.perf_counter() - began)
    await connection.execute("VACUUM ANALYZE lexicon")
    await connection.close()
    return seconds


async def _statements(dsn: str) -> list[list[str]]:
    """Time the statement of the suggestions."""
    connection = await asyncpg.connect(dsn)
    rows = []
    for kind, typed in texts().items():
        await suggested_terms(connection, fold(typed[0]))
        took = []
        for text in typed:
            began = time.perf_counter()
            await suggested_terms(connection, fold(text))
            took.append(time.perf_counter() - began)
        rows.append(_row(kind, took))
    await connection.close()
    return rows


def _requests(port: int) -> list[list[str]]:
    """Time whole requests, one after another on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    rows = []
    for kind, typed in texts().items():
        took = []
        # Other searches first, so that none of the texts below is in a cache.
        for text in ("zz", "zzz", *typed):
            began = time.perf_counter()
            connection.request("GET", f"/api/products/suggest?q={quote(text)}")
            response = connection.getresponse()
            response.read()
            took.append(time.perf_counter() - began)
            if response.status != 200:
                raise RuntimeError(f"{text!r} was answered with {response.status}")
        rows.append(_row(kind, took[2:]))
    connection.close()
    return rows


def main(sizes: tuple[int, ...] = PRODUCTS) -> None:
    """Print the tables."""
    for count in sizes:
        with fresh_shop() as (folder, dsn):
            first, again = asyncio.run(_prepare(dsn, count))
            print(f"\nrebuild with {count:,} products: {first:.2f} s, unchanged {again:.2f} s")
            statements = asyncio.run(_statements(dsn))
            with shop_serving(folder, dsn) as (port, _pid):
                requests = _requests(port)
        rows = [
            [*request, *statement[1:]]
            for request, statement in zip(requests, statements, strict=True)
        ]
        head = ["ms", "request", "99 %", "statement", "99 %"]
        print_table(f"suggestions with {count:,} products", head, rows)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or PRODUCTS)
