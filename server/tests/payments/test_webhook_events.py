"""Webhook events of every provider: repeated, late, out of order, forged, lost, and too early."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.orders.actions import lock_order
from stallage.payments.actions import refund_cancelled_order
from stallage.payments.actions.settling import settle
from stallage.payments.jobs import reconcile
from stallage.payments.rules.decisions import Decision
from tests.blocked import wait_until_blocked
from tests.checkout.factory import count, place, stock_of
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import (
    end_now,
    order_of,
    order_state,
    pay_again,
    place_prepaid,
    refunds,
    work_until,
)
from tests.payments.fake_gateways import FakeGateway, send, session_of
from tests.shop import Shop

TOTAL = 3190


async def test_repeated_webhook_events_confirm_once(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    assert await gateway.is_payable(shop, session)
    assert await order_state(shop, order) == (0, 0)
    await gateway.pay(shop, session)
    # Only the provider knows of the payment, and it was not polled yet.
    assert await order_state(shop, order) == (0, 0)
    event = gateway.webhook_event(shop, session, "paid")
    answers = await asyncio.gather(*(send(shop, gateway, event) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert await count(shop, "payment_webhook_events") == 1
    # The event is stored and answered. If the process dies here, its job is still enqueued.
    assert await order_state(shop, order) == (0, 0)
    await shop.work()
    assert (await send(shop, gateway, event)).status_code == 200
    assert (
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    ).status_code == 200
    await shop.work()
    paid = await order_of(shop, order)
    assert (paid["status"], paid["paymentStatus"]) == (1, 1)
    assert [entry["status"] for entry in paid["timeline"]] == [0, 1]
    assert await refunds(shop) == []
    assert await stock_of(shop, order.sku_id) == 4
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT body::text FROM payment_webhook_events")
    assert not any("@" in row["body"] for row in rows)


async def test_webhook_events_out_of_order_and_about_unknown_sessions(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    unknown = gateway.webhook_event(shop, session, "other")
    await gateway.decline(shop, session)
    declined = gateway.webhook_event(shop, session, "declined")
    if gateway.name == "sandbox":
        # Its decline is final, so another session is paid.
        await send(shop, gateway, declined)
        await shop.work()
        await pay_again(shop, order)
        session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    for event in (gateway.webhook_event(shop, session, "paid"), declined, unknown):
        assert (await send(shop, gateway, event)).status_code == 200
    await shop.work()
    assert await order_state(shop, order) == (1, 1)
    assert await refunds(shop) == []


async def test_a_webhook_event_and_a_poll_do_not_deadlock(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    assert (
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    ).status_code == 200
    async with shop.database.transaction() as connection:
        # A poll gets its response at the same moment.
        (attempt,) = await connection.fetch("SELECT id, order_id FROM payment_attempts")
        await lock_order(connection, attempt["order_id"])
        processing = asyncio.create_task(shop.work())
        await wait_until_blocked(shop)
        assert await settle(connection, attempt["id"], "paid") is Decision.CONFIRM
    await processing
    assert await order_state(shop, order) == (1, 1)
    async with shop.database.reading() as connection:
        decision = await connection.fetchval("SELECT decision FROM payment_webhook_events")
    assert decision == Decision.NOTHING.value, "the event was processed after the poll"


async def test_a_late_payment_without_webhook_event_is_found_by_polling(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay_late(shop, session)
    await end_now(shop, order.order_id)
    polls = 0
    for minute in range(17, 60):
        with clock.shift(timedelta(minutes=minute)):
            async with shop.database.reading() as connection:
                before = await connection.fetchval("SELECT checked_at FROM payment_attempts")
                await reconcile(shop.runtime)
                polls += before != await connection.fetchval(
                    "SELECT checked_at FROM payment_attempts"
                )
    assert 3 <= polls <= 8, "the pauses grow"
    await gateway.complete_late_payment(shop, session)
    with clock.shift(timedelta(days=1)):
        await reconcile(shop.runtime)
    assert await order_state(shop, order) == (1, 1)


@pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)
async def test_another_card_can_be_tried_after_a_declined_one(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.decline(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "declined"))
    await shop.work()
    seen = await order_of(shop, order)
    assert (seen["status"], seen["paymentStatus"]) == (0, 2)
    assert seen["allows"]["pay"]
    # The payment page is the same one, still open for another card.
    assert await pay_again(shop, order) == order.redirect_url
    assert await order_state(shop, order) == (0, 0)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    assert await order_state(shop, order) == (1, 1)
    assert await count(shop, "payment_attempts") == 1


async def test_forged_webhook_events_are_not_stored(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    for forged in gateway.forged(shop, session):
        answer = await send(shop, gateway, forged)
        assert answer.status_code == 400, forged
        assert answer.json()["error"]["code"] == "notice_refused"
    await shop.work()
    assert await order_state(shop, order) == (0, 0)
    assert await count(shop, "payment_webhook_events") == 0


async def test_polling_replaces_a_lost_webhook_event(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await reconcile(shop.runtime)
    await gateway.pay(shop, session)
    await reconcile(shop.runtime)
    assert await order_state(shop, order) == (0, 0), "not polled within the first minute"
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await order_state(shop, order) == (1, 1)


async def test_a_late_payment_revives_the_order_if_all_units_are_in_stock(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop, promoCode="WELCOME10")
    session = await session_of(shop, order.order_id)
    await gateway.pay_late(shop, session)
    await end_now(shop, order.order_id)
    assert await order_state(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5
    await gateway.complete_late_payment(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    # Jobs of the end may run after the event's job. They find an order that was revived.
    await shop.work()
    async with shop.database.transaction() as connection:
        await refund_cancelled_order(connection, await connection.fetchval("SELECT id FROM orders"))
    await shop.work()
    revived = await order_of(shop, order)
    assert (revived["status"], revived["paymentStatus"]) == (1, 1)
    assert [entry["status"] for entry in revived["timeline"]] == [0, 8, 1]
    assert await stock_of(shop, order.sku_id) == 4
    assert await refunds(shop) == []


async def test_a_late_payment_is_refunded_if_units_were_sold(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop, stock=1)
    session = await session_of(shop, order.order_id)
    await gateway.pay_late(shop, session)
    await end_now(shop, order.order_id)
    await place(shop, [order.sku_id])
    await gateway.complete_late_payment(shop, session)
    event = gateway.webhook_event(shop, session, "paid")
    await asyncio.gather(send(shop, gateway, event), send(shop, gateway, event))
    assert (await work_until(shop, order, payment_status=3))["status"] == 8
    assert await refunds(shop) == [(TOTAL, "late", "done")]
    assert await gateway.refunded_amount(shop, session) == TOTAL
    assert await stock_of(shop, order.sku_id) == 0
