"""Cancelling by line: units return to stock once, money is refunded once, all amounts are exact."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.orders.gateway_calls.advancing import OperationRefused
from stallage.orders.rules import OrderStatus
from stallage.payments.actions import refund_cancelled_order
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.payments.factory import press
from tests.returns.factory import Bought, broken_invariants, buy, buy_and_pay, money_back
from tests.shop import Shop

# 3 × 9.99 and 25.00, taxed with 6.5 % and 3.85 % on each line, and 6.90 for delivery.
BOWLS = 2997 + 195 + 115
VASE = 2500 + 163 + 96
TOTAL = BOWLS + VASE + 690


def lines(*units: tuple[int, int | None]) -> dict[str, Any]:
    """The body that cancels lines; a quantity of None means all units left."""
    return {
        "lines": [
            {"lineId": line} | ({} if quantity is None else {"quantity": quantity})
            for line, quantity in units
        ]
    }


async def give(shop: Shop, bought: Bought, amount: int) -> None:
    async with shop.database.transaction() as connection:
        await credit(connection, bought.shopper.id, amount, Reason.GOODWILL)


async def test_a_paid_line_is_refunded(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    before = await bought.seen(shop)
    assert before["total"]["amount"] == TOTAL
    assert await bought.stocks(shop) == [7, 10, 9]
    order = await bought.post(shop, "cancel", json=lines((bowls, 1)))
    assert (order["status"], order["total"]["amount"]) == (1, TOTAL)
    assert order["lines"][0]["cancelledQuantity"] == 1
    assert order["timeline"][-1]["label"] == "Cancelled: 1 × Moss bowl"
    await bought.post(shop, "cancel", json=lines((bowls, None)))
    assert await bought.stocks(shop) == [10, 10, 9]
    await shop.work()
    order = await bought.seen(shop)
    assert (order["paymentStatus"], order["cancelledTotal"]["amount"]) == (4, BOWLS)
    assert order["payable"]["amount"] == TOTAL - BOWLS
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS
    # With the last line, the whole order is cancelled and delivery is refunded.
    order = await bought.post(shop, "cancel", json=lines((vase, 1)))
    assert order["status"] == 7
    await shop.work()
    assert (await bought.seen(shop))["paymentStatus"] == 3
    back = await money_back(shop)
    assert sum(amount for amount, _state in back) == TOTAL
    assert {state for _amount, state in back} == {"done"}
    assert await bought.stocks(shop) == [10, 10, 10]


async def test_the_whole_order_may_be_refunded_before_its_part(
    shop: Shop, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two jobs refund the order; the later one has nothing left to do, and that is no fault."""
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((bowls, 1)))
    await bought.post(shop, "cancel")
    async with shop.database.transaction() as connection:
        await refund_cancelled_order(connection, await connection.fetchval("SELECT id FROM orders"))
    await shop.work()
    assert await money_back(shop) == [(TOTAL, "done")]
    assert await broken_invariants(shop) == []
    assert "refund_exceeds_payment" not in capfd.readouterr().err


async def test_an_unpaid_order_has_less_to_pay(shop: Shop) -> None:
    bought = await buy(shop)
    _bowls, vase = await bought.line_ids(shop)
    order = await bought.post(shop, "cancel", json=lines((vase, None)))
    assert (order["status"], order["payable"]["amount"]) == (0, TOTAL - VASE)
    assert bought.redirect_url is not None
    # The payment page of the old amount is closed. A new one has the new amount.
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    assert (await bought.seen(shop))["status"] == 0
    again = await bought.post(shop, "pay")
    await press(shop, again["payment"]["redirectUrl"], "pay")
    await shop.work()
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (1, 1)
    async with shop.database.reading() as connection:
        paid = await connection.fetchval(
            "SELECT sum(amount) FROM payment_attempts WHERE state = 'paid'"
        )
    assert paid == TOTAL - VASE
    assert await money_back(shop) == []


async def test_cash_on_delivery_has_less_to_pay(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, _vase = await bought.line_ids(shop)
    order = await bought.post(shop, "cancel", json=lines((bowls, 2)))
    assert order["payable"]["amount"] == TOTAL - (BOWLS - BOWLS // 3)
    assert (order["status"], order["paymentStatus"]) == (1, 0)


async def mixed(shop: Shop, wallet: int) -> Bought:
    """Place an order that the wallet pays in part, with the online payment still open."""
    shopper_first = await buy(shop, paymentMethod="cod")
    await shopper_first.post(shop, "cancel")
    await give(shop, shopper_first, wallet)
    body = {
        "skuIds": [shopper_first.skus[0]] * 3 + [shopper_first.skus[2]],
        "address": {**(await shopper_first.seen(shop))["address"], "phone": "2065550143"},
        "shippingMethod": "standard",
        "paymentMethod": "walletAndPrepaid",
    }
    placed = await shop.output(
        "POST", "/api/orders", json=body, headers=shopper_first.shopper.headers
    )
    return Bought(
        placed["orderId"],
        shopper_first.shopper,
        shopper_first.skus,
        placed["payment"]["redirectUrl"],
    )


async def test_the_online_payment_is_refunded_before_the_wallet(shop: Shop) -> None:
    bought = await mixed(shop, 4000)
    bowls, _vase = await bought.line_ids(shop)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    assert await bought.balance(shop) == 0
    await bought.post(shop, "cancel", json=lines((bowls, None)))
    await shop.work()
    online = TOTAL - 4000
    assert await money_back(shop) == [(online, "done")]
    assert await bought.balance(shop) == BOWLS - online
    await bought.post(shop, "cancel")
    await shop.work()
    assert await bought.balance(shop) == 4000
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (7, 3)
    assert await broken_invariants(shop) == []


async def test_an_order_is_confirmed_if_the_wallet_pays_the_rest(shop: Shop) -> None:
    bought = await mixed(shop, VASE + 690)
    bowls, _vase = await bought.line_ids(shop)
    order = await bought.post(shop, "cancel", json=lines((bowls, None)))
    assert (order["status"], order["paymentStatus"], order["payable"]["amount"]) == (1, 1, 0)
    assert await bought.balance(shop) == 0


async def test_invalid_and_late_cancellations(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    invalid: list[dict[str, Any]] = [
        {"lines": []},
        lines((bowls, 0)),
        lines((999_999, 1)),
        lines((bowls, 1), (bowls, 1)),
        {"lines": [{"lineId": "x"}]},
    ]
    for body in invalid:
        status, error = await bought.refused(shop, "cancel", json=body)
        assert (status, error["code"]) == (422, "invalid_fields"), body
    status, error = await bought.refused(shop, "cancel", json=lines((bowls, 4)))
    assert (status, error["code"]) == (409, "cancel_refused")
    status, _error = await shop.error("POST", f"{bought.path}/cancel", json=lines((bowls, 1)))
    assert status == 404
    await bought.advance(shop, OrderStatus.SHIPPED)
    status, error = await bought.refused(shop, "cancel", json=lines((vase, 1)))
    assert (status, error["code"]) == (409, "cancel_refused")
    assert await bought.stocks(shop) == [7, 10, 9]


async def test_the_same_key_cancels_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    call = {"json": lines((bowls, 1)), "headers": {"Idempotency-Key": "one"}}
    answers = await asyncio.gather(*(bought.post(shop, "cancel", **call) for _ in range(3)))
    assert {one["lines"][0]["cancelledQuantity"] for one in answers} == {1}
    assert await bought.stocks(shop) == [8, 10, 9]
    await bought.post(shop, "cancel", headers={"Idempotency-Key": "whole"})
    again = await bought.post(shop, "cancel", headers={"Idempotency-Key": "whole"})
    assert again["status"] == 7


async def test_concurrent_cancellations_refund_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    bodies: list[Any] = [None, lines((bowls, None)), lines((vase, None)), None, lines((bowls, 3))]
    answers = await asyncio.gather(
        *(
            shop.client.post(f"{bought.path}/cancel", json=body, headers=bought.shopper.headers)
            for body in bodies
        )
    )
    assert {one.status_code for one in answers} <= {200, 409}
    assert any(one.status_code == 200 for one in answers)
    await shop.work()
    assert await bought.stocks(shop) == [10, 10, 10]
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (7, 3)


async def test_cancel_against_shipping(shop: Shop) -> None:
    for _round in range(4):
        bought = await buy(shop, paymentMethod="cod")
        await bought.advance(shop, OrderStatus.PREPARED)
        shipped, cancelled = await asyncio.gather(
            bought.advance(shop, OrderStatus.SHIPPED),
            shop.client.post(f"{bought.path}/cancel", headers=bought.shopper.headers),
            return_exceptions=True,
        )
        assert not isinstance(cancelled, BaseException)
        status = (await bought.seen(shop))["status"]
        if cancelled.status_code == 200:
            assert isinstance(shipped, OperationRefused)
            assert (status, await bought.stocks(shop)) == (7, [10, 10, 10])
        else:
            assert (shipped, cancelled.status_code, status) == (None, 409, 4)
            assert await bought.stocks(shop) == [7, 10, 9]


@pytest.mark.parametrize("whole", [True, False])
async def test_cancel_against_the_payment_webhook(shop: Shop, whole: bool) -> None:
    bought = await buy(shop)
    _bowls, vase = await bought.line_ids(shop)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay-twice")
    cancelled, _worked, _again = await asyncio.gather(
        bought.post(shop, "cancel", json=None if whole else lines((vase, 1))),
        shop.work(),
        shop.work(),
    )
    assert cancelled["status"] in ((7,) if whole else (0, 1))
    await shop.work()
    order = await bought.seen(shop)
    expected = (7, 3) if whole else (1, 4)
    assert (order["status"], order["paymentStatus"]) == expected
    assert sum(amount for amount, _state in await money_back(shop)) == (TOTAL if whole else VASE)
    assert await bought.stocks(shop) == ([10, 10, 10] if whole else [7, 10, 10])
