"""Seconds that the nightly computation of recommendations takes for shops of several sizes.

`python -m bench.recommendation_cost [ORDERS ...]` fills a new database with past orders of two to six
products and computes all recommendations twice: into empty tables, and again without changes. Some
products sell much more than others, and half of an order's products come from its first one's neighbours,
so that there are pairs.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import asyncpg

from bench.harness import fresh_shop, print_table
from stallage.recommendations.actions import refresh_recommendations

SIZES = (100_000, 1_000_000)
ORDERS_PER_PRODUCT = 20
NEIGHBOURS = 10
SEED = 7


def products_of_order(chance: random.Random, products: int) -> list[int]:
    """Return two to six distinct products, sorted; those with low numbers sell more."""
    first = int(products * chance.random() ** 2)
    chosen = {first + 1}
    for _ in range(chance.randint(1, 5)):
        near = chance.random() < 0.5
        other = (
            first // NEIGHBOURS * NEIGHBOURS + chance.randrange(NEIGHBOURS)
            if near
            else int(products * chance.random() ** 2)
        )
        chosen.add(min(other, products - 1) + 1)
    if len(chosen) == 1:
        chosen.add(first % products + 2 if first + 2 <= products else first)
    return sorted(chosen)


async def _fill(connection: asyncpg.Connection[asyncpg.Record], orders: int) -> int:
    """Store products and past orders of the last year; return the number of lines."""
    products = orders // ORDERS_PER_PRODUCT
    await connection.execute(
        "INSERT INTO products (id, slug, title, card, in_stock, created_at, updated_at)"
        " SELECT n, 'p-' || n, 'Product ' || n, '{}', true, now(), now()"
        " FROM generate_series(1, $1) n",
        products,
    )
    chance = random.Random(SEED)
    now = datetime.now(UTC)
    rows = [
        (
            now - timedelta(seconds=(orders - number) * 30_000_000 / orders),
            products_of_order(chance, products),
        )
        for number in range(orders)
    ]
    await connection.copy_records_to_table(
        "past_orders", records=rows, columns=["placed_at", "product_ids"]
    )
    await connection.execute("VACUUM ANALYZE")
    return sum(len(ids) for _, ids in rows)


async def _row(dsn: str, orders: int) -> list[str]:
    # With the plan settings of the shop's own connections.
    settings = {"jit": "off", "plan_cache_mode": "force_generic_plan"}
    connection = await asyncpg.connect(dsn, server_settings=settings)
    lines = await _fill(connection, orders)
    seconds, pairs = [], None
    for _ in range(2):
        began = time.perf_counter()
        async with connection.transaction():
            pairs = await refresh_recommendations(connection, datetime.now(UTC))
        seconds.append(time.perf_counter() - began)
    await connection.close()
    counts = (orders, lines, orders // ORDERS_PER_PRODUCT, pairs or 0)
    return [*(f"{one:,}" for one in counts), *(f"{one:.1f}" for one in seconds)]


def main(sizes: Sequence[int] = SIZES) -> None:
    """Print the table."""
    rows = []
    for orders in sizes:
        with fresh_shop() as (_, dsn):
            rows.append(asyncio.run(_row(dsn, orders)))
    head = ["orders", "lines", "products", "pairs", "first, s", "again, s"]
    print_table("computing recommendations", head, rows)


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or SIZES)
