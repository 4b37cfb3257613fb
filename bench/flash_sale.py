"""A flash sale: many buyers of one product.

Compares orders of one product with orders of different ones, in turn, and shows what 2,000 buyers at once do
to the buyers of other products. Run `python -m bench.flash_sale`.
"""

from __future__ import annotations

import asyncio
import statistics
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bench import catalogue
from bench.buying import NETWORKS, call, order_body, prepare
from bench.harness import (
    Measured,
    fresh_shop,
    print_table,
    send_load,
    serving_buyers,
)
from stallage.core.invariants import Invariant, check_invariants
from stallage.features import parts
from stallage.settings import Settings

ROUNDS = 3
SECONDS = 5
BUYERS = 64
CROWD = 2_000
OTHERS = 8
INVARIANTS: list[Invariant] = [one for module in parts("invariants") for one in module.INVARIANTS]
KEY = {"Idempotency-Key": "@ONCE@", **NETWORKS}


@dataclass(frozen=True)
class Sale:
    """What was measured."""

    different: list[Measured]
    one: list[Measured]
    others_before: Measured
    others: Measured
    crowd: Measured
    wrong_books: int


def _order(*sku_ids: int) -> list[dict[str, Any]]:
    """One call: an order of these SKUs, or of a random one."""
    body = order_body(1) if not sku_ids else {**order_body(0), "skuIds": list(sku_ids)}
    return [call("/api/orders", body, **KEY)]


async def _wrong_books(dsn: str) -> int:
    connection = await asyncpg.connect(dsn)
    try:
        return sum(one.count for one in await check_invariants(connection, INVARIANTS))
    finally:
        await connection.close()


def measure(folder: Path, dsn: str) -> Sale:
    """Measure a shop with 10,000 products."""
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, _ = asyncio.run(prepare(settings, dsn))
    hot, cold = skus[0], skus[1:]

    with serving_buyers(folder, dsn) as (port, _):

        def buy(calls: list[dict[str, Any]], buyers: int) -> Measured:
            return send_load(port, [calls], SECONDS, skus=cold, connections=buyers)

        rounds = [(buy(_order(), BUYERS), buy(_order(hot), BUYERS)) for _ in range(ROUNDS)]
        alone = buy(_order(), OTHERS)
        with ThreadPoolExecutor() as pool:
            crowd = pool.submit(buy, _order(hot), CROWD)
            others = pool.submit(buy, _order(), OTHERS)
            sale = Sale(
                [different for different, _ in rounds],
                [one for _, one in rounds],
                alone,
                others.result(),
                crowd.result(),
                asyncio.run(_wrong_books(dsn)),
            )
    return sale


def report(sale: Sale) -> None:
    """Print the tables."""
    ratios = [
        one.per_second / different.per_second
        for different, one in zip(sale.different, sale.one, strict=True)
    ]
    loads = [
        *((f"{BUYERS} buyers, different products", one) for one in sale.different),
        *((f"{BUYERS} buyers, one product", one) for one in sale.one),
        (f"{OTHERS} buyers of other products alone", sale.others_before),
        (f"{OTHERS} buyers of other products during the sale", sale.others),
        (f"{CROWD:,} buyers of one product meanwhile", sale.crowd),
    ]
    print_table(
        "Orders of one line per second on one core, 10,000 products",
        ["", "orders/s", "ms 50 / 99 %", "failures"],
        [
            [
                name,
                f"{one.per_second:,.0f}",
                f"{one.median_ms:.1f} / {one.slow_ms:.1f}",
                str(one.failures),
            ]
            for name, one in loads
        ],
    )
    print(f"\none product to different ones: {statistics.median(ratios):.2f}")
    print(f"violations of the books: {sale.wrong_books}")


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        report(measure(folder, dsn))


if __name__ == "__main__":
    main()
