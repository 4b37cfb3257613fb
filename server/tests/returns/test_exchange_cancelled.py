"""A cancelled exchange refunds the return: once, to the cent, to the source of the payment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.events import publish
from stallage.orders.events import OrderCancelled
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.units import amount_of
from stallage.process import open_runtime
from stallage.returns.actions import refund_cancelled_exchange
from stallage.returns.jobs import refund_missed_exchanges, refund_when_exchange_cancelled
from stallage.returns.rules import ExchangedLine, units_to_refund
from stallage.signin.events import CustomerSignedIn
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, CONTACT
from tests.database_proxy import proxy_to
from tests.returns.factory import (
    LARGE,
    Bought,
    broken_invariants,
    buy,
    buy_and_pay,
    buy_and_receive,
    money_back,
)
from tests.returns.test_cancelling import BOWLS, VASE
from tests.returns.test_returns import ONE_BOWL, return_body, returns_of
from tests.shop import Shop

MAX_STATEMENTS = 40


async def work(shop: Shop) -> None:
    """Run jobs, and the jobs that they add."""
    for _round in range(4):
        await shop.work()


async def exchange(shop: Shop, bought: Bought, bowls: int = 2, **more: Any) -> Bought:
    """Exchange small bowls for large ones. Returns the order that sends them."""
    line_id, _vase = await bought.line_ids(shop)
    line = {"lineId": line_id, "quantity": bowls, "exchangeSkuId": bought.skus[LARGE]}
    await bought.post(shop, "return", json={"lines": [line], "resolution": "exchange", **more})
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await work(shop)
    item = (await returns_of(shop, bought))["items"][0]
    return Bought(item["exchangeOrderId"], bought.shopper, bought.skus, None)


async def by_customer(shop: Shop, sent: Bought) -> None:
    await sent.post(shop, "cancel")


async def by_shop(shop: Shop, sent: Bought) -> None:
    await advance_order(shop.runtime, sent.order_id, OrderStatus.CANCELLED_BY_COMPANY)


async def by_withdrawal(shop: Shop, sent: Bought) -> None:
    await sent.post(shop, "withdrawal", json={"name": "Ada Miller"})


@pytest.mark.parametrize("cancel", [by_customer, by_shop, by_withdrawal])
async def test_a_cancelled_exchange_is_refunded(
    shop: Shop, cancel: Callable[[Shop, Bought], Coroutine[Any, Any, None]]
) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought)
    two_bowls = (await returns_of(shop, bought))["items"][0]["amount"]["amount"]
    await cancel(shop, sent)
    await work(shop)
    assert await money_back(shop) == [(two_bowls, "done")]
    assert await bought.stocks(shop) == [9, 10, 9]
    (item,) = (await returns_of(shop, bought))["items"]
    assert (item["status"], item["exchangeCancelled"]) == (12, True)
    assert (item["toSource"]["amount"], item["toWallet"]["amount"]) == (two_bowls, 0)
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (12, 4)
    assert "Exchange cancelled: 2 × Moss bowl" in [one["label"] for one in order["timeline"]]
    (mail,) = [mail for mail in shop.outbox() if mail["kind"] == "exchange_cancelled"]
    assert "$22.0" in mail["text"]
    refunds = [mail for mail in shop.outbox() if mail["kind"] == "refund"]
    assert [mail["data"]["amount"] for mail in refunds] == [str(two_bowls)]
    assert await broken_invariants(shop) == []
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_a_cancelled_exchange_and_a_return_refund_the_whole_order(
    shop: Shop,
) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought, 3)
    _bowls, vase = await bought.line_ids(shop)
    # Another return is open when the exchange is cancelled.
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await by_shop(shop, sent)
    await work(shop)
    assert (await bought.seen(shop))["status"] == 9
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await work(shop)
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (12, 3)
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS + VASE
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_an_exchange_cancelled_in_steps_is_refunded_in_steps(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought, 3)
    line_id = (await sent.seen(shop))["lines"][0]["lineId"]
    one = {"lines": [{"lineId": line_id, "quantity": 1}]}
    for step in range(1, 4):
        await sent.post(shop, "cancel", json=one)
        await work(shop)
        assert len(await money_back(shop)) == step
        order = await bought.seen(shop)
        assert order["paymentStatus"] == 4
    assert (await sent.seen(shop))["status"] == 7
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS
    (item,) = (await returns_of(shop, bought))["items"]
    assert item["toSource"]["amount"] == item["amount"]["amount"] == BOWLS
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_each_part_is_refunded_to_its_source(shop: Shop) -> None:
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        await credit(connection, shopper.id, 1000, Reason.GOODWILL)
    bought = await buy_and_pay(shop, paymentMethod="walletAndPrepaid")
    await bought.advance(shop, OrderStatus.DELIVERED)
    paid = (await bought.seen(shop))["payable"]["amount"]
    before = await bought.balance(shop)
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    sent = await exchange(shop, bought, 3)
    await by_customer(shop, sent)
    await work(shop)
    back = sum(amount for amount, _state in await money_back(shop))
    assert back + await bought.balance(shop) - before == BOWLS + VASE
    assert back <= paid
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_the_shopper_can_choose_the_wallet(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought, 1, refundTo="wallet")
    await by_customer(shop, sent)
    await work(shop)
    assert (await money_back(shop), await bought.balance(shop)) == ([], ONE_BOWL)
    assert (await bought.seen(shop))["paymentStatus"] == 4


async def test_a_guests_refund_waits_until_they_sign_in(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    body = {"skuIds": [bought.skus[0]], "contact": CONTACT, "paymentMethod": "cod"}
    address = {**ADDRESS, "phone": "2065550143"}
    placed = await shop.output("POST", "/api/orders", json={**body, "address": address})
    path, key = f"/api/orders/{placed['orderId']}", {"key": placed["key"]}
    await advance_order(shop.runtime, placed["orderId"], OrderStatus.DELIVERED)
    line_id = (await shop.output("GET", path, params=key))["lines"][0]["lineId"]
    line = {"lineId": line_id, "quantity": 1, "exchangeSkuId": bought.skus[LARGE]}
    body = {"lines": [line], "resolution": "exchange"}
    await shop.output("POST", f"{path}/return", json=body, params=key)
    await advance_order(shop.runtime, placed["orderId"], OrderStatus.RETURN_COMPLETED)
    (item,) = (await shop.output("GET", f"{path}/returns", params=key))["items"]
    await advance_order(shop.runtime, item["exchangeOrderId"], OrderStatus.CANCELLED_BY_COMPANY)
    await work(shop)
    (item,) = (await shop.output("GET", f"{path}/returns", params=key))["items"]
    assert item["waitsForSignIn"]
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []
    shopper = await sign_in(shop, email=CONTACT["email"])
    signed_in = CustomerSignedIn(customer_id=shopper.id, email=shopper.email, phone=None)
    for _twice in range(2):
        async with shop.database.transaction() as connection:
            await publish(connection, signed_in)
        await work(shop)
    wallet = await shop.output("GET", "/api/wallet", headers=shopper.headers)
    assert wallet["balance"]["amount"] == item["amount"]["amount"]
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_concurrent_cancellations_are_refunded_once(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought, 3)
    line_id = (await sent.seen(shop))["lines"][0]["lineId"]
    one = {"lines": [{"lineId": line_id, "quantity": 1}]}
    await asyncio.gather(
        by_customer(shop, sent),
        by_shop(shop, sent),
        sent.post(shop, "cancel", json=one),
        sent.post(shop, "cancel", json=one),
        return_exceptions=True,
    )
    async with shop.database.reading() as connection:
        event = OrderCancelled(
            order_id=await connection.fetchval(
                "SELECT id FROM orders WHERE public_id = $1", sent.order_id
            )
        )
    await asyncio.gather(
        *(refund_when_exchange_cancelled.run(shop.runtime, event) for _ in range(4)), work(shop)
    )
    await work(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_a_timer_refunds_what_a_lost_job_missed(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought)
    await by_shop(shop, sent)
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM pgqueuer")
    with clock.shift(timedelta(hours=3)):
        assert any("exchange was cancelled" in one for one in await broken_invariants(shop))
    for _twice in range(2):
        await refund_missed_exchanges(shop.runtime)
        await work(shop)
    assert [state for _amount, state in await money_back(shop)] == ["done"]
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def test_a_lost_connection_after_each_statement_of_the_refund(shop: Shop) -> None:
    settings = shop.runtime.settings
    bought = await buy_and_receive(shop)
    sent = await exchange(shop, bought, refundTo="wallet")
    await by_shop(shop, sent)
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM pgqueuer")
        order_id = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", sent.order_id
        )
    cut = 0
    async with proxy_to(settings.database_url) as proxy:
        for number in range(1, MAX_STATEMENTS):
            was_cut = False

            async def cut_connection() -> None:
                nonlocal was_cut
                was_cut = True
                proxy.close()

            async with open_runtime(settings, proxy.dsn) as runtime:
                proxy.arm(number, cut_connection)
                try:
                    async with runtime.database.transaction() as connection:
                        await refund_cancelled_exchange(connection, order_id)
                except Exception:
                    # Any error of a lost connection.
                    assert was_cut
                proxy.disarm()
            amount = (await returns_of(shop, bought))["items"][0]["amount"]["amount"]
            assert await bought.balance(shop) in (0, amount)
            if not was_cut:
                break
            cut += 1
        else:
            raise AssertionError("the refund takes more statements than expected")
    assert cut >= 5
    assert await bought.balance(shop) == amount
    await work(shop)
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


def test_in_any_steps_the_refunds_add_up_to_the_return() -> None:
    draw = random.Random(7)
    for _ in range(300):
        lines = [
            ExchangedLine(
                id=number,
                sku_id=1,
                title="Bowl",
                exchange_sku_id=draw.choice([7, 8]),
                quantity=draw.randint(1, 5),
                line_total=draw.randint(0, 9999),
                discount=draw.randint(0, 99),
                tax=draw.randint(0, 99),
                tax_added=draw.randint(0, 99),
                refunded=0,
            )
            for number in range(draw.randint(1, 4))
        ]
        total = sum(one.line_total - one.discount + one.tax_added for one in lines)
        ordered = {
            sku: sum(one.quantity for one in lines if one.exchange_sku_id == sku) for sku in (7, 8)
        }
        cancelled, refunded = {7: 0, 8: 0}, 0
        while cancelled != ordered:
            sku = draw.choice([sku for sku in ordered if cancelled[sku] < ordered[sku]])
            cancelled[sku] += draw.randint(1, ordered[sku] - cancelled[sku])
            units = units_to_refund(lines, cancelled)
            assert units_to_refund(lines, cancelled) == units
            refunded += amount_of(units)
            for one in units:
                line = lines[one.line_id]
                lines[one.line_id] = replace(line, refunded=line.refunded + one.quantity)
            assert units_to_refund(lines, cancelled) == []
        assert refunded == total
