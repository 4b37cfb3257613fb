"""What goes wrong between the shop and a provider: never wrong money, never goods held for ever."""

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
from stallage.payments.rules import Decision
from tests.checkout.factory import count, guest_order, make_terms, stock_of
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import (
    Prepaid,
    cancel,
    end_now,
    order_of,
    pay_again,
    place_prepaid,
    refunds,
    standing,
    work_until,
)
from tests.payments.stand_ins.serving import Fault
from tests.payments.tills import Till, send, server_of, session_of
from tests.products.factory import make_product
from tests.shop import Shop

TOTAL = 3190
outside = pytest.mark.parametrize("till", OUTSIDE, indirect=True)


async def attempts(shop: Shop) -> list[tuple[Any, ...]]:
    """State and session of each attempt."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT state, session FROM payment_attempts ORDER BY id")
    return [tuple(row) for row in rows]


async def place_unstarted(shop: Shop) -> Prepaid:
    """A prepaid order whose provider does not answer; its guest finds it by the mail."""
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        bowl = await make_product(connection, stock=5)
    body = guest_order([bowl.sku_id], paymentMethod="prepaid")
    placed = await shop.output("POST", "/api/orders", json=body)
    assert placed["payment"]["redirectUrl"] is None
    return Prepaid(placed["orderId"], placed["key"], "", bowl.sku_id)


async def pay_and_hear(shop: Shop, till: Till, order: Prepaid) -> str:
    """Somebody pays and the notice comes; the session."""
    session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    assert await standing(shop, order) == (1, 1)
    return session


def failing(till: Till, fault: Fault) -> list[Fault]:
    """A call that fails in the end: Stripe's client tries again by itself where nothing was answered."""
    tries_again = till.name == "stripe" and fault in ("down", "lost", "silent")
    return [fault, fault] if tries_again else [fault]


@outside
@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_a_start_that_fails_keeps_the_order_and_is_taken_up_again(
    till: Till, till_shop: Shop, fault: Fault
) -> None:
    shop, server = till_shop, server_of(till)
    server.next(*failing(till, fault))
    order = await place_unstarted(shop)
    assert await attempts(shop) == [("starting", None)]
    assert await standing(shop, order) == (0, 0)
    assert await stock_of(shop, order.sku_id) == 4
    others: tuple[Fault, ...] = ("down", "nonsense", "busy")
    for turn, other in enumerate(others, start=1):
        server.next(*failing(till, other))
        with clock.shift(timedelta(seconds=61 * turn)):
            await reconcile(shop.runtime)
        assert await attempts(shop) == [("starting", None)]
    with clock.shift(timedelta(seconds=61 * 4)):
        await reconcile(shop.runtime)
    [(state, session)] = await attempts(shop)
    assert state == "open"
    # Where the answer was lost, what was opened then is found again: the provider has one.
    opened = getattr(server, "sessions", None) or getattr(server, "orders", None)
    assert list(opened or {}) == [session]
    assert await pay_again(shop, order)
    await pay_and_hear(shop, till, order)


@outside
async def test_two_tabs_and_a_lost_answer_open_one_session(till: Till, till_shop: Shop) -> None:
    shop, server = till_shop, server_of(till)
    server.next(*failing(till, "lost"))
    order = await place_unstarted(shop)
    places = await asyncio.gather(*(pay_again(shop, order) for _ in range(4)))
    assert len(set(places)) == 1
    assert await count(shop, "payment_attempts") == 1
    session = await session_of(shop, order.order_id)
    assert await till.takes_money(shop, session)


@outside
async def test_a_start_that_is_refused_fails_and_can_be_tried_again(
    till: Till, till_shop: Shop
) -> None:
    shop, server = till_shop, server_of(till)
    server.next("refused")
    order = await place_unstarted(shop)
    assert await attempts(shop) == [("failed", None)]
    assert await standing(shop, order) == (0, 2)
    await pay_again(shop, order)
    await pay_and_hear(shop, till, order)
    # And one that is never started holds nothing for ever.
    server.next("refused")
    other = await place_unstarted(shop)
    await end_now(shop, other.order_id)
    assert (await standing(shop, other))[0] == 8
    assert await stock_of(shop, other.sku_id) == 5


async def test_a_notice_overtakes_the_answer_to_the_start(till: Till, till_shop: Shop) -> None:
    """The process died after the provider had opened the session and before it was written."""
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE payment_attempts SET state = 'starting', session = NULL, redirect_url = NULL"
        )
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    if till.name == "sandbox":
        # It knows no name of ours; asking makes it good.
        assert await standing(shop, order) == (0, 0)
        with clock.shift(timedelta(seconds=61)):
            await reconcile(shop.runtime)
        with clock.shift(timedelta(seconds=122)):
            await reconcile(shop.runtime)
    assert await standing(shop, order) == (1, 1)
    assert await attempts(shop) == [("paid", session)]


@outside
async def test_nothing_is_given_back_while_the_session_cannot_be_ended(
    till: Till, till_shop: Shop
) -> None:
    shop, server = till_shop, server_of(till)
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    faults: tuple[Fault, ...] = ("down", "silent")
    for fault in faults:
        server.next(*failing(till, fault))
        with pytest.raises(PaymentUnavailable):
            await end_now(shop, order.order_id)
        assert await standing(shop, order) == (0, 0)
        assert await stock_of(shop, order.sku_id) == 4
    server.next(*failing(till, "down"))
    refused = await cancel(shop, order)
    assert refused.status_code == 503
    assert await stock_of(shop, order.sku_id) == 4
    # The provider is back; the timer does what is overdue. It was ended before anything was given back.
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
        assert not await till.takes_money(shop, session)
    assert await standing(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5


@outside
async def test_an_end_whose_answer_was_lost_is_taken_up_again(till: Till, till_shop: Shop) -> None:
    shop, server = till_shop, server_of(till)
    order = await place_prepaid(shop)
    server.next("lost")
    if till.name == "razorpay":
        with pytest.raises(PaymentUnavailable):
            await end_now(shop, order.order_id)
    # Stripe's client asks a second time by itself and hears that it is not open any more.
    await end_now(shop, order.order_id)
    await end_now(shop, order.order_id)
    assert await standing(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5
    # And a payment that was quicker than the end counts.
    quick = await place_prepaid(shop)
    await till.pay(shop, await session_of(shop, quick.order_id))
    await end_now(shop, quick.order_id)
    assert await standing(shop, quick) == (1, 1)


@outside
@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_a_refund_is_sent_once_however_often_it_is_asked_for(
    till: Till, till_shop: Shop, fault: Fault
) -> None:
    shop, server = till_shop, server_of(till)
    order = await place_prepaid(shop)
    session = await pay_and_hear(shop, till, order)
    assert (await cancel(shop, order)).status_code == 200
    calls = len(server.asked)
    # The last call of the conversation goes wrong: the one that sends the money.
    before = 1 if till.name == "stripe" else 2
    server.next(*[None] * before, *failing(till, fault))
    await work_until(shop, order, payment_status=3)
    assert len(server.asked) > calls + before + 1
    assert await till.given_back(shop, session) == TOTAL
    assert await refunds(shop) == [(TOTAL, "cancelled", "done")]
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await till.given_back(shop, session) == TOTAL


@outside
async def test_a_refund_that_is_refused_is_left_to_an_operator(till: Till, till_shop: Shop) -> None:
    shop, server = till_shop, server_of(till)
    order = await place_prepaid(shop)
    session = await pay_and_hear(shop, till, order)
    await cancel(shop, order)
    server.next(*[None] * (1 if till.name == "stripe" else 2), "refused")
    await shop.work()
    assert await refunds(shop) == [(TOTAL, "cancelled", "refused")]
    assert await standing(shop, order) == (7, 1)
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await till.given_back(shop, session) == 0


async def test_part_of_a_payment_goes_back_once_and_never_more_than_is_there(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await pay_and_hear(shop, till, order)
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
    assert await till.given_back(shop, session) == TOTAL


async def test_money_that_comes_twice_goes_back_and_leaves_the_order_paid(
    till: Till, till_shop: Shop
) -> None:
    """The first attempt was declined for good and is paid all the same, after the second one."""
    shop = till_shop
    order = await place_prepaid(shop)
    first = await session_of(shop, order.order_id)
    await till.promise(shop, first)
    async with shop.database.transaction() as connection:
        attempt_id = await connection.fetchval("SELECT id FROM payment_attempts")
        assert await settle(connection, attempt_id, "failed") is Decision.CLOSE
    await pay_again(shop, order)
    second = await pay_and_hear(shop, till, order)
    assert second != first
    await till.arrive(shop, first)
    await send(shop, till, till.notice(shop, first, "paid"))
    await shop.work()
    await work_until(shop, order, payment_status=1)
    assert await refunds(shop) == [(TOTAL, "late", "done")]
    assert await till.given_back(shop, first) == TOTAL
    assert await till.given_back(shop, second) == 0
    assert (await order_of(shop, order))["status"] == 1


async def test_a_notice_is_answered_while_the_order_is_held_by_another(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    async with shop.database.transaction() as connection:
        await lock_order(connection, order.order_id)
        # Were the order's row waited for, this would never come back.
        answer = await send(shop, till, till.notice(shop, session, "paid"))
        assert answer.status_code == 200
    await shop.work()
    assert await standing(shop, order) == (1, 1)


@pytest.mark.parametrize("till", ["sandbox"], indirect=True)
async def test_what_was_paid_for_lines_that_were_cancelled_meanwhile_goes_back(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    async with shop.database.transaction() as connection:
        # As cancelling a line leaves it; the session of that moment was paid before it could be ended.
        await connection.execute("UPDATE orders SET cancelled_total = 500, cancelled_payable = 500")
        await connection.execute("UPDATE order_tenders SET released = 500")
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    assert await standing(shop, order) == (1, 1)
    assert await refunds(shop) == [(500, "surplus", "done")]
    assert await till.given_back(shop, session) == 500
    await cancel(shop, order)
    await work_until(shop, order, payment_status=3)
    assert await till.given_back(shop, session) == TOTAL
