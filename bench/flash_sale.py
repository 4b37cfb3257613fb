"""A flash sale: many buyers of one product.

Compares orders of one product with orders of different ones, in turn, and shows what 2,000 buyers at once do
to the buyers of other products. Run `python -m bench.flash_sale`. With `--units N`, it sells that many units
to shoppers who wait in line as the storefront does, until the product is sold out, and says how true the
announced waits were.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import uvloop

from bench import catalogue, line_shoppers
from bench.buying import NETWORKS, call, order_body, prepare
from bench.harness import (
    LOAD_CORE,
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


@dataclass(frozen=True)
class LineSale:
    """A sale to shoppers in line."""

    results: line_shoppers.Results
    others_before: Measured
    others: Measured
    left: int
    """Units in stock at the end."""
    ordered: int
    """Units in orders at the end."""
    wrong_books: int


async def _stock(dsn: str, sku_id: int, units: int) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(
        "UPDATE skus SET supplied = supplied + $2 - stock, stock = $2 WHERE id = $1", sku_id, units
    )
    await connection.close()


async def _left_and_ordered(dsn: str, sku_id: int) -> tuple[int, int]:
    connection = await asyncpg.connect(dsn)
    try:
        left = await connection.fetchval("SELECT stock FROM skus WHERE id = $1", sku_id)
        ordered = await connection.fetchval(
            "SELECT coalesce(sum(quantity), 0)::bigint FROM order_lines WHERE sku_id = $1", sku_id
        )
    finally:
        await connection.close()
    return left, ordered


def _sell(port: int, sku_id: int, shoppers: int) -> line_shoppers.Results:
    """Run the sale in this thread, on the core of the load."""
    os.sched_setaffinity(0, {LOAD_CORE})
    return uvloop.run(line_shoppers.Sale(port, sku_id).run(shoppers))


def measure_units(folder: Path, dsn: str, units: int, shoppers: int) -> LineSale:
    """Sell units of one product to this many shoppers at once, while others buy other products."""
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, _ = asyncio.run(prepare(settings, dsn))
    hot, cold = skus[0], skus[1:]
    _, before = asyncio.run(_left_and_ordered(dsn, hot))
    asyncio.run(_stock(dsn, hot, units))
    with serving_buyers(folder, dsn) as (port, _), ThreadPoolExecutor() as pool:

        def buy_others() -> Measured:
            return send_load(port, [_order()], SECONDS, skus=cold, connections=OTHERS)

        alone = buy_others()
        sale = pool.submit(_sell, port, hot, shoppers)
        others = buy_others()
        results = sale.result()
        left, ordered = asyncio.run(_left_and_ordered(dsn, hot))
        wrong = asyncio.run(_wrong_books(dsn))
    return LineSale(results, alone, others, left, ordered - before, wrong)


def report_units(sale: LineSale, units: int) -> None:
    """Print what happened."""
    print("\n".join(line_shoppers.lines_about(sale.results, units)))
    for name, one in (("before", sale.others_before), ("during the sale", sale.others)):
        print(
            f"other products {name}: {one.per_second:,.0f} orders/s,"
            f" {one.median_ms:.0f} / {one.slow_ms:.0f} ms, {one.failures} failures"
        )
    print(f"left: {sale.left}, ordered: {sale.ordered:,}, violations: {sale.wrong_books}")
    if sale.left + sale.ordered != units or sale.wrong_books:
        raise SystemExit("the books are wrong")


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, help="sell this many to shoppers in line")
    parser.add_argument("--shoppers", type=int, default=CROWD, help="of these at once")
    chosen = parser.parse_args()
    with fresh_shop() as (folder, dsn):
        if chosen.units is None:
            report(measure(folder, dsn))
        else:
            sale = measure_units(folder, dsn, chosen.units, chosen.shoppers)
            report_units(sale, chosen.units)


if __name__ == "__main__":
    main()
