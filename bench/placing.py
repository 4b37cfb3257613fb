"""Placing orders of three lines with 1, 16 and 64 shoppers, with and without a quote before.

With the quote is what a browser does: it requests a quote and orders at exactly that total. The reference
is pgbench with the same number of clients, which runs the statements of the operation in one transaction,
right after the shop and on the same database. It runs once more with the notification that PgQueuer's table
sends by itself, which the shop has turned off: PostgreSQL commits such transactions one after the other.
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
    call,
    draws_of,
    order_body,
    pgbench,
    prepare,
    record_order,
    shop_load,
    variables_of,
)
from bench.harness import CONNECTIONS, Measured, fresh_shop, print_table, serving_buyers
from bench.statements import RecordedStatements, record_statements, script
from stallage.cart.queries.carts import lines_for_skus
from stallage.checkout.queries.quotes import CheckoutOptions, quote
from stallage.checkout.queries.taxed_lines import Destination
from stallage.checkout.tenders import CheckoutTenders
from stallage.orders.rules.tenders import TenderChoice
from stallage.pricing.queries.terms import terms_for
from stallage.pricing.rules.buyers import Buyer
from stallage.process import open_runtime
from stallage.settings import Settings

SHOPPERS = (1, 4, 16, 64)
LINES = 3
ROUNDS = 50
"""Distinct baskets per shopper."""
ALONE, WITH_QUOTE = "place order", "quote, then place order"


@dataclass(frozen=True)
class Placed:
    """An operation with a number of concurrent shoppers, and pgbench's rate for its statements."""

    name: str
    shoppers: int
    shop: Measured
    pgbench: float
    notifying: float
    """The same, with a notification in each transaction."""
    statements: int


def walks(skus: list[int]) -> dict[str, tuple[int, list[list[dict[str, Any]]]]]:
    """Return the number of calls and the shoppers' walks of each operation.

    SKUs are chosen in advance, so that an order matches its quote.
    """
    chance = random.Random(catalogue.SEED)
    alone, with_quote = [], []
    for _ in range(max(SHOPPERS)):
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
    return call("/api/checkout/quote", body)


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
        options = CheckoutOptions(
            Destination("US", "WA", "Seattle"), "standard", None, Buyer(), TenderChoice(None)
        )
        async with (
            record_statements(runtime.database.pool) as quoted,
            runtime.database.reading() as one,
        ):
            terms = await terms_for(one, "US", "WA", "Seattle")
            lines = await lines_for_skus(one, dict.fromkeys(chosen, 1))
            await quote(
                one, runtime.settings, CheckoutTenders(runtime), lines, options=options, terms=terms
            )
        order, order_id, public_id = await record_order(runtime, chosen, "bench-key")
    both = RecordedStatements([*quoted.statements, *order.statements])
    recordings = {}
    for name, recorded in ((ALONE, order), (WITH_QUOTE, both)):
        variables = variables_of(draws_of(skus), chosen, order_id, public_id)
        recordings[name] = (recorded, script(recorded, variables, {"INSERT INTO orders": "order"}))
    return recordings


def measure(folder: Path, dsn: str) -> list[Placed]:
    """Measure each operation with each number of shoppers, the reference right after the shop."""
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, _ = asyncio.run(prepare(settings, dsn))
    recordings = asyncio.run(_record_operations(settings, dsn, skus))
    found = []
    with serving_buyers(folder, dsn) as (port, _):
        for name, (length, each) in walks(skus).items():
            recorded, text = recordings[name]
            for shoppers in SHOPPERS:
                shop = shop_load(port, each, skus, length, shoppers)
                reference = pgbench(dsn, folder, text, shoppers)
                notifying = _notifying(dsn, folder, text, shoppers)
                count = len(recorded.statements)
                found.append(Placed(name, shoppers, shop, reference, notifying, count))
    return found


def _notifying(dsn: str, folder: Path, text: str, clients: int) -> float:
    """Return pgbench's rate while the queue's table notifies."""
    asyncio.run(_set_trigger(dsn, "ENABLE"))
    try:
        return pgbench(dsn, folder, text, clients)
    finally:
        asyncio.run(_set_trigger(dsn, "DISABLE"))


async def _set_trigger(dsn: str, action: str) -> None:
    queue = db_settings()
    connection = await asyncpg.connect(dsn)
    await connection.execute(f"ALTER TABLE {queue.queue_table} {action} TRIGGER {queue.trigger}")
    await connection.close()


def report(found: list[Placed]) -> None:
    """Print the table."""
    print_table(
        f"Orders of {LINES} lines per second on one core, 10,000 products",
        [
            "",
            "shoppers",
            "orders/s",
            "ms 50 %",
            "ms 99 %",
            "pgbench",
            "notifying",
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
                f"{one.pgbench:,.0f}",
                f"{one.notifying:,.0f}",
                str(one.statements),
                f"{one.shop.per_second / one.pgbench:.2f}",
                str(one.shop.failures),
            ]
            for one in found
        ],
    )
    print(
        "\n'pgbench' runs the same statements in one transaction with as many clients. The shop has"
        f"\n{CONNECTIONS} connections to the database, however many shoppers there are."
    )


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        report(measure(folder, dsn))


if __name__ == "__main__":
    main()
