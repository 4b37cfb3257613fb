"""How the size of the catalogue changes the shop's speed, for requests that nobody has sent before.

`python -m bench.scale` measures catalogues of 10,000, 100,000 and 1,000,000 products; `--sizes` names others
and `--plot FILE` draws the growth. A million takes about half an hour.

Each request is sent once, so no response comes from the response cache. Lists share what real lists share:
cards of the same products, and facets of the same filters on other pages and in other orders.

The reference is `bare`: Starlette and asyncpg, which send some of the same responses with one SELECT each.

With sixteen shoppers, most of a response's time is waiting for its turn. How long it takes by itself is
measured with one shopper, who sends other requests than those before.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from bench import catalogue
from bench.growth_plot import draw_growth
from bench.harness import (
    CONNECTIONS,
    Measured,
    free_port,
    fresh_shop,
    memory_mb,
    own_memory_mb,
    print_table,
    run_command,
    send_load,
    serving,
    shop_serving,
    wait_until_idle,
)
from bench.reads import body_of, measure_all, store_bodies
from stallage.products.actions.cards import refresh_products

SIZES = (10_000, 100_000, 1_000_000)
SECONDS = 6.0
CALLS = 24_000
"""More different requests than are sent in that time."""
SECONDS_ALONE = 2.0
SHARE_ALONE = 4
"""One request of so many is for one shopper, who sends fewer in that time."""
REFERENCES = 200
"""Responses of each kind that the reference sends again and again."""
CHANGES = 5
SORTS = [
    "",
    "",
    "",
    "&sort=newest",
    "&sort=price",
    "&sort=-price",
    "&sort=rating",
    "&sort=popularity",
]
IDLE_WITHIN = 900
USUAL_PRICE = 5_000

IN_STOCK = "SELECT id FROM products WHERE in_stock ORDER BY id LIMIT $1"
CHANGE_PRICE = "UPDATE skus SET price = $2, compare_at_price = NULL WHERE product_id = $1"


@dataclass(frozen=True)
class Growth:
    """Figures of one size."""

    products: int
    rebuild_seconds: float
    index_mb: float
    kinds: dict[str, Measured]
    alone: dict[str, Measured]
    """With one shopper."""
    bare: dict[str, Measured]
    """Of the reference."""
    resident_mb: float
    own_mb: float
    """Of it, what is not of files."""
    seen_after: float
    """Seconds until a list shows a change, the worst of CHANGES."""


def requests(slugs: list[str]) -> dict[str, list[str]]:
    """Return different paths of each kind."""
    chance = random.Random(catalogue.SEED)
    makers: dict[str, Callable[[random.Random], str]] = {
        "lists": _list,
        "searches": _search,
        "suggestions": _suggestion,
    }
    paths = {kind: _different(make, chance) for kind, make in makers.items()}
    pages = chance.sample(slugs, min(len(slugs), CALLS))
    return {**paths, "product pages": [f"/api/products/{slug}" for slug in pages]}


def _different(make: Callable[[random.Random], str], chance: random.Random) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < CALLS:
        found[make(chance)] = None
    return list(found)


def _list(chance: random.Random) -> str:
    top = chance.randrange(catalogue.TOP_CATEGORIES)
    below = chance.choice(["", f"-{chance.randrange(catalogue.BELOW_EACH)}"])
    page = chance.choice([1, 1, 1, 2, 2, 3, 4, 5, 6, 7])
    return (
        f"/api/products?category=c{top}{below}&page={page}{chance.choice(SORTS)}{_filter(chance)}"
    )


def _filter(chance: random.Random) -> str:
    low = chance.randrange(400, 20_000, 100)
    return chance.choice(
        [
            "",
            "",
            "",
            "&inStock=true",
            f"&attr.material={chance.choice(catalogue.MATERIALS).capitalize()}",
            f"&attr.colour={chance.choice(catalogue.COLOURS)}",
            f"&rating={chance.randint(1, 4)}",
            f"&brand=brand-{chance.randint(1, catalogue.BRANDS)}",
            f"&price={low}..{low + chance.randrange(2_000, 20_000, 100)}",
        ]
    )


def _search(chance: random.Random) -> str:
    words = chance.sample(catalogue.WORDS, chance.choice([1, 2, 2, 3]))
    return f"/api/products?q={'+'.join(words)}{_filter(chance)}"


def _suggestion(chance: random.Random) -> str:
    first, second = chance.sample(catalogue.WORDS, 2)
    typed = f"{first} {second}"[: chance.randint(1, 14)]
    return f"/api/products/suggest?q={typed.replace(' ', '+')}"


def measure(size: int) -> Growth:
    """Measure a catalogue of this size."""
    with fresh_shop() as (folder, dsn):
        slugs = asyncio.run(catalogue.fill(dsn, size))
        return measure_shop(folder, dsn, slugs)


def measure_shop(folder: Path, dsn: str, slugs: list[str]) -> Growth:
    """Measure a shop that has these products."""
    began = time.perf_counter()
    run_command(folder, dsn, "reindex")
    rebuild_seconds = time.perf_counter() - began
    index = sum(one.stat().st_size for one in (folder / "search").rglob("*") if one.is_file())
    with shop_serving(folder, dsn, STALLAGE_ABUSE_LIMITS="false") as (port, pid):
        wait_until_idle(IDLE_WITHIN)
        paths = requests(slugs)
        kinds, alone = dict[str, Measured](), dict[str, Measured]()
        for kind, each in paths.items():
            count = len(each) // SHARE_ALONE
            kinds[kind] = _load(port, each[count:])
            alone[kind] = _load(port, each[:count], 1, SECONDS_ALONE)
        resident_mb, _ = memory_mb(pid)
        own_mb = own_memory_mb(pid)
        seen_after = asyncio.run(_seen_after(dsn, port))
        some = {kind: each[:REFERENCES] for kind, each in paths.items()}
        stored_paths = asyncio.run(store_bodies(dsn, port, some))
    port = free_port()
    with serving(["bench/bare.py", str(port)], port, "/bytes/0", BENCH_DSN=dsn):
        bare = measure_all(port, stored_paths)
    return Growth(
        products=len(slugs),
        rebuild_seconds=rebuild_seconds,
        index_mb=index / 1e6,
        kinds=kinds,
        alone=alone,
        bare=bare,
        resident_mb=resident_mb,
        own_mb=own_mb,
        seen_after=seen_after,
    )


def _load(
    port: int, paths: list[str], shoppers: int = CONNECTIONS, seconds: float = SECONDS
) -> Measured:
    walks = [
        [
            {"method": "GET", "path": path, "headers": {}, "body": ""}
            for path in paths[number::shoppers]
        ]
        for number in range(shoppers)
    ]
    return send_load(port, walks, seconds, connections=shoppers)


async def _seen_after(dsn: str, port: int) -> float:
    """Return how long the slowest of some price changes takes to be in the list sorted by price."""
    connection = await catalogue.connect(dsn)
    worst = 0.0
    for price, row in enumerate(await connection.fetch(IN_STOCK, CHANGES), 1):
        began = time.perf_counter()
        async with connection.transaction():
            await connection.execute(CHANGE_PRICE, row["id"], price)
            await refresh_products(connection, [row["id"]])
        while await asyncio.to_thread(_lowest_price, port) != price:  # noqa: ASYNC110 - over HTTP
            await asyncio.sleep(0.02)
        worst = max(worst, time.perf_counter() - began)
        async with connection.transaction():
            await connection.execute(CHANGE_PRICE, row["id"], USUAL_PRICE)
            await refresh_products(connection, [row["id"]])
    await connection.close()
    return worst


def _lowest_price(port: int) -> int:
    body = body_of(port, "/api/products?sort=price&pageSize=1", {})
    price: int = orjson.loads(body)["output"]["items"][0]["price"]["amount"]
    return price


def report(figures: Sequence[Growth]) -> None:
    """Print all figures."""
    for kind in figures[0].kinds:
        print_table(
            f"{kind.capitalize()}, each sent once: one core, {CONNECTIONS} connections",
            [
                "products",
                "bare",
                "shop",
                "ratio",
                "ms 50 %",
                "ms 99 %",
                "alone 50 %",
                "alone 99 %",
                "failures",
            ],
            [
                [
                    f"{one.products:,}",
                    f"{one.bare[kind].per_second:,.0f}",
                    f"{one.kinds[kind].per_second:,.0f}",
                    f"{one.kinds[kind].per_second / one.bare[kind].per_second:.2f}",
                    f"{one.kinds[kind].median_ms:.1f}",
                    f"{one.kinds[kind].slow_ms:.1f}",
                    f"{one.alone[kind].median_ms:.1f}",
                    f"{one.alone[kind].slow_ms:.1f}",
                    str(one.kinds[kind].failures + one.alone[kind].failures),
                ]
                for one in figures
            ],
        )
    print_table(
        "The shop",
        ["products", "index rebuilt, s", "index, MB", "resident, MB", "own, MB", "change seen, s"],
        [
            [
                f"{one.products:,}",
                f"{one.rebuild_seconds:.0f}",
                f"{one.index_mb:,.0f}",
                f"{one.resident_mb:.0f}",
                f"{one.own_mb:.0f}",
                f"{one.seen_after:.1f}",
            ]
            for one in figures
        ],
    )


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    figures = [measure(size) for size in options.sizes]
    report(figures)
    if options.plot is not None:
        lines = {
            kind: [(one.products, one.kinds[kind].per_second) for one in figures]
            for kind in figures[0].kinds
        }
        options.plot.write_text(draw_growth(lines))


if __name__ == "__main__":
    main()
