"""Kills the shop's process after each statement of placing an order.

The order must be stored completely or not at all, retrying with the same key must lead to exactly one
order, and in the end nothing may stay reserved.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.invariants import check_invariants
from stallage.payments.jobs import end_overdue
from stallage.pricing.actions.terms import put_promo_code
from stallage.wallet.actions import credit
from stallage.wallet.queries import balance_of
from stallage.wallet.rules import Reason
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, stock_of
from tests.database_proxy import DatabaseProxy, proxy_to
from tests.invariants import INVARIANTS
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

pytestmark = pytest.mark.slow

UNITS = 1000
CREDIT = 5_000
"""Pays part of the order, so that every kind of row is written."""
MAX_STATEMENTS = 80


@dataclass
class KillableParent:
    """The parent process that forks the processes to kill."""

    process: asyncio.subprocess.Process

    async def read(self) -> dict[str, Any]:
        """Read the next line of the parent or its child."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line, "the parent process has died"
        content: dict[str, Any] = json.loads(line)
        return content

    async def send(self, line: str) -> None:
        """Send a line to the parent or its child."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        await self.process.stdin.drain()

    async def request(
        self, proxy: DatabaseProxy, call: dict[str, Any], dies_after: int | None
    ) -> Any:
        """Send a request to a new process and kill it after a number of statements.

        Returns the response, or None if the process died first.
        """
        await self.send(json.dumps(call))
        child = (await self.read())["ready"]

        async def kill() -> None:
            os.kill(child, signal.SIGKILL)

        proxy.arm(dies_after, kill)
        await self.send("go")
        answer = None
        while True:
            content = await self.read()
            if "ended" in content:
                assert content["ended"] in (0, -signal.SIGKILL)
                proxy.disarm()
                return answer
            answer = content


@asynccontextmanager
async def killable_parent(proxy: DatabaseProxy, data_dir: Path) -> AsyncIterator[KillableParent]:
    """Start the parent process, and end it with the context."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.killable",
        proxy.dsn,
        str(data_dir),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        yield KillableParent(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def check_all_invariants(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert broken == []


async def balance(shop: Shop, shopper: Shopper) -> int:
    async with shop.database.reading() as connection:
        return await balance_of(connection, shopper.id)


async def top_up(shop: Shop, shopper: Shopper) -> None:
    async with shop.database.transaction() as connection:
        await credit(connection, shopper.id, CREDIT, Reason.GOODWILL)


async def test_the_process_dies_after_every_statement(shop: Shop) -> None:
    shopper = await sign_in(shop)
    products = await stock_shop(shop, *[spec(stock=UNITS, price=2500)] * 3, taxes=True)
    async with shop.database.transaction() as connection:
        await put_promo_code(
            connection, code="ALWAYS", title="Five off", amount=500, starts_at=clock.now()
        )
    sku_ids = [one.sku_id for one in products]
    body = {
        "address": ADDRESS,
        "paymentMethod": "walletAndPrepaid",
        "promoCode": "ALWAYS",
        "shippingMethod": "express",
    }
    settings = shop.runtime.settings
    acknowledged: list[str] = []
    killed_with_order = killed_without = 0
    async with (
        proxy_to(settings.database_url) as proxy,
        killable_parent(proxy, settings.data_dir) as parent,
    ):
        for number in range(1, MAX_STATEMENTS):
            await fill_cart(shop, shopper, *sku_ids)
            await top_up(shop, shopper)
            before = await count(shop, "orders")
            headers = {**shopper.headers, "Idempotency-Key": f"dies-after-{number}"}
            answer = await parent.request(
                proxy,
                {
                    "method": "POST",
                    "path": "/api/orders",
                    "body": body,
                    "headers": headers,
                },
                dies_after=number,
            )
            placed = await count(shop, "orders") - before
            await check_all_invariants(shop)
            if answer is not None:
                assert (answer["status"], placed) == (201, 1)
                acknowledged.append(answer["body"]["output"]["orderId"])
                break
            killed_with_order += placed
            killed_without += 1 - placed
            again = await shop.output("POST", "/api/orders", json=body, headers=headers)
            acknowledged.append(again["orderId"])
            assert await count(shop, "orders") == before + 1
        else:
            raise AssertionError("the order was never completed")
    # It died before, during and after the commit.
    assert killed_without >= 10
    assert killed_with_order >= 2
    assert len(set(acknowledged)) == await count(shop, "orders")
    for order_id in acknowledged:
        order = await shop.output("GET", f"/api/orders/{order_id}", headers=shopper.headers)
        assert len(order["lines"]) == len(sku_ids)
    with clock.shift(timedelta(hours=2)):
        await end_overdue(shop.runtime)
        await shop.work()
        await check_all_invariants(shop)
    assert [await stock_of(shop, sku_id) for sku_id in sku_ids] == [UNITS] * 3
    assert await balance(shop, shopper) == CREDIT * len(acknowledged)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT used FROM promo_codes WHERE code = 'ALWAYS'") == 0
        assert await connection.fetchval("SELECT count(*) FROM reservations WHERE state = 0") == 0
