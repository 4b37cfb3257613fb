"""Refunds of operators: exact to the cent, once, and never above what was paid."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.core.events import publish
from stallage.orders.gateway_calls.shipping import ship_order
from stallage.orders.rules import OrderStatus
from stallage.orders.schemas import ParcelInput
from stallage.signin.events import CustomerSignedIn
from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.orders.money import amount_of, credited, grant, item, pay, preview, refund, sound
from tests.payments.factory import place_prepaid, press
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive, money_back
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE
from tests.returns.test_returns import return_body
from tests.shop import Shop


async def test_items_are_refunded_as_previewed(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        options = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert [one["refundable"] for one in options["lines"]] == [3, 1]
        assert amount_of(options["available"]) == amount_of(options["originalLimit"]) == TOTAL
        body = {
            "lines": [item(bowls, 2, reason="damaged"), item(vase, restock=True)],
            "note": "Sorry about the bowls.",
        }
        seen = await preview(admin, bought.order_id, body)
        amount = amount_of(seen["amount"])
        assert amount == BOWLS - BOWLS // 3 + VASE
        assert amount_of(seen["paid"]) == TOTAL
        assert amount_of(seen["remainingAfter"]) == TOTAL - amount
        assert seen["stock"] == [
            {"skuId": bought.skus[2], "title": "Ink vase", "before": 9, "after": 10}
        ]
        assert seen["creditNote"]["number"] == "CN-000001"
        assert "Sorry about the bowls." in seen["email"]["text"]
        # A preview writes nothing.
        assert await bought.stocks(shop) == [7, 10, 9]
        refund_id = await grant(admin, bought.order_id, body)
        await shop.work()
        assert await money_back(shop) == []
        assert await bought.stocks(shop) == [7, 10, 9]
        await pay(admin, bought.order_id, refund_id)
        await shop.work()
        (listed,) = (await admin.get(f"/orders/{bought.order_id}/refunds"))["refunds"]
        assert (listed["state"], amount_of(listed["amount"])) == ("paid", amount)
        assert [one["state"] for one in listed["gateway"]] == ["done"]
        assert listed["creditNote"] == "CN-000001"
    assert await money_back(shop) == [(amount, "done")]
    assert await bought.stocks(shop) == [7, 10, 10]
    assert await credited(shop) == [amount]
    order = await bought.seen(shop)
    assert order["paymentStatus"] == 4
    assert order["timeline"][-1]["label"] == "Refunded: 2 × Moss bowl, 1 × Ink vase"
    (email,) = [one for one in shop.outbox() if one["kind"] == "refund"]
    assert "Sorry about the bowls." in email["text"]
    await sound(shop)


async def test_parts_of_all_kinds_add_up_to_what_was_paid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 1}]})
        await refund(admin, bought.order_id, {"amount": 333})
        await bought.advance(shop, OrderStatus.DELIVERED)
        # Granted and withdrawn, with another unit refunded in between.
        withdrawn = await grant(admin, bought.order_id, {"lines": [item(bowls)]})
        await refund(admin, bought.order_id, {"lines": [item(bowls)], "destination": "wallet"})
        path = f"/orders/{bought.order_id}/refunds/{withdrawn}/withdraw"
        await admin.post(path, key="withdraw")
        await refund(admin, bought.order_id, {"lines": [], "delivery": True})
        await bought.post(shop, "return", json=return_body((vase, 1)))
        for status in (OrderStatus.RETURN_APPROVED, OrderStatus.RETURN_COMPLETED):
            await bought.advance(shop, status)
        await sound(shop)
        await refund(admin, bought.order_id, {"lines": [item(bowls)]})
        options = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert amount_of(options["available"]) == 0
        refused, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/goodwill-refunds/preview", json={"amount": 1}
        )
        assert (refused, error["code"], error["limit"]) == (409, "refund_refused", 0)
    await sound(shop)
    to_card = sum(amount for amount, _state in await money_back(shop))
    assert to_card + await bought.balance(shop) == TOTAL
    assert sum(await credited(shop)) == TOTAL
    assert (await bought.seen(shop))["paymentStatus"] == 3
    async with shop.database.reading() as connection:
        contents = await connection.fetch("SELECT kind, content FROM invoices ORDER BY id")
    taxes: dict[str, list[int]] = {"invoice": [0, 0], "credit_note": [0, 0]}
    for row in contents:
        for place, tax in enumerate(row["content"]["taxes"]):
            taxes[row["kind"]][place] += tax["amount"]
    assert taxes["invoice"] == taxes["credit_note"]


async def test_goodwill_is_taken_off_later_returns(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await refund(admin, bought.order_id, {"amount": TOTAL - 1000})
        await shop.work()
        await bought.post(shop, "return", json=return_body((bowls, 3), (vase, 1)))
        # The open return reserves what is left.
        options = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert amount_of(options["available"]) == 0
        assert [one["whyNot"] for one in options["lines"]] == ["in_return", "in_return"]
        for status in (OrderStatus.RETURN_APPROVED, OrderStatus.RETURN_COMPLETED):
            await bought.advance(shop, status)
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
    assert await credited(shop) == [TOTAL - 1000, 1000]


@pytest.mark.parametrize("destination", ["original", "wallet"])
async def test_goodwill_is_taken_off_later_cancellations(shop: Shop, destination: str) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        # More than the bowls that are cancelled next leave.
        body = {"amount": TOTAL - 1000, "destination": destination}
        await refund(admin, bought.order_id, body)
        await shop.work()
        waiting = await grant(admin, bought.order_id, {"amount": 100})
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 3}]})
        await sound(shop)
        assert await credited(shop) == [TOTAL - 1000, 900]
        # A refund that was granted is still paid as it was granted, or withdrawn with the order.
        await bought.post(shop, "cancel")
        status, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/refunds/{waiting}/pay", key="late"
        )
        assert (status, error["message"]) == (409, "This refund was withdrawn.")
    await sound(shop)
    back = sum(amount for amount, _state in await money_back(shop))
    assert back + await bought.balance(shop) == TOTAL
    assert sum(await credited(shop)) == TOTAL


async def test_cash_on_delivery_is_refunded_to_the_wallet_only(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        status, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/goodwill-refunds/preview", json={"amount": 100}
        )
        assert (status, error["limit"]) == (409, 0)
        await bought.advance(shop, OrderStatus.DELIVERED)
        body: dict[str, Any] = {"lines": [item(bowls, 3)]}
        status, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/refunds/preview", json=body
        )
        assert (status, error["limit"]) == (409, 0)
        await refund(admin, bought.order_id, {**body, "destination": "wallet"})
    assert await bought.balance(shop) == BOWLS
    await sound(shop)


async def test_a_refund_is_split(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    async with operator_client(shop) as admin:
        body = {"amount": 1000, "destination": "split", "walletAmount": 400}
        seen = await preview(admin, bought.order_id, body)
        assert [amount_of(one["amount"]) for one in seen["parts"]] == [600]
        assert amount_of(seen["toWallet"]) == 400
        await refund(admin, bought.order_id, body)
        await sound(shop)
    assert await money_back(shop) == [(600, "done")]
    assert await bought.balance(shop) == 400


async def test_wallet_credit_of_a_guest_waits_for_the_sign_in(shop: Shop) -> None:
    bought = await guests_order(shop)
    async with operator_client(shop) as admin:
        seen = await preview(admin, bought, {"amount": 100, "destination": "wallet"})
        assert seen["walletWaits"] is True
        await refund(admin, bought, {"amount": 100, "destination": "wallet"})
        await sound(shop)
    async with shop.database.reading() as connection:
        email = await connection.fetchval("SELECT email FROM orders WHERE public_id = $1", bought)
    shopper = await sign_in(shop, email=email)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET contact_proven = true")
        for _again in range(2):
            await publish(connection, CustomerSignedIn(customer_id=shopper.id))
    await shop.work()
    wallet = await shop.output("GET", "/api/wallet", headers=shopper.headers)
    assert amount_of(wallet["balance"]) == 100
    await sound(shop)


async def guests_order(shop: Shop) -> str:
    """A guest's paid order. Returns its id."""
    placed = await place_prepaid(shop)
    await press(shop, placed.redirect_url, "pay")
    await shop.work()
    return placed.order_id


async def test_only_shipped_units_are_refunded_and_the_rest_is_cancelled(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        status, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/refunds/preview", json={"lines": [item(vase)]}
        )
        assert (status, error["code"]) == (409, "refund_refused")
        await ship(shop, bought, {bowls: 2})
        options = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert [one["refundable"] for one in options["lines"]] == [2, 0]
        assert [one["unshipped"] for one in options["lines"]] == [1, 1]
        path = f"/orders/{bought.order_id}/cancellations"
        # What is in a parcel cannot be cancelled.
        status, error = await admin.error(
            "POST", f"{path}/preview", json={"lines": [item(bowls, 2)]}
        )
        assert (status, error["code"]) == (409, "cancel_refused")
        body: dict[str, Any] = {"lines": [item(bowls), item(vase)]}
        seen = await admin.post(f"{path}/preview", json=body)
        assert [(one["before"], one["after"]) for one in seen["stock"]] == [(7, 8), (9, 10)]
        await admin.post(path, key="cancel", json={**body, "version": seen["version"]})
        await refund(admin, bought.order_id, {"lines": [item(bowls, 2)], "delivery": True})
        await sound(shop)
    assert await bought.stocks(shop) == [8, 10, 10]
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
    assert (await bought.seen(shop))["paymentStatus"] == 3


async def ship(shop: Shop, bought: Bought, units: dict[int, int]) -> None:
    """Ship some units in a parcel."""
    parcel = ParcelInput.model_validate(
        {
            "carrier": "UPS",
            "trackingNumber": "1Z999AA10123456784",
            "lines": [{"lineId": line, "quantity": count} for line, count in units.items()],
        }
    )
    await ship_order(shop.runtime, bought.order_id, parcel)


async def test_what_cannot_be_refunded_says_why(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        path = f"/orders/{bought.order_id}/refunds/preview"
        refused: list[dict[str, Any]] = [
            {"lines": []},
            {"lines": [item(bowls, 4)]},
            {"lines": [item(10**12)]},
            {"lines": [item(vase)], "giftWrap": True},
            {"lines": [item(vase)], "destination": "split", "walletAmount": 10**6},
        ]
        for body in refused:
            status, error = await admin.error("POST", path, json=body)
            assert (status, error["code"]) == (409, "refund_refused"), error
        invalid: list[dict[str, Any]] = [
            {"lines": [item(vase), item(vase)]},
            {"lines": [item(vase, 0)]},
            {"lines": [item(vase)], "note": "\x00"},
        ]
        for body in invalid:
            status, error = await admin.error("POST", path, json=body)
            assert status == 422, error
        status, _error = await admin.error("POST", "/orders/SO-0000-0000/refunds/preview", json={})
        assert status == 404
        await refund(admin, bought.order_id, {"lines": [item(vase)], "delivery": True})
        again: list[dict[str, Any]] = [{"lines": [item(vase)]}, {"delivery": True}]
        for body in again:
            status, error = await admin.error("POST", path, json=body)
            assert (status, error["code"]) == (409, "refund_refused"), error
