"""Placing orders of three lines with 1 to 64 shoppers, with and without a quote before.

With the quote is what a browser does: it requests a quote and orders at exactly that total. The reference
is pgbench with the same number of clients, which runs the operation's statements right after the shop and
on the same database.

PostgreSQL has a core of its own in both measurements, and the shop, one process, and pgbench run on another
one. So the ratio tells how much of what the database can do the shop makes use of. The shoppers are simulated
on PostgreSQL's core if there are only two.

At the end, pgbench runs once more with the notification that PgQueuer's table sends by itself, which the shop
has turned off: PostgreSQL commits such transactions one after the other.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
from pgqueuer.domain.settings import db_settings

from bench import catalogue
from bench.buying import (
    ADDRESS,
    NETWORKS,
    ORDER_ID,
    SECONDS,
    busy_seconds,
    call,
    draws_of,
    order_body,
    pgbench,
    prepare,
    record_order,
    shop_load,
    variables_of,
)
from bench.harness import (
    CONNECTIONS,
    DATABASE_CORE,
    LOAD_CORE,
    SERVER_CORE,
    Measured,
    fresh_shop,
    pin_postgresql,
    print_table,
    serving_buyers,
)
from bench.statements import RecordedStatements, record_statements, script
from stallage.checkout.queries.priced_lines import held_terms_and_lines
from stallage.checkout.queries.quotes import CheckoutOptions, quote
from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.tenders import CheckoutTenders
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.queries.held_terms import held_terms_of
from stallage.pricing.rules.buyers import Buyer
from stallage.process import open_runtime
from stallage.settings import Settings

LINES = 3
ROUNDS = 50
"""Distinct baskets per shopper."""
ALONE, WITH_QUOTE = "place order", "quote, then place order"
SHOPPERS = {ALONE: (1, 2, 4, 8, 16, 32, 64), WITH_QUOTE: (1, 16, 64)}
MOST = 64


@dataclass(frozen=True)
class Placed:
    """An operation with a number of concurrent shoppers, and pgbench's rate for its statements."""

    name: str
    shoppers: int
    shop: Measured
    shop_ms: float
    """Processor time of the shop for an operation."""
    pgbench: float
    statements: int


def walks(skus: list[int]) -> dict[str, tuple[int, list[list[dict[str, Any]]]]]:
    """Return the number of calls and the shoppers' walks of each operation.

    SKUs are chosen in advance, so that an order matches its quote.
    """
    chance = random.Random(catalogue.SEED)
    alone, with_quote = [], []
    for _ in range(MOST):
        baskets = [chance.sample(skus, LINES) for _ in range(ROUNDS)]
        alone.append([_order(basket) for basket in baskets])
        with_quote.append(
            [
                one
                for basket in baskets
                for one in (_quote(basket), _order(basket, expectedTotal="@TOTAL@"))
            ]
        )
    return {ALONE: (1, alone), WITH_QUOTE: (2, with_quote)}


def _quote(basket: list[int]) -> dict[str, Any]:
    body = {"skuIds": basket, "address": ADDRESS, "shippingMethod": "standard"}
    return call("/api/checkout/quote", body, **NETWORKS)


def _order(basket: list[int], **changes: Any) -> dict[str, Any]:
    body = {**order_body(0, **changes), "skuIds": basket}
    return call("/api/orders", body, **{"Idempotency-Key": "@ONCE@", **NETWORKS})


async def _record_operations(
    settings: Settings, dsn: str, skus: list[int]
) -> dict[str, tuple[RecordedStatements, str]]:
    """Record each operation's statements; return them with a pgbench script."""
    async with open_runtime(settings.model_copy(update={"database_pool_size": 2}), dsn) as runtime:
        # On first use of a type a connection queries it; that is not part of the operation.
        await record_order(runtime, skus[:LINES], "warm")
        chosen = skus[1_000 : 1_000 + LINES]
        to = Destination("US", "WA", "Seattle")
        options = CheckoutOptions(to, "standard", None, Buyer(), TenderChoice(None))
        async with (
            record_statements(runtime.database.pool) as quoted,
            runtime.database.reading() as one,
        ):
            held = held_terms_of(runtime.database)
            terms, lines = await held_terms_and_lines(one, held, to, dict.fromkeys(chosen, 1))
            await quote(
                one, runtime.settings, CheckoutTenders(runtime), lines, options=options, terms=terms
            )
        order, order_id, public_id = await record_order(runtime, chosen, "bench-key")
    both = RecordedStatements([*quoted.statements, *order.statements])
    recordings = {}
    for name, recorded in ((ALONE, order), (WITH_QUOTE, both)):
        variables = variables_of(draws_of(skus), chosen, order_id, public_id)
        recordings[name] = (recorded, script(recorded, variables, ORDER_ID))
    return recordings


def measure(folder: Path, dsn: str) -> tuple[list[Placed], float]:
    """Measure each operation with each number of shoppers, the reference right after the shop.

    The last number is pgbench's rate of orders with a notification in each.
    """
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, _ = asyncio.run(prepare(settings, dsn))
    recordings = asyncio.run(_record_operations(settings, dsn, skus))
    asyncio.run(pin_postgresql(dsn))
    found = []
    with serving_buyers(folder, dsn) as (port, process):
        for name, (length, each) in walks(skus).items():
            recorded, text = recordings[name]
            for shoppers in SHOPPERS[name]:
                before = busy_seconds(process.pid)
                shop = shop_load(port, each, skus, length, shoppers)
                # The load includes a second of warm-up, which its results exclude.
                done = shop.per_second * (SECONDS + 1)
                shop_ms = (busy_seconds(process.pid) - before) * 1000 / done
                rate = pgbench(dsn, folder, text, shoppers, SERVER_CORE)
                count = len(recorded.statements)
                found.append(Placed(name, shoppers, shop, shop_ms, rate, count))
    return found, _notifying(dsn, folder, recordings[ALONE][1])


def _notifying(dsn: str, folder: Path, text: str) -> float:
    """Return pgbench's rate while the queue's table notifies."""
    asyncio.run(_set_trigger(dsn, "ENABLE"))
    try:
        return pgbench(dsn, folder, text, MOST, SERVER_CORE)
    finally:
        asyncio.run(_set_trigger(dsn, "DISABLE"))


async def _set_trigger(dsn: str, action: str) -> None:
    queue = db_settings()
    connection = await asyncpg.connect(dsn)
    await connection.execute(f"ALTER TABLE {queue.queue_table} {action} TRIGGER {queue.trigger}")
    await connection.close()


def report(found: list[Placed], notifying: float) -> None:
    """Print the table."""
    print_table(
        f"Orders of {LINES} lines per second on one core, 10,000 products",
        [
            "",
            "shoppers",
            "orders/s",
            "ms 50 %",
            "ms 99 %",
            "core ms",
            "pgbench",
            "statements",
            "ratio",
            "failures",
        ],
        [
            [
                one.name,
                str(one.shoppers),
                f"{one.shop.per_second:,.0f}",
                f"{one.shop.median_ms:.1f}",
                f"{one.shop.slow_ms:.1f}",
                f"{one.shop_ms:.2f}",
                f"{one.pgbench:,.0f}",
                str(one.statements),
                f"{one.shop.per_second / one.pgbench:.2f}",
                str(one.shop.failures),
            ]
            for one in found
        ],
    )
    print(
        "\n'pgbench' runs the same statements with as many clients. The shop has"
        f"\n{CONNECTIONS} connections to the database, however many shoppers there are."
        f"\nCores: shop and pgbench {SERVER_CORE}, PostgreSQL {DATABASE_CORE}, shoppers {LOAD_CORE}."
        f"\nWith a notification in each order, pgbench with {MOST} clients: {notifying:,.0f} a second."
    )


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        report(*measure(folder, dsn))


if __name__ == "__main__":
    main()
