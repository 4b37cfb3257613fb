"""Withdrawal from a contract: stored, acknowledged and carried out, for guests too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import access, clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.orders.gateway_calls.advancing import OperationRefused, advance_order
from stallage.orders.rules import OrderStatus
from tests.checkout.factory import CONTACT, guest_order
from tests.conftest import OpenShop
from tests.returns.factory import broken_invariants, buy, buy_and_pay, buy_and_receive, money_back
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE
from tests.shop import Shop

NAMED = {"name": "Ada Miller"}


def acknowledgements(shop: Shop) -> list[dict[str, Any]]:
    return [mail for mail in shop.outbox() if mail["kind"] == "withdrawal_received"]


async def test_an_unshipped_order_is_cancelled_and_refunded(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    stated = await bought.post(shop, "withdrawal", json=NAMED)
    assert (stated["orderId"], stated["outcome"]) == (bought.order_id, "cancelled")
    assert stated["sentTo"].startswith("s•••@")
    await shop.work()
    await shop.work()
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (7, 3)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
    (mail,) = acknowledgements(shop)
    assert mail["to"] == bought.shopper.email
    for text in (bought.order_id, "Ada Miller", "UTC"):
        assert text in mail["text"]
        assert text in mail["html"]


async def test_delivered_items_are_returned_without_approval_and_with_delivery_cost(
    shop: Shop,
) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    part = {**NAMED, "lines": [{"lineId": bowls, "quantity": 3}]}
    stated = await bought.post(shop, "withdrawal", json=part)
    assert stated["outcome"] == "return"
    order = await bought.seen(shop)
    assert [(one["status"], one["by"]) for one in order["timeline"]][-2:] == [
        (9, "customer"),
        (10, "system"),
    ]
    try:
        await advance_order(shop.runtime, bought.order_id, OrderStatus.RETURN_REFUSED)
    except OperationRefused as refused:
        assert "by right" in str(refused)  # noqa: PT017 - in no case may it be refused
    status, error = await bought.refused(shop, "withdrawal", json=NAMED)
    assert (status, error["code"]) == (409, "withdrawal_refused")
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    assert await money_back(shop) == [(BOWLS, "done")]
    # With the last unit, delivery is refunded as well.
    rest = {**NAMED, "lines": [{"lineId": vase, "quantity": 1}]}
    await bought.post(shop, "withdrawal", json=rest)
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await shop.work()
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS + VASE + 690 == TOTAL
    assert (await bought.seen(shop))["paymentStatus"] == 3
    documents = await shop.output("GET", f"{bought.path}/documents", headers=bought.shopper.headers)
    totals = [one["total"]["amount"] for one in documents]
    assert totals[0] == sum(totals[1:]) == TOTAL
    assert await broken_invariants(shop) == []


async def test_items_in_transit_become_a_return_on_delivery(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.advance(shop, OrderStatus.SHIPPED)
    stated = await bought.post(shop, "withdrawal", json=NAMED)
    assert stated["outcome"] == "on_delivery"
    assert (await bought.seen(shop))["status"] == 4
    await bought.advance(shop, OrderStatus.DELIVERED)
    await shop.work()
    assert (await bought.seen(shop))["status"] == 10
    await shop.work()
    assert (await bought.seen(shop))["status"] == 10


async def test_an_unpaid_order_can_no_longer_be_paid(shop: Shop) -> None:
    bought = await buy(shop)
    stated = await bought.post(shop, "withdrawal", json=NAMED)
    assert stated["outcome"] == "cancelled"
    order = await bought.seen(shop)
    assert (order["status"], order["paymentStatus"]) == (7, 2)


async def test_a_guest_withdraws_by_number_and_contact(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    placed = await shop.output("POST", "/api/orders", json=guest_order([bought.skus[2]]))
    call = {"orderId": placed["orderId"].lower(), **NAMED, "email": "GUEST@example.com"}
    for body in (
        {**call, "email": "other@example.com"},
        {**call, "orderId": "SO-0000-0000"},
        {**call, "email": None, "phone": "2065550199"},
    ):
        status, error = await shop.error("POST", "/api/withdrawals", json=body)
        assert (status, error["code"]) == (404, "not_found")
    for missing in ("orderId", "name", "email"):
        status, error = await shop.error("POST", "/api/withdrawals", json={**call, missing: ""})
        assert (status, list(error["fields"])) == (422, [missing])
    keyed = {"Idempotency-Key": "w"}
    stated = await shop.output("POST", "/api/withdrawals", json=call, headers=keyed)
    again = await shop.output("POST", "/api/withdrawals", json=call, headers=keyed)
    assert again == stated
    assert (stated["outcome"], stated["sentTo"]) == ("cancelled", "G•••@example.com")
    await shop.work()
    (mail,) = acknowledgements(shop)
    assert mail["to"].lower() == CONTACT["email"]
    for _guess in range(20):
        response = await shop.client.post(
            "/api/withdrawals", json={**call, "orderId": "SO-0000-0000"}
        )
    assert response.status_code == 429


async def test_late_withdrawals_are_refused(shop: Shop, open_shop: OpenShop) -> None:
    bought = await buy_and_receive(shop)
    returns = await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)
    assert returns["canWithdraw"]
    with clock.shift(timedelta(days=14, seconds=1)):
        token = access.sign(shop.runtime.secret, bought.shopper.id, "test-family", 900)
        late = {"Authorization": f"Bearer {token}"}
        status, error = await shop.error(
            "POST", f"{bought.path}/withdrawal", json=NAMED, headers=late
        )
        returns = await shop.output("GET", f"{bought.path}/returns", headers=late)
    assert (status, error["code"]) == (409, "withdrawal_refused")
    assert not returns["canWithdraw"]
    status, _error = await shop.error("POST", f"{bought.path}/withdrawal", json=NAMED)
    assert status == 404
    async with open_shop(withdrawal_window_seconds=0) as elsewhere:
        status, error = await elsewhere.error(
            "POST", f"{bought.path}/withdrawal", json=NAMED, headers=bought.shopper.headers
        )
        returns = await elsewhere.output(
            "GET", f"{bought.path}/returns", headers=bought.shopper.headers
        )
    assert (status, error["code"]) == (409, "withdrawal_refused")
    assert not returns["canWithdraw"]


async def test_an_erased_person_is_in_no_statement(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    await bought.post(shop, "withdrawal", json=NAMED)
    async with shop.database.transaction() as connection:
        await forget_customer(connection, bought.shopper.id)
    await shop.work()
    async with shop.database.reading() as connection:
        row = await connection.fetchrow("SELECT name, contact, outcome FROM withdrawals")
    assert row is not None
    assert tuple(row) == (None, None, "cancelled")
