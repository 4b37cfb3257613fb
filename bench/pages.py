"""Pages as a browser receives them on a first visit: cached ones per second, and the time of a first render.

The reference `bare` sends the same bytes (see `bare.py`). Cached pages are a few addresses requested again
and again; the first requests of pages are for addresses that nobody has requested before, because of their
product, category, sort order or page number. All are compressed with Brotli, as for a browser.
"""

from __future__ import annotations

import asyncio
import http.client
import itertools
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import catalogue
from bench.goals import Metric, percentile
from bench.harness import (
    ROOT,
    Measured,
    free_port,
    fresh_shop,
    memory_mb,
    print_table,
    send_load,
    serving,
    shop_serving,
)
from bench.reads import SORTS, store_bodies_of

SECONDS = 5.0
FIRST_RENDERS = 200
CROWD_PAGES = 3_000
"""More than 16 shoppers can request in SECONDS if each page is rendered."""
HEADERS = {"Accept": "text/html", "Accept-Encoding": "br"}

PER_SECOND = Metric("cached pages per second", at_least=3_000)
CACHED_MS = Metric("cached page, 50 %", digits=2, unit=" ms", at_most=0.99)
FIRST_MS = Metric("first render, 50 %", digits=1, unit=" ms", at_most=39.9)


def load_pages(port: int, paths: Sequence[str]) -> Measured:
    """Request pages in turn with 16 concurrent shoppers."""
    calls = [{"method": "GET", "path": path, "headers": HEADERS, "body": ""} for path in paths]
    return send_load(port, [calls], SECONDS)


def cached_paths(slugs: Sequence[str]) -> dict[str, list[str]]:
    """Return the addresses of each kind that are requested again and again."""
    return {
        "home": ["/"],
        "list": [f"/c/collections/c{number}" for number in range(8)],
        "product": [f"/products/{slug}" for slug in slugs[:32]],
    }


def new_paths(slugs: Sequence[str]) -> dict[str, list[str]]:
    """Return addresses of each kind, none twice and none of `cached_paths`."""
    lists = [
        f"/c/collections/c{top}{below}?page={page}{sort}"
        for top in range(catalogue.TOP_CATEGORIES)
        for below in ("", *(f"-{number}" for number in range(catalogue.BELOW_EACH)))
        for page in range(2, 5)
        for sort in SORTS
    ]
    chance = random.Random(catalogue.SEED)
    chance.shuffle(lists)
    return {
        "home": [f"/?page={number}" for number in range(2, FIRST_RENDERS + CROWD_PAGES)],
        "list": lists,
        "product": [f"/products/{slug}" for slug in slugs[32:]],
    }


def times_of(port: int, paths: Sequence[str]) -> list[float]:
    """Request pages one after another over one connection; return milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.connect()
    times = []
    for path in paths:
        began = time.perf_counter()
        connection.request("GET", path, headers=HEADERS)
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - began) * 1000)
        if answer.status != http.client.OK:
            raise RuntimeError(f"{path} was answered with status {answer.status}")
    connection.close()
    return times


def measure(folder: Path, dsn: str) -> None:
    """Measure and print."""
    slugs = asyncio.run(catalogue.fill(dsn))
    cached, new = cached_paths(slugs), new_paths(slugs)
    client = str(ROOT / "web/dist")
    with shop_serving(folder, dsn, STALLAGE_CLIENT_DIR=client) as (port, pid):
        idle = memory_mb(pid)
        every = [path for each in cached.values() for path in each]
        stored = iter(asyncio.run(store_bodies_of(dsn, port, every, HEADERS)))
        stored_paths = {
            kind: list(itertools.islice(stored, len(each))) for kind, each in cached.items()
        }
        shop = {kind: load_pages(port, each) for kind, each in cached.items()}
        alone = {kind: times_of(port, (each * 200)[:200]) for kind, each in cached.items()}
        after_cached = memory_mb(pid)
        first = {kind: times_of(port, each[:FIRST_RENDERS]) for kind, each in new.items()}
        crowd = {
            kind: load_pages(port, each[FIRST_RENDERS : FIRST_RENDERS + CROWD_PAGES])
            for kind, each in new.items()
        }
        loaded = memory_mb(pid)
    port = free_port()
    with serving(["bench/bare.py", str(port)], port, "/bytes/0", BENCH_DSN=dsn):
        bare = {kind: load_pages(port, each) for kind, each in stored_paths.items()}
    report_cached(shop, bare, alone)
    report_first(first, crowd)
    print_misses(shop, alone, first)
    print(
        "\nMemory of the shop's process, resident / proportional:"
        f" idle {idle[0]:.0f} / {idle[1]:.0f} MB,"
        f" after the cached pages {after_cached[0]:.0f} / {after_cached[1]:.0f} MB,"
        f" after the first renders {loaded[0]:.0f} / {loaded[1]:.0f} MB"
    )


def report_cached(
    shop: Mapping[str, Measured], bare: Mapping[str, Measured], alone: Mapping[str, Sequence[float]]
) -> None:
    """Print cached pages per second and their ratio to the reference."""
    rows = [
        [
            kind,
            f"{bare[kind].per_second:,.0f}",
            f"{one.per_second:,.0f}",
            f"{one.per_second / bare[kind].per_second:.2f}",
            f"{one.median_ms:.1f} / {one.slow_ms:.1f}",
            f"{percentile(alone[kind], 50):.2f} / {percentile(alone[kind], 99):.2f}",
            str(one.failures + bare[kind].failures),
        ]
        for kind, one in shop.items()
    ]
    print_table(
        "Cached pages per second on one core, 16 connections, 10,000 products",
        ["", "bare", "shop", "ratio", "ms 50/99 %", "ms alone 50/99 %", "failures"],
        rows,
    )


def report_first(first: Mapping[str, Sequence[float]], crowd: Mapping[str, Measured]) -> None:
    """Print the times of first renders, one after another and with 16 shoppers."""
    rows = [
        [
            kind,
            *(f"{percentile(times, percent):.1f}" for percent in (50, 95, 99)),
            f"{crowd[kind].per_second:,.0f}",
            f"{crowd[kind].median_ms:.0f} / {crowd[kind].slow_ms:.0f}",
            str(crowd[kind].failures),
        ]
        for kind, times in first.items()
    ]
    print_table(
        "Pages that were never requested before: alone, and with 16 connections",
        ["", "ms 50 %", "95 %", "99 %", "per second", "ms 50/99 %", "failures"],
        rows,
    )


def print_misses(
    shop: Mapping[str, Measured],
    alone: Mapping[str, Sequence[float]],
    first: Mapping[str, Sequence[float]],
) -> None:
    """Print which goals are missed."""
    values = [
        (kind, metric, value)
        for kind in shop
        for metric, value in (
            (PER_SECOND, shop[kind].per_second),
            (CACHED_MS, percentile(alone[kind], 50)),
            (FIRST_MS, percentile(first[kind], 50)),
        )
    ]
    misses = [f"{kind}: {miss}" for kind, metric, value in values if (miss := metric.miss(value))]
    if misses:
        print("\nMissed goals:", *misses, sep="\n  ")


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        measure(folder, dsn)


if __name__ == "__main__":
    main()
