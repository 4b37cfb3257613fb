"""Items added to paid orders at the same time as payments, ends, other edits and cancellations."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.payments.gateway_calls.ending import end_unpaid_order
from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS
from tests.orders.additions import (
    BOWL,
    add_bowl,
    due,
    order_row_id,
    payment_page,
    tenders,
)
from tests.orders.edits import committed
from tests.orders.money import sound
from tests.orders.test_admin_edits_races import stock_of
from tests.payments.factory import press
from tests.returns.factory import buy_and_pay, money_back
from tests.returns.test_cancelling import TOTAL
from tests.shop import Shop


async def charged(shop: Shop) -> int:
    """What the shop keeps of all payments, less all refunds."""
    async with shop.database.reading() as connection:
        paid: int = await connection.fetchval(
            "SELECT coalesce(sum(amount), 0)::bigint FROM payment_attempts WHERE state = 'paid'"
        )
    return paid - sum(amount for amount, _state in await money_back(shop))


async def test_the_last_unit_goes_to_one(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    large = bought.skus[1]
    await stock_of(shop, large, 1)
    other = await sign_in(shop)
    body = {
        "skuIds": [large],
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
    }
    async with operator_client(shop) as admin:
        arguments = await committed(
            admin, bought.order_id, {"added": [{"skuId": large, "quantity": 1}]}
        )
        edited, placed = await asyncio.gather(
            admin.request("POST", f"/orders/{bought.order_id}/edits", **arguments),
            shop.client.post("/api/orders", json=body, headers=other.headers),
        )
    assert sorted([edited.status_code, placed.status_code]) in ([200, 409], [201, 409])
    assert (await bought.stocks(shop))[1] == 0
    assert await due(shop, bought) == (BOWL if edited.status_code == 200 else 0)
    await sound(shop)


async def test_two_edits_at_once_ask_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}/edits"
    body = {"added": [{"skuId": bought.skus[1], "quantity": 1}]}
    async with operator_client(shop) as admin:
        calls = [await committed(admin, bought.order_id, body) for _ in range(4)]
        responses = await asyncio.gather(
            *[admin.request("POST", path, audited=False, **one) for one in calls]
        )
        assert sorted(one.status_code for one in responses) == [200, 412, 412, 412]
    assert await due(shop, bought) == BOWL
    await sound(shop)


async def test_a_repeated_request_asks_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}/edits"
    body = {"added": [{"skuId": bought.skus[1], "quantity": 1}]}
    async with operator_client(shop) as admin:
        arguments = await committed(admin, bought.order_id, body)
        responses = await asyncio.gather(
            *[admin.request("POST", path, audited=False, **arguments) for _ in range(4)]
        )
        assert [one.status_code for one in responses] == [200] * 4
    assert await due(shop, bought) == BOWL
    assert (await bought.stocks(shop))[1] == 9
    await sound(shop)


async def test_a_payment_while_the_time_to_pay_ends(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    url = await payment_page(shop, bought)
    row_id = await order_row_id(shop, bought)

    async def end() -> None:
        with clock.shift(timedelta(hours=49)):
            await end_unpaid_order(shop.runtime, row_id)

    await asyncio.gather(press(shop, url, "pay"), end(), end())
    await sound(shop)
    states = [state for _kind, _left, state in await tenders(shop, bought)]
    assert states in (["taken", "taken"], ["taken", "released"])
    is_paid = states[1] == "taken"
    assert await charged(shop) == TOTAL + (BOWL if is_paid else 0)
    assert (await bought.stocks(shop))[1] == (9 if is_paid else 10)
    assert (await bought.seen(shop))["status"] == 1


async def test_a_payment_while_an_operator_takes_the_items_off(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        url = await payment_page(shop, bought)
        added = (await bought.seen(shop))["lines"][2]["lineId"]
        arguments = await committed(
            admin, bought.order_id, {"lines": [{"lineId": added, "quantity": 0}]}
        )
        edited, _pressed = await asyncio.gather(
            admin.request("POST", f"/orders/{bought.order_id}/edits", **arguments),
            press(shop, url, "pay"),
        )
    # Paid first, the order is another one than was shown.
    assert edited.status_code in (200, 409, 412)
    await sound(shop)
    stays = edited.status_code != 200
    assert await charged(shop) == TOTAL + (BOWL if stays else 0)
    assert (await bought.stocks(shop))[1] == (9 if stays else 10)
    assert await due(shop, bought) == 0


async def test_a_cancellation_while_the_shopper_pays(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    url = await payment_page(shop, bought)
    await asyncio.gather(press(shop, url, "pay"), bought.post(shop, "cancel"))
    await sound(shop)
    assert await charged(shop) == 0
    assert await bought.stocks(shop) == [10, 10, 10]


async def test_items_are_cancelled_while_the_shopper_pays_for_others(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    url = await payment_page(shop, bought)
    bowls = (await bought.seen(shop))["lines"][0]["lineId"]
    cancel = {"lines": [{"lineId": bowls, "quantity": 2}]}
    await asyncio.gather(press(shop, url, "pay"), bought.post(shop, "cancel", json=cancel))
    await sound(shop)
    left = sum(left for _kind, left, _state in await tenders(shop, bought))
    assert await due(shop, bought) == 0
    assert await charged(shop) == left
    assert await bought.stocks(shop) == [9, 9, 9]


async def test_two_tabs_and_a_second_payment(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    urls = await asyncio.gather(*[payment_page(shop, bought) for _ in range(3)])
    assert len(set(urls)) == 1
    await asyncio.gather(*[press(shop, urls[0], "pay") for _ in range(3)])
    await sound(shop)
    assert await charged(shop) == TOTAL + BOWL
    status, error = await bought.refused(shop, "pay")
    assert (status, error["code"]) == (409, "payment_not_due")
