"""Benchmarks of the most frequent reads: lists, product pages, searches with facets.

Each is measured three times in one run: with the shop as it is, with the response cache off, and with the
reference `bare`, which sends the same bytes.
"""

from __future__ import annotations

import asyncio
import random
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import asyncpg

from bench import catalogue
from bench.harness import (
    Measured,
    free_port,
    fresh_shop,
    load,
    memory_mb,
    print_table,
    run_command,
    serving,
    shop_serving,
)

SECONDS = 5.0
SORTS = ["", "&sort=newest", "&sort=price", "&sort=-price", "&sort=rating"]
NARROWED = ["", "&inStock=true", "&attr.material=Oak", "&price=1000..9000", "&rating=4"]


def paths_by_kind(slugs: list[str]) -> dict[str, list[str]]:
    """Return hundreds of distinct paths of each kind."""
    chance = random.Random(catalogue.SEED)
    lists = [
        f"/api/products?category=c{number % catalogue.TOP_CATEGORIES}"
        f"{chance.choice(['', f'-{number % catalogue.BELOW_EACH}'])}"
        f"&page={chance.choice([1, 1, 1, 2, 3])}{chance.choice(SORTS)}{chance.choice(NARROWED)}"
        for number in range(200)
    ]
    searches = [
        "/api/products?q="
        + "+".join(chance.sample(catalogue.WORDS, chance.choice([1, 1, 2, 2, 3])))
        + chance.choice(NARROWED)
        for _ in range(200)
    ]
    products = [f"/api/products/{slug}" for slug in chance.sample(slugs, 300)]
    return {
        "list of 24 with facets": lists,
        "product page": products,
        "search with facets": searches,
    }


async def store_bodies(dsn: str, port: int, paths: dict[str, list[str]]) -> dict[str, list[str]]:
    """Store the shop's responses for the reference; return its paths by kind."""
    every = [path for each in paths.values() for path in each]
    stored = iter(await store_bodies_of(dsn, port, every))
    return {kind: [next(stored) for _ in each] for kind, each in paths.items()}


async def store_bodies_of(
    dsn: str, port: int, paths: Sequence[str], headers: Mapping[str, str] | None = None
) -> list[str]:
    """Store the responses of paths for the reference; return its paths."""
    connection = await asyncpg.connect(dsn)
    await connection.execute("CREATE TABLE bench_bodies (key bigint PRIMARY KEY, body bytea)")
    rows = [
        (place, await asyncio.to_thread(body_of, port, path, headers or {}))
        for place, path in enumerate(paths)
    ]
    await connection.copy_records_to_table("bench_bodies", records=rows)
    await connection.execute("VACUUM ANALYZE bench_bodies")
    await connection.close()
    return [f"/bytes/{place}" for place, _ in rows]


def body_of(port: int, path: str, headers: Mapping[str, str]) -> bytes:
    """Return the body of the shop's response."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=dict(headers))
    with urllib.request.urlopen(request) as answer:
        body: bytes = answer.read()
    return body


def measure_all(port: int, paths: dict[str, list[str]]) -> dict[str, Measured]:
    """Measure each kind."""
    return {kind: load(port, each, SECONDS) for kind, each in paths.items()}


def measure(folder: Path, dsn: str) -> None:
    """Measure and print."""
    began = time.perf_counter()
    slugs = asyncio.run(catalogue.fill(dsn))
    print(f"{len(slugs):,} products filled in {time.perf_counter() - began:.1f} s")
    paths = paths_by_kind(slugs)
    # Before it serves, so that its memory is that of serving.
    run_command(folder, dsn, "reindex")
    with shop_serving(folder, dsn) as (port, pid):
        idle = memory_mb(pid)
        stored_paths = asyncio.run(store_bodies(dsn, port, paths))
        shop = measure_all(port, paths)
        loaded = memory_mb(pid)
    with shop_serving(folder, dsn, STALLAGE_RESPONSE_CACHE_MB="0") as (port, _):
        uncached = measure_all(port, paths)
    port = free_port()
    with serving(["bench/bare.py", str(port)], port, "/bytes/0", BENCH_DSN=dsn):
        bare = measure_all(port, stored_paths)
    report(shop, uncached, bare)
    print(
        "\nMemory of the shop's process, resident / proportional:"
        f" idle {idle[0]:.0f} / {idle[1]:.0f} MB, loaded {loaded[0]:.0f} / {loaded[1]:.0f} MB"
    )


def report(
    shop: dict[str, Measured], uncached: dict[str, Measured], bare: dict[str, Measured]
) -> None:
    """Print requests per second and ratios to the reference."""
    rows = [
        [
            kind,
            f"{bare[kind].per_second:,.0f}",
            f"{one.per_second:,.0f}",
            f"{one.per_second / bare[kind].per_second:.2f}",
            f"{one.median_ms:.1f} / {one.slow_ms:.1f}",
            f"{uncached[kind].per_second:,.0f}",
            f"{uncached[kind].per_second / bare[kind].per_second:.2f}",
            f"{uncached[kind].median_ms:.1f} / {uncached[kind].slow_ms:.1f}",
            str(one.failures + uncached[kind].failures + bare[kind].failures),
        ]
        for kind, one in shop.items()
    ]
    print_table(
        "Requests per second on one core, 16 connections, 10,000 products, varied addresses",
        ["", "bare", "shop", "ratio", "ms 50/99 %", "uncached", "ratio", "ms 50/99 %", "failures"],
        rows,
    )
    print(
        "\n'bare' is Starlette with asyncpg, sending the same bytes with one SELECT. 'shop' caches"
        "\nresponses until their content changes; 'uncached' creates every response."
    )


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        measure(folder, dsn)


if __name__ == "__main__":
    main()
