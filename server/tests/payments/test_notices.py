"""Notices of every provider: once, twice, late, out of order, forged, never, and too early."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.orders.actions import lock_order
from stallage.payments.actions import refund_cancelled_order
from stallage.payments.actions.settling import settle
from stallage.payments.jobs import reconcile
from stallage.payments.rules import Decision
from tests.blocked import wait_until_blocked
from tests.checkout.factory import count, place, stock_of
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import (
    end_now,
    order_of,
    pay_again,
    place_prepaid,
    refunds,
    standing,
    work_until,
)
from tests.payments.tills import Till, send, session_of
from tests.shop import Shop

TOTAL = 3190


async def test_a_notice_confirms_and_twice_is_once(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    assert await till.takes_money(shop, session)
    assert await standing(shop, order) == (0, 0)
    await till.pay(shop, session)
    # That somebody paid is known from the provider alone, and nobody has asked it yet.
    assert await standing(shop, order) == (0, 0)
    notice = till.notice(shop, session, "paid")
    answers = await asyncio.gather(*(send(shop, till, notice) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert await count(shop, "payment_notices") == 1
    # Stored and answered; a process that dies here loses nothing: the work is still to be done.
    assert await standing(shop, order) == (0, 0)
    await shop.work()
    assert (await send(shop, till, notice)).status_code == 200
    assert (await send(shop, till, till.notice(shop, session, "paid"))).status_code == 200
    await shop.work()
    paid = await order_of(shop, order)
    assert (paid["status"], paid["paymentStatus"]) == (1, 1)
    assert [entry["status"] for entry in paid["timeline"]] == [0, 1]
    assert await refunds(shop) == []
    assert await stock_of(shop, order.sku_id) == 4
    async with shop.database.reading() as connection:
        kept = await connection.fetch("SELECT body::text FROM payment_notices")
    assert not any("@" in row["body"] for row in kept)


async def test_notices_out_of_order_and_of_strangers(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    stranger = till.notice(shop, session, "other")
    await till.decline(shop, session)
    declined = till.notice(shop, session, "declined")
    if till.name == "sandbox":
        # Its decline is for good, so another session is paid.
        await send(shop, till, declined)
        await shop.work()
        await pay_again(shop, order)
        session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    for notice in (till.notice(shop, session, "paid"), declined, stranger):
        assert (await send(shop, till, notice)).status_code == 200
    await shop.work()
    assert await standing(shop, order) == (1, 1)
    assert await refunds(shop) == []


async def test_a_notice_and_an_answer_do_not_wait_for_each_other(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    assert (await send(shop, till, till.notice(shop, session, "paid"))).status_code == 200
    async with shop.database.transaction() as connection:
        # What was asked is answered at the same moment.
        (attempt,) = await connection.fetch("SELECT id, order_id FROM payment_attempts")
        await lock_order(connection, attempt["order_id"])
        noticed = asyncio.create_task(shop.work())
        await wait_until_blocked(shop)
        assert await settle(connection, attempt["id"], "paid") is Decision.CONFIRM
    await noticed
    assert await standing(shop, order) == (1, 1)
    async with shop.database.reading() as connection:
        kept = await connection.fetchval("SELECT decision FROM payment_notices")
    assert kept == Decision.NOTHING.value, "acted on at the first try, when the answer was in"


async def test_money_for_what_was_ended_is_found_though_no_notice_comes(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.promise(shop, session)
    await end_now(shop, order.order_id)
    asked = 0
    for minute in range(17, 60):
        with clock.shift(timedelta(minutes=minute)):
            async with shop.database.reading() as connection:
                before = await connection.fetchval("SELECT asked_at FROM payment_attempts")
                await reconcile(shop.runtime)
                asked += before != await connection.fetchval(
                    "SELECT asked_at FROM payment_attempts"
                )
    assert 3 <= asked <= 8, "the pauses grow"
    await till.arrive(shop, session)
    with clock.shift(timedelta(days=1)):
        await reconcile(shop.runtime)
    assert await standing(shop, order) == (1, 1)


@pytest.mark.parametrize("till", OUTSIDE, indirect=True)
async def test_a_declined_card_can_be_followed_by_another(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.decline(shop, session)
    await send(shop, till, till.notice(shop, session, "declined"))
    await shop.work()
    seen = await order_of(shop, order)
    assert (seen["status"], seen["paymentStatus"]) == (0, 2)
    assert seen["allows"]["pay"]
    # The provider's page is still open for another card: it is the same one.
    assert await pay_again(shop, order) == order.redirect_url
    assert await standing(shop, order) == (0, 0)
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    assert await standing(shop, order) == (1, 1)
    assert await count(shop, "payment_attempts") == 1


async def test_forged_notices_leave_nothing_behind(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    for forged in till.forged(shop, session):
        answer = await send(shop, till, forged)
        assert answer.status_code == 400, forged
        assert answer.json()["error"]["code"] == "notice_refused"
    await shop.work()
    assert await standing(shop, order) == (0, 0)
    assert await count(shop, "payment_notices") == 0


async def test_a_notice_that_never_comes_is_made_good_by_asking(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await reconcile(shop.runtime)
    await till.pay(shop, session)
    await reconcile(shop.runtime)
    assert await standing(shop, order) == (0, 0), "nobody asks before a minute is over"
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await standing(shop, order) == (1, 1)


async def test_a_late_payment_revives_where_all_is_still_there(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop, promoCode="WELCOME10")
    session = await session_of(shop, order.order_id)
    await till.promise(shop, session)
    await end_now(shop, order.order_id)
    assert await standing(shop, order) == (8, 2)
    assert await stock_of(shop, order.sku_id) == 5
    await till.arrive(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    # Jobs of the end run beside the notice's, some after it: they find an order that lives again.
    await shop.work()
    async with shop.database.transaction() as connection:
        await refund_cancelled_order(connection, await connection.fetchval("SELECT id FROM orders"))
    await shop.work()
    revived = await order_of(shop, order)
    assert (revived["status"], revived["paymentStatus"]) == (1, 1)
    assert [entry["status"] for entry in revived["timeline"]] == [0, 8, 1]
    assert await stock_of(shop, order.sku_id) == 4
    assert await refunds(shop) == []


async def test_a_late_payment_goes_back_where_it_is_sold(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop, stock=1)
    session = await session_of(shop, order.order_id)
    await till.promise(shop, session)
    await end_now(shop, order.order_id)
    await place(shop, [order.sku_id])
    await till.arrive(shop, session)
    notice = till.notice(shop, session, "paid")
    await asyncio.gather(send(shop, till, notice), send(shop, till, notice))
    assert (await work_until(shop, order, payment_status=3))["status"] == 8
    assert await refunds(shop) == [(TOTAL, "late", "done")]
    assert await till.given_back(shop, session) == TOTAL
    assert await stock_of(shop, order.sku_id) == 0
