"""The process dies, the database is down or the clock jumps in the middle of a payment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.payments.actions import refund_cancelled_order
from stallage.payments.jobs import end_overdue, reconcile
from tests.checkout.factory import stock_of
from tests.conftest import with_database
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import (
    cancel,
    end_now,
    order_of,
    order_state,
    place_prepaid,
    refunds,
    work_until,
)
from tests.payments.fake_gateways import FakeGateway, send, server_of, session_of
from tests.shop import Shop

pytestmark = pytest.mark.slow

TOTAL = 3190


async def kill_during(
    shop: Shop, gateway: FakeGateway, call: str, row_id: int, calls_before: int
) -> None:
    """Let a process call the provider, and kill it before the provider responds."""
    server = server_of(gateway)
    server.done.clear()
    server.next(*[None] * calls_before, "held")
    settings = {
        **gateway.changes,
        "database_url": shop.runtime.settings.database_url,
        "data_dir": shop.runtime.settings.data_dir,
        "secret_key": shop.runtime.secret.decode(),
        "public_url": shop.url,
        "payment_timeout_seconds": 60,
    }
    plain = {
        f"STALLAGE_{name.upper()}": str(
            value.get_secret_value() if isinstance(value, SecretStr) else value
        )
        for name, value in settings.items()
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.payments.gateway_call_process", call, str(row_id)),
        env={**os.environ, **plain},
        cwd=Path(__file__).parents[2],
    )
    async with asyncio.timeout(60):
        await server.done.wait()
    process.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL


async def id_of(shop: Shop, sql: str) -> int:
    async with shop.database.reading() as connection:
        return int(await connection.fetchval(sql))


@pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)
async def test_killed_between_the_provider_and_the_database(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    razorpay = gateway.name == "razorpay"

    # While opening a session: the shop's own call fails, then a process dies during the next one.
    server.next("busy")
    placed = await place_prepaid(shop)
    attempt_id = await id_of(shop, "SELECT id FROM payment_attempts")
    await kill_during(shop, gateway, "start", attempt_id, calls_before=int(razorpay))
    assert await session_of(shop, placed.order_id) is None
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    session = await session_of(shop, placed.order_id)
    opened = getattr(server, "sessions", None) or getattr(server, "orders", None)
    assert list(opened or {}) == [session]

    # While sending a refund.
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    await cancel(shop, placed)
    async with shop.database.transaction() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        await refund_cancelled_order(connection, order_id)
    refund_id = await id_of(shop, "SELECT id FROM refunds")
    await kill_during(shop, gateway, "refund", refund_id, calls_before=2)
    assert await gateway.refunded_amount(shop, session) == TOTAL
    assert await refunds(shop) == [(TOTAL, "cancelled", "pending")]
    await work_until(shop, placed, payment_status=3)
    assert await gateway.refunded_amount(shop, session) == TOTAL

    # While ending a session.
    other = await place_prepaid(shop)
    async with shop.database.transaction() as connection:
        order_id = await connection.fetchval(
            "UPDATE orders SET pay_until = $2 WHERE public_id = $1 RETURNING id",
            other.order_id,
            clock.now() - timedelta(seconds=1),
        )
    await kill_during(shop, gateway, "end", order_id, calls_before=0)
    assert await order_state(shop, other) == (0, 0)
    assert await stock_of(shop, other.sku_id) == 4
    await end_overdue(shop.runtime)
    assert await order_state(shop, other) == (8, 2)
    assert await stock_of(shop, other.sku_id) == 5


async def test_a_webhook_event_is_refused_while_the_database_is_down(
    gateway: FakeGateway, gateway_shop: Shop, cluster: str
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    event = gateway.webhook_event(shop, session, "paid")
    name = urlsplit(shop.runtime.settings.database_url).path.removeprefix("/")
    operator = await asyncpg.connect(with_database(cluster, "postgres"))
    try:
        await operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await operator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name
        )
        # The provider delivers an event again unless the response is 200.
        assert (await send(shop, gateway, event)).status_code == 503
        await operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    finally:
        await operator.close()
    assert (await send(shop, gateway, event)).status_code == 200
    await shop.work()
    assert await order_state(shop, order) == (1, 1)


async def test_a_clock_that_jumps(gateway: FakeGateway, gateway_shop: Shop) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    with clock.shift(timedelta(days=-1)):
        # Set back: nothing ends early, and attempts checked "tomorrow" are polled nevertheless.
        await end_overdue(shop.runtime)
        assert await order_state(shop, order) == (0, 0)
        await gateway.pay(shop, session)
        await reconcile(shop.runtime)
        assert await order_state(shop, order) == (1, 1)
    other = await place_prepaid(shop)
    late = await session_of(shop, other.order_id)
    await gateway.pay_late(shop, late)
    with clock.shift(timedelta(days=1)):
        # Set forward: the order ends too early, and a payment afterwards revives it.
        await end_overdue(shop.runtime)
        assert await order_state(shop, other) == (8, 2)
    await gateway.complete_late_payment(shop, late)
    await send(shop, gateway, gateway.webhook_event(shop, late, "paid"))
    await shop.work()
    assert await order_state(shop, other) == (1, 1)
    assert [one["status"] for one in (await order_of(shop, other))["timeline"]] == [0, 8, 1]
    await end_now(shop, other.order_id)
    assert await order_state(shop, other) == (1, 1)
