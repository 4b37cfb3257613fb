"""Orders that operators place or mark as paid outside of the payment provider."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.orders.rules import OrderStatus
from tests.admin import operator_client
from tests.checkout.factory import count, stock_of
from tests.draft_orders.factory import create, place, total_of
from tests.manual_payments.factory import (
    mark_paid,
    marking,
    place_link,
    place_paid,
    rows,
    transfer,
)
from tests.orders.additions import BOWL, add_bowl, due, invoices, payment_page
from tests.orders.additions import tenders as tenders_of
from tests.orders.money import sound
from tests.payments.factory import press
from tests.returns.factory import buy, buy_and_pay
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def test_an_order_is_placed_as_paid(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5), taxes=True)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 2))
        path = f"/drafts/{draft['id']}/order/preview"
        preview = await admin.post(path, json={"payment": "manual"})
        assert preview["payUntil"] is None
        assert preview["email"]["subject"].startswith("Thank you for your order")
        assert "Pay now" not in preview["email"]["text"]
        order_id = await place_paid(admin, bowl.sku_id)
        await shop.work()
        order = await admin.get(f"/orders/{order_id}")
        assert (order["payment"], order["fulfilment"]) == ("paid", "to_confirm")
        assert order["received"] == order["total"] == preview["total"]
        assert (order["toPay"]["amount"], order["isTest"]) == (0, False)
        (payment,) = order["manualPayments"]
        assert payment["amount"] == order["total"]
        assert (payment["method"], payment["reference"]) == ("bank_transfer", "Ada Lovelace 17")
        assert payment["receivedOn"] == clock.now().date().isoformat()
        assert payment["recordedBy"].startswith("Owner-")
        assert [one["kind"] for one in order["tenders"]] == ["manual"]
        assert "mark_paid" not in order["actions"]
        timeline = (await admin.get(f"/orders/{order_id}/timeline"))["items"]
        (entry,) = (one for one in timeline if one["type"] == "manual_payment")
        assert (entry["label"], entry["text"]) == ("bank_transfer", "Ada Lovelace 17")
        assert entry["amount"] == order["total"]
        drafts = (await admin.get("/drafts?state=placed"))["items"]
        assert [one["state"] for one in drafts] == ["paid"]
        (audited,) = await rows(
            shop, "SELECT after FROM audit_entries WHERE action = 'order.marked_paid'"
        )
        assert audited[0]["amount"] == order["total"]["amount"]
        assert audited[0]["method"] == "Bank transfer"
        assert "reference" not in audited[0]
        report = await admin.get("/reports/tenders")
        assert [row["names"] for row in report["rows"]] == [["Paid outside", "Bank transfer"]]
    (email,) = shop.outbox()
    assert "Paid directly to us" not in email["text"]
    assert await count(shop, "invoices") == 1
    assert await stock_of(shop, bowl.sku_id) == 3
    await sound(shop)


async def test_an_order_with_a_link_is_marked_as_paid(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    async with operator_client(shop) as admin:
        order_id = await place_link(admin, bowl.sku_id)
        order = await admin.get(f"/orders/{order_id}")
        assert order["toPay"] == order["total"]
        assert "mark_paid" in order["actions"]
        amount = order["toPay"]["amount"]
        wrong = await marking(admin, order_id, amount - 1)
        assert wrong.status_code == 409
        assert wrong.json()["error"]["code"] == "amount_due_changed"
        assert wrong.json()["error"]["amount"] == amount
        await mark_paid(admin, order_id, method="cash", reference="")
        await shop.work()
        order = await admin.get(f"/orders/{order_id}")
        assert (order["payment"], order["isTest"]) == ("paid", False)
        assert (await admin.get("/orders?tender=manual"))["items"][0]["orderId"] == order_id
    subjects = [one["subject"] for one in shop.outbox()]
    assert len(subjects) == 2
    assert any(subject.startswith("We have received") for subject in subjects), subjects
    assert await count(shop, "invoices") == 1
    await sound(shop)


async def test_an_order_paid_on_delivery_is_marked_before_it_is_shipped(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    async with operator_client(shop) as admin:
        await mark_paid(admin, bought.order_id)
        seen = await bought.seen(shop)
        assert (seen["paymentMethod"], seen["paymentStatus"]) == ("prepaid", 1)
        await bought.advance(shop, OrderStatus.DELIVERED)
        other = await buy(shop, paymentMethod="cod")
        await other.advance(shop, OrderStatus.SHIPPED)
        order = await admin.get(f"/orders/{other.order_id}")
        assert order["toPay"]["amount"] == 0
        response = await marking(admin, other.order_id, order["total"]["amount"])
        assert response.json()["error"]["code"] == "payment_not_due"
    await sound(shop)


async def test_added_items_are_marked_as_paid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        page = await payment_page(shop, bought)
        order = await admin.get(f"/orders/{bought.order_id}")
        assert order["toPay"]["amount"] == BOWL
        await mark_paid(admin, bought.order_id)
        await press(shop, page, "pay")
        await shop.work()
        assert await due(shop, bought) == 0
        assert [kind for kind, *_ in await tenders_of(shop, bought)] == ["online", "manual"]
        assert len(await invoices(shop)) == 2
        found = await admin.get("/orders?tender=manual")
        assert [one["orderId"] for one in found["items"]] == [bought.order_id]
    await sound(shop)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"receivedOn": (clock.now() + timedelta(days=2)).date().isoformat()}, "receivedOn"),
        ({"receivedOn": "yesterday"}, "receivedOn"),
        ({"method": "cheque"}, "method"),
        ({"reference": "x" * 121}, "reference"),
        ({"amount": 0}, "amount"),
    ],
)
async def test_bad_input_is_refused(shop: Shop, changes: dict[str, Any], field: str) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        order_id = await place_link(admin, bowl.sku_id)
        response = await marking(admin, order_id, **{"amount": 1, **changes})
        assert response.status_code == 422
        assert list(response.json()["error"]["fields"]) == [field]
        status, _ = await admin.error(
            "POST", "/orders/SO-0000-0000/manual-payments", key="a", json=transfer(amount=1)
        )
        assert status == 404
    assert await count(shop, "order_manual_payments") == 0


async def test_a_draft_names_how_it_was_paid(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    tomorrow = (clock.now() + timedelta(days=2)).date().isoformat()
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        total = await total_of(admin, draft, "manual")
        for manual, field in ((None, "manual.method"), (transfer(receivedOn=tomorrow), None)):
            status, error = await admin.error(
                "POST",
                f"/drafts/{draft['id']}/order",
                key=str(field),
                json={"payment": "manual", "expectedTotal": total, "manual": manual},
                headers={"If-Match": draft["version"]},
            )
            assert (status, list(error["fields"])) == (422, [field or "manual.receivedOn"])
    assert await count(shop, "orders") == 0


async def test_marking_needs_its_own_right(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop, "orders") as taker, operator_client(shop, "finance") as payer:
        draft = await create(taker, (bowl.sku_id, 1))
        total = await total_of(taker, draft)
        status, error = await taker.error(
            "POST",
            f"/drafts/{draft['id']}/order",
            key="a",
            json={"payment": "manual", "expectedTotal": total, "manual": transfer()},
            headers={"If-Match": draft["version"]},
        )
        assert (status, error["permission"]) == (403, "orders.mark_paid")
        order_id = (await place(taker, draft))["orderId"]
        assert (await marking(taker, order_id, total)).status_code == 403
        assert (await marking(payer, order_id, total)).status_code == 200
    await sound(shop)


async def test_a_free_order_needs_no_payment(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE shipping_methods SET price = 0")
    async with operator_client(shop) as admin:
        discount = {"amount": 99_999, "reason": "A gift"}
        order_id = await place_paid(admin, bowl.sku_id, 1, discount=discount)
        order = await admin.get(f"/orders/{order_id}")
        assert (order["total"]["amount"], order["manualPayments"]) == (0, [])
    await sound(shop)


async def test_a_cancelled_order_is_not_marked(shop: Shop) -> None:
    bought = await buy(shop)
    await bought.post(shop, "cancel")
    async with operator_client(shop) as admin:
        response = await marking(admin, bought.order_id, 1)
        assert response.json()["error"]["code"] == "payment_not_due"
    await sound(shop)
