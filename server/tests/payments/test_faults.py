"""Failures between the shop and a provider: money stays correct, and stock is released."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.orders.actions import lock_order
from stallage.orders.errors import PaymentUnavailable
from stallage.payments.actions import refund_part
from stallage.payments.actions.settling import settle
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.rules.decisions import Decision
from tests.checkout.factory import count, guest_order, stock_of
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import (
    Prepaid,
    cancel,
    end_now,
    order_of,
    order_state,
    pay_again,
    place_prepaid,
    refunds,
    work_until,
)
from tests.payments.fake_gateways import FakeGateway, send, server_of, session_of
from tests.payments.stand_ins.serving import Fault
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

TOTAL = 3190
outside = pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)


async def attempts(shop: Shop) -> list[tuple[Any, ...]]:
    """Return state and session of each attempt."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT state, session FROM payment_attempts ORDER BY id")
    return [tuple(row) for row in rows]


async def place_unstarted(shop: Shop) -> Prepaid:
    """Place a prepaid order while the provider does not respond."""
    (bowl,) = await stock_shop(shop, spec(stock=5))
    body = guest_order([bowl.sku_id], paymentMethod="prepaid")
    placed = await shop.output("POST", "/api/orders", json=body)
    assert placed["payment"]["redirectUrl"] is None
    return Prepaid(placed["orderId"], placed["key"], "", bowl.sku_id)


async def pay_and_notify(shop: Shop, gateway: FakeGateway, order: Prepaid) -> str:
    """Pay and deliver the webhook event; return the session."""
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    assert await order_state(shop, order) == (1, 1)
    return session


def failing(gateway: FakeGateway, fault: Fault) -> list[Fault]:
    """Return the faults that make a call fail: Stripe's client retries if it got no response."""
    is_retried = gateway.name == "stripe" and fault in ("down", "lost", "silent")
    return [fault, fault] if is_retried else [fault]


@outside
@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_a_failed_start_keeps_the_order_and_is_retried(
    gateway: FakeGateway, gateway_shop: Shop, fault: Fault
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    server.next(*failing(gateway, fault))
    order = await place_unstarted(shop)
    assert await attempts(shop) == [("starting", None)]
    assert await order_state(shop, order) == (0, 0)
    assert await stock_of(shop, order.sku_id) == 4
    others: tuple[Fault, ...] = ("down", "nonsense", "busy")
    for turn, other in enumerate(others, start=1):
        server.next(*failing(gateway, other))
        with clock.shift(timedelta(seconds=61 * turn)):
            await reconcile(shop.runtime)
        assert await attempts(shop) == [("starting", None)]
    with clock.shift(timedelta(seconds=61 * 4)):
        await reconcile(shop.runtime)
    [(state, session)] = await attempts(shop)
    assert state == "open"
    # If only the response was lost, the same session is used: the provider has one.
    opened = getattr(server, "sessions", None) or getattr(server, "orders", None)
    assert list(opened or {}) == [session]
    assert await pay_again(shop, order)
    await pay_and_notify(shop, gateway, order)


@outside
async def test_two_tabs_and_a_lost_response_open_one_session(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    server.next(*failing(gateway, "lost"))
    order = await place_unstarted(shop)
    places = await asyncio.gather(*(pay_again(shop, order) for _ in range(4)))
    assert len(set(places)) == 1
    assert await count(shop, "payment_attempts") == 1
    session = await session_of(shop, order.order_id)
    assert await gateway.is_payable(shop, session)


@outside
async def test_a_refused_start_fails_and_can_be_retried(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    server.next("refused")
    order = await place_unstarted(shop)
    assert await attempts(shop) == [("failed", None)]
    assert await order_state(shop, order) == (0, 2)
    await pay_again(shop, order)
    await pay_and_notify(shop, gateway, order)
    # The stock of an order that is never started is released too.
    server.next("refused")
    other = await place_unstarted(shop)
    await end_now(shop, other.order_id)
    assert (await order_state(shop, other))[0] == 8
    assert await stock_of(shop, other.sku_id) == 5


async def test_a_webhook_event_overtakes_the_response_to_the_start(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    """The process died after the provider had opened the session, before storing it."""
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE payment_attempts SET state = 'starting', session = NULL, redirect_url = NULL"
        )
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    if gateway.name == "sandbox":
        # Its events do not contain the id of the attempt; polling replaces them.
        assert await order_state(shop, order) == (0, 0)
        with clock.shift(timedelta(seconds=61)):
            await reconcile(shop.runtime)
        with clock.shift(timedelta(seconds=122)):
            await reconcile(shop.runtime)
    assert await order_state(shop, order) == (1, 1)
    assert await attempts(shop) == [("paid", session)]


@outside
async def test_nothing_is_released_while_the_session_cannot_be_ended(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    faults: tuple[Fault, ...] = ("down", "silent")
    for fault in faults:
        server.next(*failing(gateway, fault))
        with pytest.raises(PaymentUnavailable):
            await end_now(shop, order.order_id)
        assert await order_state(shop, order) == (0, 0)
        assert await stock_of(shop, order.sku_id) == 4
    server.next(*failing(gateway, "down"))
    refused = await cancel(shop, order)
    assert refused.status_code == 503
    assert await stock_of(shop, order.sku_id) == 4
    # The provider is back, and the timer ends what is overdue: the session before the order.
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
        assert not await gateway.is_payable(shop, session)
    assert await order_state(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5


@outside
async def test_an_end_whose_response_was_lost_is_retried(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    order = await place_prepaid(shop)
    server.next("lost")
    if gateway.name == "razorpay":
        with pytest.raises(PaymentUnavailable):
            await end_now(shop, order.order_id)
    # Stripe's client retries by itself and learns that the session is no longer open.
    await end_now(shop, order.order_id)
    await end_now(shop, order.order_id)
    assert await order_state(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5
    # A payment just before the end counts.
    quick = await place_prepaid(shop)
    await gateway.pay(shop, await session_of(shop, quick.order_id))
    await end_now(shop, quick.order_id)
    assert await order_state(shop, quick) == (1, 1)


@outside
@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_a_refund_is_sent_once_despite_retries(
    gateway: FakeGateway, gateway_shop: Shop, fault: Fault
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    order = await place_prepaid(shop)
    session = await pay_and_notify(shop, gateway, order)
    assert (await cancel(shop, order)).status_code == 200
    calls = len(server.calls)
    # The last call fails: the one that sends the refund.
    before = 1 if gateway.name == "stripe" else 2
    server.next(*[None] * before, *failing(gateway, fault))
    await work_until(shop, order, payment_status=3)
    assert len(server.calls) > calls + before + 1
    assert await gateway.refunded_amount(shop, session) == TOTAL
    assert await refunds(shop) == [(TOTAL, "cancelled", "done")]
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await gateway.refunded_amount(shop, session) == TOTAL


@outside
async def test_a_refused_refund_is_left_to_an_operator(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop, server = gateway_shop, server_of(gateway)
    order = await place_prepaid(shop)
    session = await pay_and_notify(shop, gateway, order)
    await cancel(shop, order)
    server.next(*[None] * (1 if gateway.name == "stripe" else 2), "refused")
    await shop.work()
    assert await refunds(shop) == [(TOTAL, "cancelled", "refused")]
    assert await order_state(shop, order) == (7, 1)
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await gateway.refunded_amount(shop, session) == 0


async def test_partial_refunds_are_sent_once_and_never_exceed_the_payment(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await pay_and_notify(shop, gateway, order)
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
    for amount, key in ((1000, "lines:1"), (1000, "lines:1"), (500, "return:1"), (9999, "lines:2")):
        async with shop.database.transaction() as connection:
            await refund_part(connection, order_id, amount, key)
    await work_until(shop, order, payment_status=4)
    await shop.work()
    assert await refunds(shop) == [
        (1000, "lines:1", "done"),
        (500, "return:1", "done"),
        (1690, "lines:2", "done"),
    ]
    assert await gateway.refunded_amount(shop, session) == TOTAL


async def test_a_second_payment_is_refunded_and_the_order_stays_paid(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    """The first attempt failed, and is paid nevertheless after the second one."""
    shop = gateway_shop
    order = await place_prepaid(shop)
    first = await session_of(shop, order.order_id)
    await gateway.pay_late(shop, first)
    async with shop.database.transaction() as connection:
        attempt_id = await connection.fetchval("SELECT id FROM payment_attempts")
        assert await settle(connection, attempt_id, "failed") is Decision.CLOSE
    await pay_again(shop, order)
    second = await pay_and_notify(shop, gateway, order)
    assert second != first
    await gateway.complete_late_payment(shop, first)
    await send(shop, gateway, gateway.webhook_event(shop, first, "paid"))
    await shop.work()
    await work_until(shop, order, payment_status=1)
    assert await refunds(shop) == [(TOTAL, "late", "done")]
    assert await gateway.refunded_amount(shop, first) == TOTAL
    assert await gateway.refunded_amount(shop, second) == 0
    assert (await order_of(shop, order))["status"] == 1


async def test_a_webhook_event_is_answered_while_the_order_is_locked(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    async with shop.database.transaction() as connection:
        await lock_order(connection, order.order_id)
        # This would block forever if it waited for the order's row.
        answer = await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
        assert answer.status_code == 200
    await shop.work()
    assert await order_state(shop, order) == (1, 1)


@pytest.mark.parametrize("gateway", ["sandbox"], indirect=True)
async def test_payment_for_lines_cancelled_meanwhile_is_refunded(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    async with shop.database.transaction() as connection:
        # As after cancelling a line, whose session was paid before it could be ended.
        await connection.execute("UPDATE orders SET cancelled_total = 500, cancelled_payable = 500")
        await connection.execute("UPDATE order_tenders SET released = 500")
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    assert await order_state(shop, order) == (1, 1)
    assert await refunds(shop) == [(500, "surplus", "done")]
    assert await gateway.refunded_amount(shop, session) == 500
    await cancel(shop, order)
    await work_until(shop, order, payment_status=3)
    assert await gateway.refunded_amount(shop, session) == TOTAL
