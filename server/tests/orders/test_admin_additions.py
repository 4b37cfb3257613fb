"""Items added to paid orders: asked for, paid, refunded and invoiced on their own, exact to the cent."""

from __future__ import annotations

import pytest

from stallage.orders.rules import OrderStatus
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.admin import operator_client
from tests.bulk.test_bulk import by_ids, ids_of
from tests.checkout.factory import ADDRESS
from tests.orders.additions import (
    BOWL,
    add_bowl,
    added_line,
    due,
    emails,
    invoices,
    pay_difference,
    payment_page,
    tenders,
)
from tests.orders.edits import edit, edit_error
from tests.orders.money import amount_of, credited, sound
from tests.payments.factory import press
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive, money_back
from tests.returns.test_cancelling import TOTAL, VASE
from tests.shop import Shop


async def test_added_items_are_paid_and_invoiced_on_their_own(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        seen = await add_bowl(admin, bought)
        assert seen["isPaid"] is True
        assert amount_of(seen["totalAfter"]) == TOTAL + BOWL
        assert amount_of(seen["toAskFor"]) == amount_of(seen["toPayAfter"]) == BOWL
        assert amount_of(seen["toGiveBack"]) == amount_of(seen["toPayBefore"]) == 0
        assert seen["payUntil"]
        assert (seen["creditNote"], seen["needs"]) == (None, [])
        assert (await bought.stocks(shop))[1] == 9
        await sound(shop)
        (email,) = await emails(shop, "order_edited")
        assert "Pay now" in email["text"]
        assert "To pay" in email["text"]
        assert email["subject"] == seen["email"]["subject"]
        order = await admin.get(f"/orders/{bought.order_id}")
        assert amount_of(order["amountDue"]) == BOWL
        assert order["payment"] == "paid"
        (listed,) = (await admin.get("/orders"))["items"]
        assert amount_of(listed["amountDue"]) == BOWL
        own = await bought.seen(shop)
        assert (amount_of(own["amountDue"]), own["allows"]["pay"]) == (BOWL, True)
        assert own["payUntil"]
        await pay_difference(shop, bought)
        await sound(shop)
        order = await admin.get(f"/orders/{bought.order_id}")
        assert amount_of(order["amountDue"]) == 0
        assert amount_of(order["received"]) == TOTAL + BOWL
        assert "pack" in order["actions"]
        (listed,) = (await admin.get("/orders"))["items"]
        assert listed["amountDue"] is None
        entries = (await admin.get(f"/orders/{bought.order_id}/timeline"))["items"]
        assert "Added items paid" in [one["label"] for one in entries]
    own = await bought.seen(shop)
    assert (own["status"], own["paymentStatus"], own["allows"]["pay"]) == (1, 1, False)
    assert await invoices(shop) == [("invoice", "order", TOTAL), ("invoice", "difference", BOWL)]
    async with shop.database.reading() as connection:
        contents = [
            row["content"]
            for row in await connection.fetch("SELECT content FROM invoices ORDER BY id")
        ]
    assert [tax["amount"] for tax in contents[1]["taxes"]] == [65, 38]
    assert [line["quantity"] for line in contents[1]["lines"]] == [1]
    assert contents[1]["delivery"] is None
    assert len(await emails(shop, "order_paid")) == 2


async def test_an_order_waits_to_be_packed_until_added_items_are_paid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    parcel = {"carrier": "UPS", "trackingNumber": "1Z999AA10123456784"}
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        order = await admin.get(path)
        assert not {"pack", "ship"} & set(order["actions"])
        assert "confirm" in order["actions"]
        status, error = await admin.error("POST", f"{path}/steps", json={"to": "prepared"})
        assert (status, error["code"]) == (409, "step_refused")
        assert "not paid yet" in error["message"]
        status, error = await admin.error("POST", f"{path}/parcels", key="parcel", json=parcel)
        assert (status, error["code"]) == (409, "ship_refused")
        body = by_ids("orders.pack", await ids_of(shop, bought))
        (reason,) = (await admin.post("/bulk/preview", json=body))["reasons"]
        assert reason["reason"] == "Added items are not paid yet"
        await pay_difference(shop, bought)
        await admin.post(f"{path}/steps", json={"to": "prepared"})
    await sound(shop)


async def test_more_is_added_before_the_first_is_paid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        first = await payment_page(shop, bought)
        seen = await add_bowl(admin, bought)
        assert amount_of(seen["toPayBefore"]) == BOWL
        assert amount_of(seen["toPayAfter"]) == 2 * BOWL
        await sound(shop)
        # The first page is closed: it would be paid with too little.
        await press(shop, first, "pay")
        await sound(shop)
        assert await due(shop, bought) == 2 * BOWL
        await pay_difference(shop, bought)
        await sound(shop)
        # Another one after that is asked for on its own.
        await add_bowl(admin, bought)
        assert await due(shop, bought) == BOWL
        await pay_difference(shop, bought)
    await sound(shop)
    assert [left for _kind, left, _state in await tenders(shop, bought)] == [TOTAL, 2 * BOWL, BOWL]
    assert await invoices(shop) == [
        ("invoice", "order", TOTAL),
        ("invoice", "difference", 2 * BOWL),
        ("invoice", "difference", BOWL),
    ]
    assert await money_back(shop) == []


async def test_a_swap_asks_or_gives_back_but_never_both(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        # A bowl instead of the vase: the rest is given back.
        seen = await add_bowl(admin, bought, lines=[{"lineId": vase, "quantity": 0}])
        assert amount_of(seen["toAskFor"]) == 0
        assert amount_of(seen["toGiveBack"]) == VASE - BOWL
        assert amount_of(seen["creditNote"]["total"]) == VASE
        await sound(shop)
        assert await money_back(shop) == [(VASE - BOWL, "done")]
        assert await due(shop, bought) == 0
        assert [one for one in await invoices(shop) if one[1] == "difference"] == [
            ("invoice", "difference", BOWL)
        ]
        assert await credited(shop) == [VASE]
        (refunded,) = await emails(shop, "refund")
        assert f"{(VASE - BOWL) / 100:.2f}" in refunded["text"]
        # A vase instead of that bowl: the rest is asked for.
        bowl = await added_line(shop, bought)
        seen = await edit(
            admin,
            bought.order_id,
            {
                "lines": [{"lineId": bowl, "quantity": 0}],
                "added": [{"skuId": bought.skus[2], "quantity": 1}],
            },
        )
        assert amount_of(seen["toAskFor"]) == VASE - BOWL
        assert amount_of(seen["toGiveBack"]) == 0
        await sound(shop)
        await pay_difference(shop, bought)
    await sound(shop)
    assert await money_back(shop) == [(VASE - BOWL, "done")]
    assert sum(left for _kind, left, _state in await tenders(shop, bought)) == TOTAL
    assert await bought.stocks(shop) == [7, 10, 9]
    await bought.post(shop, "cancel")
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL + VASE - BOWL


async def test_a_discount_first_lowers_the_amount_due(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        seen = await add_bowl(admin, bought, discount={"amount": 200, "reason": "Loyal customer"})
        # 9.99 less 2.00, taxed with 6.5 % and 3.85 %.
        expected = 799 + 52 + 31
        assert amount_of(seen["toAskFor"]) == expected
        assert (amount_of(seen["granted"]), seen["needs"]) == (0, [])
        await sound(shop)
        too_much = {"discount": {"amount": 799, "reason": "Everything"}}
        assert await edit_error(admin, bought.order_id, too_much) == (409, "discount")
        await edit(admin, bought.order_id, {"discount": {"amount": 100, "reason": "Sorry"}})
        expected = 699 + 45 + 27
        assert await due(shop, bought) == expected
        await sound(shop)
        await pay_difference(shop, bought)
        await sound(shop)
        assert await invoices(shop) == [
            ("invoice", "order", TOTAL),
            ("invoice", "difference", expected),
        ]
        # Nothing is asked for any more, so this one is a refund.
        seen = await edit(admin, bought.order_id, {"discount": {"amount": 50, "reason": "Late"}})
        assert amount_of(seen["granted"]) == 50
    await sound(shop)
    await bought.post(shop, "cancel")
    await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL + expected


async def test_added_items_of_a_wallet_order_are_paid_online(shop: Shop) -> None:
    first = await buy(shop, paymentMethod="cod")
    await first.post(shop, "cancel")
    async with shop.database.transaction() as connection:
        await credit(connection, first.shopper.id, 2 * TOTAL, Reason.GOODWILL)
    body = {
        "skuIds": [first.skus[0]] * 3 + [first.skus[2]],
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "wallet",
    }
    placed = await shop.output("POST", "/api/orders", json=body, headers=first.shopper.headers)
    bought = Bought(placed["orderId"], first.shopper, first.skus, None)
    await shop.work()
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        await pay_difference(shop, bought)
        await sound(shop)
        assert [(kind, left) for kind, left, _state in await tenders(shop, bought)] == [
            ("wallet", TOTAL),
            ("online", BOWL),
        ]
        await bought.post(shop, "cancel", json={"lines": [{"lineId": vase, "quantity": 1}]})
        await sound(shop)
        # What was paid last is given back first.
        assert await money_back(shop) == [(BOWL, "done")]
        assert await bought.balance(shop) == TOTAL + VASE - BOWL
        await add_bowl(admin, bought)
    await bought.post(shop, "cancel")
    await sound(shop)
    assert await bought.balance(shop) == 2 * TOTAL


async def test_orders_that_nothing_can_be_added_to(shop: Shop) -> None:
    added = {"skuId": 0, "quantity": 1}
    delivered = await buy_and_receive(shop)
    bought = await buy_and_pay(shop)
    body = {"added": [{**added, "skuId": bought.skus[1]}]}
    async with operator_client(shop) as admin:
        assert await edit_error(admin, delivered.order_id, body) == (409, "shipped")
        nothing = {"added": [{**added, "skuId": bought.skus[1], "quantity": 99}]}
        assert (await edit_error(admin, bought.order_id, nothing))[0] == 409
        await bought.advance(shop, OrderStatus.PREPARED)
        assert await edit_error(admin, bought.order_id, body) == (409, "packed")
    status, error = await bought.refused(shop, "pay")
    assert (status, error["code"]) == (409, "payment_not_due")
    await sound(shop)


async def test_without_online_payment_nothing_is_added(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    bought = await buy_and_pay(shop)
    monkeypatch.setitem(vars(shop.runtime.settings), "payment_provider", "none")
    body = {"added": [{"skuId": bought.skus[1], "quantity": 1}]}
    async with operator_client(shop) as admin:
        assert await edit_error(admin, bought.order_id, body) == (409, "no_online_payment")
    await sound(shop)
