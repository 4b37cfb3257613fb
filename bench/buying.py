"""Benchmarks of buying: add to cart, place an order, check out as a guest.

Each is compared with pgbench, which runs the same statements with the same number of clients on the same
database in the same run.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bench import catalogue
from bench.harness import (
    CONNECTIONS,
    Measured,
    fresh_shop,
    print_table,
    send_load,
    serving_buyers,
)
from bench.statements import RecordedStatements, record_statements, script
from stallage.cart.actions import add_line
from stallage.cart.queries.carts import lines_for_skus
from stallage.checkout.actions.place_at_once import place_at_once
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import access
from stallage.core.db import PLAN_SETTINGS
from stallage.core.embedded.account import account_for
from stallage.core.embedded.binaries import binaries_for
from stallage.core.idempotency import IdempotentRequest
from stallage.core.rate_limits import hashed_subject
from stallage.core.runtime import Runtime
from stallage.pricing.actions.terms import put_shipping_method, put_tax_rate
from stallage.pricing.queries.held_terms import held_terms_of
from stallage.process import open_runtime
from stallage.settings import Settings

SECONDS = 5
WARM_UP_SECONDS = 2
"""In which each session of pgbench plans its statements."""
CUSTOMERS = 4_000
"""Enough that most carts get only a line or two."""
ORDERS_BEFORE = 1_000
ORDER_ID = {"AS product_stock": "order"}
"""The statement that reads what an order needs also returns its id, as `order_order_id`."""
# Operations per second of the fastest other shop with 16 shoppers (see docs/performance.md).
CALLS = {"whole guest checkout": 2}
PEERS = {"add to cart": 187, "whole guest checkout": 9}
ADDRESS = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "city": "Seattle",
    "state": "WA",
    "postalCode": "98101",
    "country": "US",
    "phone": "2065550143",
}
# Each shopper has an address of their own.
NETWORKS = {"X-Forwarded-For": "@ADDRESS@"}
CONTACT = {"email": "buyer@example.com", "firstName": "Ada", "lastName": "Miller"}


@dataclass(frozen=True)
class Bought:
    """An operation, measured in the shop and as statements in pgbench."""

    name: str
    shop: Measured
    statements: int
    pgbench: float
    busy_ms: float
    """Processor time of the shop per operation; other programs affect it little."""


def order_body(units: int, **changes: Any) -> dict[str, Any]:
    """Return an order of this many random SKUs, with cash on delivery."""
    return {
        "skuIds": ["@SKU@"] * units,
        "contact": CONTACT | {"email": "@ONCE@@example.com"},
        # Orders that share an address or a phone number are compared with each other.
        "address": ADDRESS | {"line1": "@ONCE@ Kiln Lane", "phone": "@PHONE@"},
        "shippingMethod": "standard",
        "paymentMethod": "cod",
        **changes,
    }


def call(path: str, body: Any, **headers: str) -> dict[str, Any]:
    """Return a call. Placeholders such as @SKU@ are filled in for each request; quoted ones as numbers."""
    text = re.sub(r'"(@SKU@|@TOTAL@)"', r"\1", json.dumps(body))
    return {"path": path, "body": text, "headers": headers}


def walks(tokens: list[str]) -> dict[str, list[list[dict[str, Any]]]]:
    """Return the calls of each shopper by operation."""
    key = {"Idempotency-Key": "@ONCE@", **NETWORKS}
    quote = {"skuIds": ["@SKU@"], "address": ADDRESS, "shippingMethod": "standard"}
    add = {"skuId": "@SKU@", "quantity": 1}
    return {
        "add to cart": [
            [
                call("/api/carts", add, Authorization=f"Bearer {token}")
                for token in tokens[number::CONNECTIONS]
            ]
            for number in range(CONNECTIONS)
        ],
        "guest cart of 3 lines": [[call("/api/carts/guest", ["@SKU@"] * 3)]],
        "place order, 1 line": [[call("/api/orders", order_body(1), **key)]],
        "place order, 3 lines": [[call("/api/orders", order_body(3), **key)]],
        "whole guest checkout": [
            [
                call("/api/checkout/quote", quote, **NETWORKS),
                call("/api/orders", order_body(1), **key),
            ]
        ],
    }


async def prepare(settings: Settings, dsn: str) -> tuple[list[int], list[str]]:
    """Fill a shop with products, stock and orders; return SKU ids and tokens of customers."""
    skus, customers = await _fill_shop(dsn)
    async with open_runtime(settings.model_copy(update={"database_pool_size": 2}), dsn) as runtime:
        for number in range(ORDERS_BEFORE):
            await record_order(runtime, [skus[number]], f"before-{number}")
            async with runtime.database.reading() as connection:
                await add_line(connection, customers[number], skus[number], 1)
        # Without statistics of the filled tables, PostgreSQL would use sequential scans, for the shop
        # and for pgbench.
        await runtime.database.pool.execute("VACUUM ANALYZE")
    secret = settings.secret()
    return skus, [access.sign(secret, customer, "bench", 3_600) for customer in customers]


async def _fill_shop(dsn: str) -> tuple[list[int], list[int]]:
    """Create a shipping method, a tax, stock and customers; return ids of SKUs and customers."""
    connection = await asyncpg.connect(dsn)
    async with connection.transaction():
        await put_shipping_method(
            connection, code="standard", name="Standard", price=690, min_days=3, max_days=6
        )
        await put_tax_rate(
            connection,
            name="Sales tax",
            country="US",
            state="WA",
            millionths=65_000,
            included=False,
        )
        # One SKU in ten, each with more than the run can sell.
        await connection.execute(
            "UPDATE skus SET supplied = supplied + 1000000 - stock, stock = 1000000,"
            " tracked = id % 10 <> 0"
        )
        await connection.execute("SELECT setval(pg_get_serial_sequence('orders', 'id'), 500000000)")
        rows = await connection.fetch("SELECT id FROM skus WHERE tracked ORDER BY id LIMIT 2000")
        customers = await connection.fetch(
            "INSERT INTO customers (email, created_at)"
            " SELECT 'shopper' || n || '@example.com', now() FROM generate_series(1, $1) n"
            " RETURNING id",
            CUSTOMERS,
        )
    await connection.close()
    return [row["id"] for row in rows], [row["id"] for row in customers]


def shop_load(
    port: int,
    each: list[list[dict[str, Any]]],
    skus: list[int],
    length: int = 1,
    shoppers: int = CONNECTIONS,
) -> Measured:
    """Send the calls, with one connection per shopper."""
    return send_load(port, each, SECONDS, skus=skus, length=length, connections=shoppers)


def draws_of(skus: list[int]) -> str:
    """Return the lines of a script that set variables to three random SKUs."""
    drawn = (
        f"\\set sku{number} {skus[0]} + (:pick + {number * 7}) % {len(skus)}" for number in range(3)
    )
    return f"\\set pick random(0, {len(skus) - 1})\n" + "\n".join(drawn)


def variables_of(draws: str, chosen: list[int], order_id: int, public_id: str) -> dict[Any, str]:
    """Map values that differ in each order to variables of a script."""
    return {
        "set": draws,
        **{one: f":sku{number}" for number, one in enumerate(chosen)},
        order_id: ":order_order_id",
        public_id: "'SO-' || :once",
        f"bench-key-{len(chosen)}": "'k-' || :once",
        hashed_subject("guest-order-contact", CONTACT["email"]): "'c-' || :once",
    }


async def statements_of(
    runtime: Runtime, skus: list[int]
) -> dict[str, tuple[RecordedStatements, str]]:
    """Record each operation's statements; return them with a pgbench script."""
    # On first use of a type a connection queries it; that is not part of the operation.
    async with runtime.database.reading() as connection:
        await add_line(connection, 1, skus[0], 1)
        await lines_for_skus(connection, {skus[0]: 1})
    await record_order(runtime, [skus[0]], "warm")
    pool = runtime.database.pool
    # Numbers that occur nowhere else among a call's parameters.
    sku = skus[1_000]
    customer = 37
    recordings: dict[str, tuple[RecordedStatements, str]] = {}
    draws = draws_of(skus)

    async with record_statements(pool) as recorded, runtime.database.reading() as connection:
        await add_line(connection, customer, sku, 1)
    variables: dict[Any, str] = {
        "set": f"{draws}\n\\set customer random(1, {CUSTOMERS})",
        sku: ":sku0",
        customer: ":customer",
    }
    recordings["add to cart"] = (recorded, script(recorded, variables, {}))

    chosen = skus[1_000:1_003]
    async with record_statements(pool) as recorded, runtime.database.reading() as connection:
        await lines_for_skus(connection, dict.fromkeys(chosen, 1))
    variables = {"set": draws, **{one: f":sku{number}" for number, one in enumerate(chosen)}}
    recordings["guest cart of 3 lines"] = (recorded, script(recorded, variables, {}))

    for name, count in (("place order, 1 line", 1), ("place order, 3 lines", 3)):
        chosen = skus[1_000 : 1_000 + count]
        recorded, order_id, public_id = await record_order(runtime, chosen, "bench-key")
        variables = variables_of(draws, chosen, order_id, public_id)
        recordings[name] = (recorded, script(recorded, variables, ORDER_ID))
    return recordings


async def record_order(
    runtime: Runtime, chosen: list[int], key: str
) -> tuple[RecordedStatements, int, str]:
    """Place an order like the route does; return its statements and the values that change."""
    plain = {"skuIds": chosen, "contact": CONTACT, "address": ADDRESS}
    order_input = OrderInput.model_validate({**order_body(0), **plain})
    shopper = guest_shopper(order_input.contact, order_input.address, runtime.settings)
    # Generous, since all these orders have the same contact.
    settings = runtime.settings.model_copy(update={"guest_orders_per_contact_day": 10_000})
    async with (
        record_statements(runtime.database.pool) as recorded,
        runtime.database.reading() as connection,
    ):
        placed = await place_at_once(
            connection,
            settings,
            CheckoutTenders(runtime),
            shopper,
            order_input,
            held=held_terms_of(runtime.database),
            request=IdempotentRequest(f"{key}-{len(chosen)}", b"body"),
        )
    if placed is None:
        raise RuntimeError("the order was not placed in one statement")
    async with runtime.database.reading() as connection:
        order_id = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", placed.order_id
        )
    return recorded, order_id, placed.order_id


def pgbench(
    dsn: str, folder: Path, text: str, clients: int = CONNECTIONS, core: int | None = None
) -> float:
    """Run a script, on one core if given; return its rate per second after WARM_UP_SECONDS."""
    program = binaries_for(account_for(None)).prefix / "bin" / "pgbench"
    file = folder / "script.sql"
    file.write_text(text)
    done = subprocess.run(
        [
            program,
            *("--no-vacuum", "--protocol=prepared", "--jobs=1", f"--client={clients}"),
            f"--time={WARM_UP_SECONDS + SECONDS}",
            "--progress=1",
            f"--file={file}",
            dsn,
        ],
        # With the shop's planner settings.
        env={
            **os.environ,
            "PGOPTIONS": " ".join(f"-c {name}={value}" for name, value in PLAN_SETTINGS.items()),
        },
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
    )
    each_second = re.findall(r"progress: [\d.]+ s, ([\d.]+) tps", done.stderr)[WARM_UP_SECONDS:]
    if not each_second or done.returncode != 0:
        raise RuntimeError(f"pgbench: {done.stdout}{done.stderr}")
    return sum(map(float, each_second)) / len(each_second)


def busy_seconds(pid: int) -> float:
    """Return the processor time that a process has used so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def record_operations(
    settings: Settings, dsn: str, skus: list[int]
) -> dict[str, tuple[RecordedStatements, str]]:
    """Run each operation once on one connection and record its statements."""
    async with open_runtime(settings.model_copy(update={"database_pool_size": 2}), dsn) as runtime:
        return await statements_of(runtime, skus)


def measure(folder: Path, dsn: str) -> list[Bought]:
    """Measure every operation, the reference right after the shop."""
    began = time.perf_counter()
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, tokens = asyncio.run(prepare(settings, dsn))
    print(f"filled in {time.perf_counter() - began:.1f} s")
    recordings = asyncio.run(record_operations(settings, dsn, skus))
    bought = []
    with serving_buyers(folder, dsn) as (port, process):
        for name, each in walks(tokens).items():
            before = busy_seconds(process.pid)
            shop = shop_load(port, each, skus, CALLS.get(name, 1))
            # The load includes a second of warm-up, which its results exclude.
            done = shop.per_second * (SECONDS + 1)
            busy_ms = (busy_seconds(process.pid) - before) * 1000 / done
            recorded, text = recordings.get(name, (RecordedStatements(), ""))
            reference = pgbench(dsn, folder, text) if text else 0.0
            bought.append(Bought(name, shop, len(recorded.statements), reference, busy_ms))
    return bought


def report(bought: list[Bought]) -> None:
    """Print the table."""
    rows = [
        [
            one.name,
            f"{one.shop.per_second:,.0f}",
            f"{one.shop.median_ms:.1f} / {one.shop.slow_ms:.1f}",
            f"{one.busy_ms:.2f}",
            f"{one.pgbench:,.0f}" if one.pgbench else "",
            str(one.statements) if one.statements else "",
            f"{one.shop.per_second / one.pgbench:.2f}" if one.pgbench else "",
            f"{one.shop.per_second / PEERS[one.name]:.1f} ×" if one.name in PEERS else "",
            str(one.shop.failures),
        ]
        for one in bought
    ]
    print_table(
        f"Buying, per second on one core, {CONNECTIONS} shoppers, 10,000 products",
        [
            "",
            "shop",
            "ms 50/99 %",
            "core ms",
            "pgbench",
            "statements",
            "ratio",
            "best other shop",
            "failures",
        ],
        rows,
    )
    print("\n'pgbench' runs the same statements, without the shop.")


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        report(measure(folder, dsn))


if __name__ == "__main__":
    main()
