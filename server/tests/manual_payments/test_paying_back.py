"""Refunds, cancellations, returns and exchanges of orders that were paid outside."""

from __future__ import annotations

from stallage.orders.actions import anonymise_orders
from stallage.orders.rules import OrderStatus
from tests.admin import Admin, operator_client
from tests.bulk.test_bulk import by_filter, file_of, start
from tests.manual_payments.factory import mark_paid, pay_back, place_paid, rows, transfer
from tests.orders.additions import add_bowl
from tests.orders.money import credited, grant, item, pay, refund, sound
from tests.returns.factory import Bought, buy
from tests.returns.operating import arrive, preview, request, step
from tests.returns.test_cancelling import TOTAL
from tests.returns.test_returns import return_body
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def _bought(shop: Shop, admin: Admin, status: OrderStatus | None = None) -> Bought:
    """An order that was paid outside, of three bowls and a vase."""
    bought = await buy(shop)
    await mark_paid(admin, bought.order_id)
    await shop.work()
    if status is not None:
        await bought.advance(shop, status)
    return bought


async def _state(admin: Admin, order_id: str) -> tuple[str, int, bool]:
    """Payment, what was received, and whether money waits to be refunded."""
    order = await admin.get(f"/orders/{order_id}")
    waiting = await admin.get("/orders?refund=true")
    return (
        order["payment"],
        order["received"]["amount"],
        order_id in [one["orderId"] for one in waiting["items"]],
    )


async def test_a_refund_is_recorded_once_it_is_paid_back(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin, OrderStatus.DELIVERED)
        bowls, vase = await bought.line_ids(shop)
        options = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert options["originalLabel"] == "Original payment, outside the shop"
        assert options["paidBackByHand"] is True
        assert options["originalLimit"]["amount"] == TOTAL
        refund_id = await grant(admin, bought.order_id, {"lines": [item(bowls)]})
        await pay(admin, bought.order_id, refund_id)
        await shop.work()
        ((first,),) = await rows(shop, "SELECT amount FROM order_manual_refunds")
        assert await _state(admin, bought.order_id) == ("paid", TOTAL - first, True)
        await sound(shop)
        assert await pay_back(admin, bought.order_id) == [first]
        assert await _state(admin, bought.order_id) == ("partly_refunded", TOTAL - first, False)
        order = await admin.get(f"/orders/{bought.order_id}")
        assert order["manualRefunds"][0]["method"] == "bank_transfer"
        timeline = (await admin.get(f"/orders/{bought.order_id}/timeline"))["items"]
        states = [one["state"] for one in timeline if one["type"] == "manual_refund"]
        assert states == ["paid", "waiting"]
        # The rest, of which a part becomes wallet credit.
        wallet = {"destination": "split", "walletAmount": 500}
        body = {"lines": [item(bowls, 2), item(vase)], "delivery": True, **wallet}
        await refund(admin, bought.order_id, body)
        assert await bought.balance(shop) == 500
        assert (await _state(admin, bought.order_id))[0] == "partly_refunded"
        await sound(shop)
        await pay_back(admin, bought.order_id)
        assert await _state(admin, bought.order_id) == ("refunded", 0, False)
    assert sum(await credited(shop)) == TOTAL
    await sound(shop)


async def test_an_order_is_cancelled(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin)
        path = f"/orders/{bought.order_id}/cancellations"
        bowls, _vase = await bought.line_ids(shop)
        some = {"lines": [{"lineId": bowls, "quantity": 1}]}
        for n, body in enumerate((some, {})):
            seen = await admin.post(f"{path}/preview", json=body)
            assert [one["kind"] for one in seen["parts"]] == ["manual"]
            await admin.post(path, key=str(n), json={**body, "version": seen["version"]})
        await shop.work()
        assert (await _state(admin, bought.order_id))[::2] == ("paid", True)
        await sound(shop)
        assert sum(await pay_back(admin, bought.order_id)) == TOTAL
        assert await _state(admin, bought.order_id) == ("refunded", 0, False)
    assert await bought.stocks(shop) == [10, 10, 10]
    await sound(shop)


async def test_the_customer_cancels(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin)
        await bought.post(shop, "cancel")
        await shop.work()
        assert (await _state(admin, bought.order_id))[2]
        assert await pay_back(admin, bought.order_id) == [TOTAL]
    assert (await bought.seen(shop))["paymentStatus"] == 3
    await sound(shop)


async def test_a_return_is_refunded(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin, OrderStatus.DELIVERED)
        bowls, vase = await bought.line_ids(shop)
        for line, to in ((bowls, "source"), (vase, "wallet")):
            returned = await request(shop, admin, bought, **return_body((line, 1)))
            returned = await arrive(admin, returned)
            accepted = {"lineId": line, "accepted": 1, "restock": True}
            returned = await step(admin, returned, "inspect", lines=[accepted])
            shown = await preview(admin, returned)
            await step(admin, returned, "refund", version=shown["version"], to=to)
            await sound(shop)
        (amount,) = await pay_back(admin, bought.order_id)
        balance = await bought.balance(shop)
        assert balance > 0
        order = await admin.get(f"/orders/{bought.order_id}")
        assert order["received"]["amount"] == TOTAL - amount - balance
        assert order["payment"] == "partly_refunded"
    await sound(shop)


async def test_items_are_added_and_taken_off(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin)
        await add_bowl(admin, bought)
        await mark_paid(admin, bought.order_id, method="card_terminal")
        order = await admin.get(f"/orders/{bought.order_id}")
        assert [one["method"] for one in order["manualPayments"]] == [
            "bank_transfer",
            "card_terminal",
        ]
        await sound(shop)
        path = f"/orders/{bought.order_id}/cancellations"
        seen = await admin.post(f"{path}/preview", json={})
        await admin.post(path, key="all", json={"version": seen["version"]})
        await shop.work()
        paid = order["received"]["amount"]
        assert sum(await pay_back(admin, bought.order_id)) == paid
        assert await _state(admin, bought.order_id) == ("refunded", 0, False)
    await sound(shop)


async def test_bad_records_of_refunds_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop, "orders") as other:
        bought = await _bought(shop, admin)
        await bought.post(shop, "cancel")
        ((refund_id,),) = await rows(shop, "SELECT id FROM order_manual_refunds")
        path = f"/orders/{bought.order_id}/manual-refunds/{refund_id}/paid"
        late = transfer("paidOn", paidOn="2999-01-01")
        status, error = await admin.error("POST", path, key="a", json=late)
        assert (status, list(error["fields"])) == (422, ["paidOn"])
        unknown = f"/orders/{bought.order_id}/manual-refunds/{refund_id + 1}/paid"
        assert (await admin.error("POST", unknown, key="b", json=transfer("paidOn")))[0] == 404
        assert (await other.error("POST", path, key="c", json=transfer("paidOn")))[0] == 403
        await pay_back(admin, bought.order_id)
        status, error = await admin.error("POST", path, key="d", json=transfer("paidOn"))
        assert (status, error["code"]) == (409, "manual_refund_paid")


async def test_references_are_erased_with_the_person(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        bought = await _bought(shop, admin)
        await bought.post(shop, "cancel")
        await pay_back(admin, bought.order_id)
        async with shop.database.transaction() as connection:
            await anonymise_orders(connection, bought.shopper.id)
    for table in ("order_manual_payments", "order_manual_refunds"):
        assert await rows(shop, f"SELECT reference, method FROM {table}") == [("", "bank_transfer")]


async def test_the_export_names_the_tender(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        order_id = await place_paid(admin, bowl.sku_id)
        job = await start(admin, by_filter("orders.export"))
        await shop.work()
        head, row = await file_of(admin, job["id"])
        found = dict(zip(head, row, strict=True))
        assert (found["Order"], found["Payment"]) == (order_id, "paid")
        assert "manual" in row
