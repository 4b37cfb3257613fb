"""Returns and exchanges: requested, approved, received, and refunded once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import access, clock
from stallage.core.events import publish
from stallage.orders.gateway_calls.advancing import OperationRefused, StatusAction
from stallage.orders.rules import OrderStatus
from stallage.returns import actions
from stallage.returns.gateway_calls.operating import change_return
from stallage.signin.events import CustomerSignedIn
from tests.cart.factory import sign_in
from tests.checkout.factory import CONTACT
from tests.returns.factory import (
    LARGE,
    SMALL,
    Bought,
    broken_invariants,
    buy,
    buy_and_pay,
    buy_and_receive,
    money_back,
)
from tests.returns.test_cancelling import BOWLS, VASE
from tests.shop import Shop

ONE_BOWL = 999 + 65 + 38


def return_body(*lines: tuple[int, int], **more: Any) -> dict[str, Any]:
    """The body of a return request for lines and quantities."""
    return {
        "lines": [{"lineId": line, "quantity": quantity} for line, quantity in lines],
        **more,
    }


async def change(shop: Shop, bought: Bought, status: OrderStatus, action: StatusAction) -> None:
    await change_return(shop.runtime, bought.order_id, status, action)


async def returns_of(shop: Shop, bought: Bought) -> Any:
    return await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)


async def test_returns_in_parts_are_refunded_to_the_cent(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    returns = await returns_of(shop, bought)
    assert (returns["canReturn"], returns["walletOnly"], returns["items"]) == (True, False, [])
    assert [(one["lineId"], one["quantity"]) for one in returns["lines"]] == [(bowls, 3), (vase, 1)]
    order = await bought.post(shop, "return", json=return_body((bowls, 1), reason="Too small"))
    assert (order["status"], order["statusLabel"]) == (9, "Return requested")
    assert not (await returns_of(shop, bought))["canReturn"]
    await change(shop, bought, OrderStatus.RETURN_APPROVED, actions.approve_return)
    await change(shop, bought, OrderStatus.PICKED_UP, actions.pick_up_return)
    assert await bought.stocks(shop) == [7, 10, 9]
    await change(shop, bought, OrderStatus.BACK_AT_COMPANY, actions.receive_return)
    assert await bought.stocks(shop) == [8, 10, 9]
    await change(shop, bought, OrderStatus.RETURN_COMPLETED, actions.complete_return)
    await shop.work()
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (12, 4)
    assert [entry["status"] for entry in order["timeline"]][-5:] == [9, 10, 11, 15, 12]
    assert order["lines"][0]["returnedQuantity"] == 1
    assert await money_back(shop) == [(ONE_BOWL, "done")]
    # The rest is returned later, with `orders advance`.
    await bought.post(shop, "return", json=return_body((bowls, 2)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    assert [one["lineId"] for one in (await returns_of(shop, bought))["lines"]] == [vase]
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (12, 3)
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS + VASE
    assert await bought.stocks(shop) == [10, 10, 10]
    (last, _second, first) = (await returns_of(shop, bought))["items"]
    assert (first["amount"]["amount"], first["toSource"]["amount"]) == (ONE_BOWL, ONE_BOWL)
    assert (first["reason"], last["toWallet"]["amount"]) == ("Too small", 0)
    assert await broken_invariants(shop) == []


async def test_the_shopper_can_choose_the_wallet(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((vase, 1), refundTo="wallet"))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    assert await bought.balance(shop) == VASE
    assert await money_back(shop) == []
    assert (await bought.seen(shop))["paymentStatus"] == 4


async def test_cash_is_refunded_to_the_wallet_and_waits_for_guests(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    await bought.advance(shop, OrderStatus.DELIVERED)
    bowls, vase = await bought.line_ids(shop)
    assert (await returns_of(shop, bought))["walletOnly"]
    await bought.post(shop, "return", json=return_body((bowls, 3), (vase, 1)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    assert await bought.balance(shop) == BOWLS + VASE
    assert (await bought.seen(shop))["paymentStatus"] == 3

    body = {"skuIds": [bought.skus[2]], "contact": CONTACT, "paymentMethod": "cod"}
    address = {**(await bought.seen(shop))["address"], "phone": "2065550143"}
    placed = await shop.output("POST", "/api/orders", json={**body, "address": address})
    path, key = f"/api/orders/{placed['orderId']}", {"key": placed["key"]}
    guests = Bought(placed["orderId"], bought.shopper, bought.skus, None)
    await guests.advance(shop, OrderStatus.DELIVERED)
    line_id = (await shop.output("GET", path, params=key))["lines"][0]["lineId"]
    await shop.output("POST", f"{path}/return", json=return_body((line_id, 1)), params=key)
    await guests.advance(shop, OrderStatus.RETURN_COMPLETED)
    (item,) = (await shop.output("GET", f"{path}/returns", params=key))["items"]
    assert item["waitsForSignIn"]
    shopper = await sign_in(shop, email=CONTACT["email"])
    signed_in = CustomerSignedIn(customer_id=shopper.id)
    for _twice in range(2):
        async with shop.database.transaction() as connection:
            await publish(connection, signed_in)
        await shop.work()
    wallet = await shop.output("GET", "/api/wallet", headers=shopper.headers)
    assert wallet["balance"]["amount"] == VASE
    order = await shop.output("GET", path, headers=shopper.headers)
    assert order["paymentStatus"] == 3


async def test_an_exchange_sends_other_units(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    choices = (await returns_of(shop, bought))["lines"][0]["exchanges"]
    assert [one["skuId"] for one in choices] == [bought.skus[LARGE]]
    line = {"lineId": bowls, "quantity": 2, "exchangeSkuId": bought.skus[LARGE]}
    for body, code in (
        ({"lines": [line]}, "invalid_fields"),
        (return_body((bowls, 2), resolution="exchange"), "invalid_fields"),
        (
            {"lines": [{**line, "lineId": vase, "quantity": 1}], "resolution": "exchange"},
            "exchange_refused",
        ),
        (
            {"lines": [{**line, "exchangeSkuId": 987_654}], "resolution": "exchange"},
            "exchange_refused",
        ),
    ):
        _status, error = await bought.refused(shop, "return", json=body)
        assert error["code"] == code, body
    body = {"lines": [line], "resolution": "exchange"}
    await bought.post(shop, "return", json=body)
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    (item,) = (await returns_of(shop, bought))["items"]
    sent = await shop.output(
        "GET", f"/api/orders/{item['exchangeOrderId']}", headers=bought.shopper.headers
    )
    assert (sent["total"]["amount"], sent["status"], sent["itemCount"]) == (0, 1, 2)
    assert sent["lines"][0]["options"] == [{"name": "Size", "value": "Large"}]
    assert await bought.stocks(shop) == [9, 8, 9]
    assert await money_back(shop) == []
    assert (await bought.seen(shop))["paymentStatus"] == 1
    assert await broken_invariants(shop) == []


async def test_a_sold_out_exchange_is_refunded_instead(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    line = {"lineId": bowls, "quantity": 1, "exchangeSkuId": bought.skus[LARGE]}
    await bought.post(shop, "return", json={"lines": [line], "resolution": "exchange"})
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET stock = 0, supplied = 0 WHERE id = $1", bought.skus[LARGE]
        )
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    assert await money_back(shop) == [(ONE_BOWL, "done")]


async def test_a_refused_or_withdrawn_return_can_be_requested_again(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((vase, 1)))
    assert (await bought.post(shop, "return/withdraw"))["status"] == 14
    status, error = await bought.refused(shop, "return/withdraw")
    assert (status, error["code"]) == (409, "return_refused")
    await bought.post(shop, "return", json=return_body((vase, 1)))

    async def refuse(connection: Any, order: Any) -> None:
        await actions.refuse_return(connection, order, "It was used.")

    await change(shop, bought, OrderStatus.RETURN_REFUSED, refuse)
    (last, _first) = (await returns_of(shop, bought))["items"]
    assert (last["status"], last["answer"]) == (13, "It was used.")
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await change(shop, bought, OrderStatus.RETURN_APPROVED, actions.approve_return)
    await change(shop, bought, OrderStatus.PICKED_UP, actions.pick_up_return)
    status, error = await bought.refused(shop, "return/withdraw")
    assert (status, error["code"]) == (409, "return_refused")
    await change(shop, bought, OrderStatus.BACK_AT_COMPANY, actions.receive_damaged_return)
    assert await bought.stocks(shop) == [7, 10, 9]
    with pytest.raises(OperationRefused, match="cannot become return approved"):
        await change(shop, bought, OrderStatus.RETURN_APPROVED, actions.approve_return)


async def test_invalid_and_late_requests(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    status, error = await bought.refused(shop, "return", json=return_body((bowls, 1)))
    assert (status, error["code"]) == (409, "return_refused")
    await bought.advance(shop, OrderStatus.DELIVERED)
    wrong: list[dict[str, Any]] = [
        {"lines": []},
        return_body((bowls, 0)),
        return_body((bowls, 1), (bowls, 1)),
        return_body((987_654, 1)),
        return_body((bowls, 1), reason="x" * 1001),
        return_body((bowls, 1), reason="\x00"),
        return_body((bowls, 1), refundTo="moon"),
        return_body((bowls, 1), resolution="swap"),
    ]
    for body in wrong:
        status, error = await bought.refused(shop, "return", json=body)
        assert (status, error["code"]) == (422, "invalid_fields"), body
    status, error = await bought.refused(shop, "return", json=return_body((bowls, 4)))
    assert (status, error["code"]) == (409, "return_refused")
    for act in ("return", "return/withdraw", "returns"):
        method = "GET" if act == "returns" else "POST"
        status, _error = await shop.error(
            method,
            f"{bought.path}/{act}",
            json=return_body((bowls, 1)) if act == "return" else None,
        )
        assert status == 404
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE order_lines SET returnable = id <> $1", vase)
    status, error = await bought.refused(shop, "return", json=return_body((vase, 1)))
    assert (status, error["message"]) == (409, "Ink vase cannot be returned.")
    with clock.shift(timedelta(days=7, seconds=1)):
        token = access.sign(shop.runtime.secret, bought.shopper.id, "test-family", 900)
        late = replace(bought.shopper, headers={"Authorization": f"Bearer {token}"})
        status, error = await replace(bought, shopper=late).refused(
            shop, "return", json=return_body((bowls, 1))
        )
    assert (status, error["message"]) == (
        409,
        "The time to return items of this order is over.",
    )


async def test_concurrent_requests_make_one_return(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    call = {"json": return_body((bowls, 1)), "headers": {"Idempotency-Key": "one"}}
    same = await asyncio.gather(*(bought.post(shop, "return", **call) for _ in range(3)))
    assert {one["status"] for one in same} == {9}
    assert len((await returns_of(shop, bought))["items"]) == 1
    await bought.post(shop, "return/withdraw")
    answers = await asyncio.gather(
        *(
            shop.client.post(
                f"{bought.path}/return",
                json=return_body((bowls, 1)),
                headers=bought.shopper.headers,
            )
            for _ in range(4)
        )
    )
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409]


async def test_concurrent_completions_refund_once(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 3)))
    await change(shop, bought, OrderStatus.RETURN_APPROVED, actions.approve_return)
    steps = (
        (OrderStatus.BACK_AT_COMPANY, actions.receive_return),
        (OrderStatus.RETURN_COMPLETED, actions.complete_return),
    )
    for status, action in steps:
        results = await asyncio.gather(
            *(change(shop, bought, status, action) for _ in range(4)), return_exceptions=True
        )
        assert [one for one in results if one is None] == [None]
        assert all(one is None or isinstance(one, OperationRefused) for one in results)
    await shop.work()
    assert await bought.stocks(shop) == [10, 10, 9]
    assert await money_back(shop) == [(BOWLS, "done")]


async def test_withdrawing_against_picking_up(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    assert bought.skus[SMALL]
    for _round in range(3):
        await bought.post(shop, "return", json=return_body((bowls, 1)))
        await change(shop, bought, OrderStatus.RETURN_APPROVED, actions.approve_return)
        withdrawn, picked = await asyncio.gather(
            shop.client.post(f"{bought.path}/return/withdraw", headers=bought.shopper.headers),
            change(shop, bought, OrderStatus.PICKED_UP, actions.pick_up_return),
            return_exceptions=True,
        )
        assert not isinstance(withdrawn, BaseException)
        if withdrawn.status_code == 200:
            assert isinstance(picked, OperationRefused)
        else:
            assert (withdrawn.status_code, picked) == (409, None)
            break
