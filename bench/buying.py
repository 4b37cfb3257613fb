"""What shoppers do when they buy: add to cart, place an order, check out whole.

Each is measured against pgbench running the very same statements, with the same number of clients, on
the same database in the same run.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bench import catalogue
from bench.harness import (
    CONNECTIONS,
    Measured,
    free_port,
    fresh_shop,
    print_table,
    send_load,
    serving,
)
from bench.statements import Heard, listening, script
from stallage.cart.actions import add_line
from stallage.cart.queries.carts import lines_for_skus
from stallage.checkout.actions.place_order import place_order
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core import access
from stallage.core.db import PLANS
from stallage.core.embedded.account import account_for
from stallage.core.embedded.binaries import binaries_for
from stallage.core.idempotency import idempotent
from stallage.core.runtime import Runtime
from stallage.pricing.actions.terms import put_shipping_method, put_tax_rate
from stallage.process import open_runtime
from stallage.settings import Settings

SECONDS = 5
CUSTOMERS = 4_000
"""Enough that most carts get a line or two, as carts do."""
ORDERS_BEFORE = 1_000
# The best of the shops measured, in the same operation at 16 shoppers (see docs/performance.md).
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
# Shoppers come from many networks, by a proxy that is trusted, and each has an address of their own.
NETWORKS = {"X-Forwarded-For": "@ADDRESS@"}
PROXY = {"STALLAGE_TRUSTED_PROXIES": "127.0.0.1"}
CONTACT = {"email": "buyer@example.com", "firstName": "Ada", "lastName": "Miller"}


@dataclass(frozen=True)
class Bought:
    """A walk, how it went in the shop, and how fast pgbench runs its statements."""

    name: str
    shop: Measured
    statements: int
    pgbench: float
    busy_ms: float
    """Time of its core that one operation took the shop; little disturbed by other programs."""


def order_body(units: int, **changes: Any) -> dict[str, Any]:
    """An order of some different SKUs, cash on delivery."""
    return {
        "skuIds": ["@SKU@"] * units,
        "contact": CONTACT | {"email": "@ONCE@@example.com"},
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
        **changes,
    }


def call(path: str, body: Any, **headers: str) -> dict[str, Any]:
    """A call of a walk; what stands in @ @ is filled in anew each time, as a bare number if quoted."""
    text = re.sub(r'"(@SKU@|@TOTAL@)"', r"\1", json.dumps(body))
    return {"path": path, "body": text, "headers": headers}


def walks(tokens: list[str]) -> dict[str, list[list[dict[str, Any]]]]:
    """For each operation, the calls of its shoppers."""
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
    """A shop that has traded for a while, with plenty in stock: SKU ids, and tokens of customers."""
    skus, customers = await _furnish(dsn)
    async with open_runtime(settings.model_copy(update={"database_pool_size": 2}), dsn) as runtime:
        for number in range(ORDERS_BEFORE):
            await heard_order(runtime, [skus[number]], f"before-{number}")
            async with runtime.database.reading() as connection:
                await add_line(connection, customers[number], skus[number], 1)
        # Counted empty and then filled at once, as no shop's tables are, they would be searched row
        # by row, by the shop and by pgbench.
        await runtime.database.pool.execute("VACUUM ANALYZE")
    secret = settings.secret()
    return skus, [access.sign(secret, customer, "bench", 3_600) for customer in customers]


async def _furnish(dsn: str) -> tuple[list[int], list[int]]:
    """Ways of delivery, a tax, stock and customers: ids of SKUs and of customers."""
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
        await connection.execute("UPDATE skus SET stock = 1000000, tracked = id % 10 <> 0")
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
    """Send walks' calls over as many connections as there are shoppers."""
    return send_load(port, each, SECONDS, skus=skus, length=length, connections=shoppers)


def draws_of(skus: list[int]) -> str:
    """Lines of a script that draw three SKUs into variables."""
    drawn = (
        f"\\set sku{number} {skus[0]} + (:pick + {number * 7}) % {len(skus)}" for number in range(3)
    )
    return f"\\set pick random(0, {len(skus) - 1})\n" + "\n".join(drawn)


def variables_of(draws: str, chosen: list[int], order_id: int, public_id: str) -> dict[Any, str]:
    """What changes from one order to the next: the values that were heard, and a script's variables."""
    return {
        "set": draws,
        **{one: f":sku{number}" for number, one in enumerate(chosen)},
        order_id: ":order_id",
        public_id: "'SO-' || :once",
        f"bench-key-{len(chosen)}": "'k-' || :once",
    }


async def statements_of(runtime: Runtime, skus: list[int]) -> dict[str, tuple[Heard, str]]:
    """What each operation says to the database, and the script that says it."""
    # The first time a connection meets a type it asks for it; that is not the operation's.
    async with runtime.database.reading() as connection:
        await add_line(connection, 1, skus[0], 1)
        await lines_for_skus(connection, {skus[0]: 1})
    await heard_order(runtime, [skus[0]], "warm")
    pool = runtime.database.pool
    # Numbers that stand for nothing else among a call's parameters.
    sku = skus[1_000]
    customer = 37
    made: dict[str, tuple[Heard, str]] = {}
    draws = draws_of(skus)

    async with listening(pool) as heard, runtime.database.reading() as connection:
        await add_line(connection, customer, sku, 1)
    variables: dict[Any, str] = {
        "set": f"{draws}\n\\set customer random(1, {CUSTOMERS})",
        sku: ":sku0",
        customer: ":customer",
    }
    made["add to cart"] = (heard, script(heard, variables, {}))

    chosen = skus[1_000:1_003]
    async with listening(pool) as heard, runtime.database.reading() as connection:
        await lines_for_skus(connection, dict.fromkeys(chosen, 1))
    variables = {"set": draws, **{one: f":sku{number}" for number, one in enumerate(chosen)}}
    made["guest cart of 3 lines"] = (heard, script(heard, variables, {}))

    for name, count in (("place order, 1 line", 1), ("place order, 3 lines", 3)):
        chosen = skus[1_000 : 1_000 + count]
        heard, order_id, public_id = await heard_order(runtime, chosen, "bench-key")
        variables = variables_of(draws, chosen, order_id, public_id)
        made[name] = (heard, script(heard, variables, {"INSERT INTO orders": "order"}))
    return made


async def heard_order(runtime: Runtime, chosen: list[int], key: str) -> tuple[Heard, int, str]:
    """Place an order as the edge does; what was said, and the values that change."""
    asked = OrderInput.model_validate({**order_body(0), "skuIds": chosen, "contact": CONTACT})
    shopper = guest_shopper(asked.contact, asked.address, runtime.settings)
    async with (
        listening(runtime.database.pool) as heard,
        runtime.database.transaction() as connection,
    ):

        async def act() -> dict[str, Any]:
            placed = await place_order(
                connection, runtime.settings, CheckoutTenders(runtime), shopper, asked
            )
            return asdict(placed)

        placed = await idempotent(
            connection,
            scope="order:buyer@example.com",
            key=f"{key}-{len(chosen)}",
            body=b"body",
            keep_seconds=86_400,
            act=act,
        )
    async with runtime.database.reading() as connection:
        order_id = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", placed["order_id"]
        )
    return heard, order_id, placed["order_id"]


def pgbench(dsn: str, folder: Path, text: str, clients: int = CONNECTIONS) -> float:
    """Transactions per second of a script."""
    program = binaries_for(account_for(None)).prefix / "bin" / "pgbench"
    file = folder / "script.sql"
    file.write_text(text)
    done = subprocess.run(
        [
            program,
            "--no-vacuum",
            "--protocol=prepared",
            f"--client={clients}",
            "--jobs=1",
            f"--time={SECONDS}",
            f"--file={file}",
            dsn,
        ],
        # Its statements are planned as the shop's are.
        env={
            **os.environ,
            "PGOPTIONS": " ".join(f"-c {name}={value}" for name, value in PLANS.items()),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    if found is None or done.returncode != 0:
        raise RuntimeError(f"pgbench: {done.stdout}{done.stderr}")
    return float(found[1])


def busy_seconds(pid: int) -> float:
    """Time of a core that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def heard_by(settings: Settings, dsn: str, skus: list[int]) -> dict[str, tuple[Heard, str]]:
    """Run each operation once, one after the other on one connection, and notes what is said."""
    async with open_runtime(settings.model_copy(update={"database_pool_size": 2}), dsn) as runtime:
        return await statements_of(runtime, skus)


def measure(folder: Path, dsn: str) -> list[Bought]:
    """Measure every operation in turn, the reference right after the shop."""
    began = time.perf_counter()
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, tokens = asyncio.run(prepare(settings, dsn))
    print(f"filled in {time.perf_counter() - began:.1f} s")
    said = asyncio.run(heard_by(settings, dsn, skus))
    port = free_port()
    command = ["-m", "uvicorn", "stallage.asgi:without_worker", "--factory", "--loop", "uvloop"]
    command += [
        "--port",
        str(port),
        "--log-level",
        "error",
        "--no-access-log",
        "--no-proxy-headers",
    ]
    environment = {
        "STALLAGE_DATA_DIR": str(folder),
        "STALLAGE_DATABASE_URL": dsn,
        "STALLAGE_LOG_LEVEL": "error",
        "STALLAGE_DATABASE_POOL_SIZE": str(CONNECTIONS),
        **PROXY,
    }
    bought = []
    with serving(command, port, "/readyz", **environment) as process:
        for name, each in walks(tokens).items():
            before = busy_seconds(process.pid)
            shop = shop_load(port, each, skus, CALLS.get(name, 1))
            # The load warms up for a second, which is not counted in what it found.
            done = shop.per_second * (SECONDS + 1)
            busy_ms = (busy_seconds(process.pid) - before) * 1000 / done
            heard, text = said.get(name, (Heard(), ""))
            reference = pgbench(dsn, folder, text) if text else 0.0
            bought.append(Bought(name, shop, len(heard.statements), reference, busy_ms))
    return bought


def report(bought: list[Bought]) -> None:
    """The table."""
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
    print("\n'pgbench' runs the same statements in one transaction, without a shop around them.")


def main() -> None:
    """Run it on a database of its own."""
    with fresh_shop() as (folder, dsn):
        report(measure(folder, dsn))


if __name__ == "__main__":
    main()
