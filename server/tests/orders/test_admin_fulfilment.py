"""Operators confirm, pack, ship and deliver orders, see before what happens, and take steps back."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.orders.rules import OrderStatus
from tests.admin import Admin, operator_client
from tests.orders.shipping import shipped_of
from tests.returns.factory import Bought, broken_invariants, buy, buy_and_pay
from tests.shop import Shop


def parcel(*units: tuple[int, int], number: str = "1Z 999") -> dict[str, Any]:
    body: dict[str, Any] = {"carrier": "ups", "trackingNumber": number}
    if units:
        body["lines"] = [{"lineId": line, "quantity": quantity} for line, quantity in units]
    return body


async def step(admin: Admin, bought: Bought, to: str, **arguments: Any) -> Any:
    return await admin.post(f"/orders/{bought.order_id}/steps", json={"to": to}, **arguments)


async def actions_of(shop: Shop) -> list[str]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT action FROM audit_entries WHERE subject_kind = 'order' ORDER BY id"
        )
    return [row["action"] for row in rows]


async def test_an_order_goes_out_in_two_parcels(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop, "orders") as admin:
        assert (await admin.get(path))["actions"][0] == "confirm"
        order = await step(admin, bought, "processing")
        assert (order["fulfilment"], order["actions"][0]) == ("to_pack", "pack")
        order = await step(admin, bought, "prepared")
        assert (order["fulfilment"], order["actions"][0]) == ("to_ship", "ship")
        # Twice the same step is one step.
        await step(admin, bought, "prepared", audited=False)
        shipped = await admin.post(f"{path}/parcels", json=parcel((bowls, 2)), key="one")
        assert shipped["order"]["fulfilment"] == "partly_shipped"
        # The same request again gives the same parcel.
        again = await admin.post(f"{path}/parcels", json=parcel((bowls, 2)), key="one")
        assert again["parcelId"] == shipped["parcelId"]
        await shop.work()
        seen = await bought.seen(shop)
        assert (seen["status"], shipped_of(seen)) == (OrderStatus.SHIPPED, {bowls: 2})
        first_mail = [mail for mail in shop.outbox() if mail["kind"] == "order_shipped"]
        assert "1Z 999" in first_mail[0]["text"]
        second = await admin.post(f"{path}/parcels", json=parcel(number="2"), key="two")
        assert second["order"]["fulfilment"] == "shipped"
        first_id, second_id = shipped["parcelId"], second["parcelId"]
        partly = await admin.post(f"{path}/parcels/{first_id}/delivery", key="three")
        assert (partly["fulfilment"], partly["actions"]) == ("shipped", ["send_out", "deliver"])
        delivered = await admin.post(f"{path}/parcels/{second_id}/delivery", key="four")
        assert delivered["fulfilment"] == "delivered"
    await shop.work()
    mails = [mail["kind"] for mail in shop.outbox()]
    assert (mails.count("order_shipped"), mails.count("order_delivered")) == (2, 1)
    assert (await bought.seen(shop))["status"] == OrderStatus.DELIVERED
    assert vase in shipped_of(await bought.seen(shop))
    assert await actions_of(shop) == [
        "order.confirmed",
        "order.packed",
        "order.shipped",
        "order.parcel_shipped",
        "order.parcel_shipped",
        "order.parcel_delivered",
        "order.parcel_delivered",
        "order.out_for_delivery",
        "order.delivered",
    ]
    assert await broken_invariants(shop) == []


async def test_a_preview_changes_nothing_and_shows_the_email(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    path = f"/orders/{bought.order_id}"
    stocks = await bought.stocks(shop)
    async with operator_client(shop) as admin:
        before = await admin.get(path)
        preview = await admin.post(f"{path}/parcels/preview", json=parcel((bowls, 1)))
        assert (preview["statusBefore"], preview["statusAfter"]) == (
            OrderStatus.CONFIRMED,
            OrderStatus.SHIPPED,
        )
        assert (preview["remaining"], preview["carrier"]) == (3, "UPS")
        assert [line["quantity"] for line in preview["lines"]] == [1]
        (email,) = preview["emails"]
        assert "Part of your order is on its way" in email["subject"]
        assert "1Z 999" in email["html"]
        assert await admin.get(path) == before
        await shop.work()
        kinds = [mail["kind"] for mail in shop.outbox()]
        assert "order_shipped" not in kinds
        assert await bought.stocks(shop) == stocks
        status, error = await admin.error(
            "POST", f"{path}/parcels/preview", json=parcel((bowls, 4))
        )
        assert (status, error["code"]) == (409, "ship_refused")


async def test_a_delivery_on_cash_says_what_counts_as_paid(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin:
        await admin.post(f"{path}/parcels", json=parcel(), key="one")
        preview = await admin.post(f"{path}/delivery/preview")
        total = (await admin.get(path))["total"]
        assert preview["paidOnDelivery"] == total
        assert "delivered" in preview["emails"][0]["subject"]
        delivered = await admin.post(f"{path}/delivery", key="two")
        assert (delivered["fulfilment"], delivered["payment"]) == ("delivered", "paid")
        assert delivered["received"] == total
        # Once the customer was notified, nothing can be undone.
        assert delivered["takeBack"] is None
        parcel_id = delivered["parcels"][0]["parcelId"]
        status, error = await admin.error("DELETE", f"{path}/parcels/{parcel_id}/delivery")
        assert (status, error["code"]) == (409, "delivery_final")


async def test_steps_are_taken_back(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin:
        # The shop confirmed the payment by itself: not an operator's step.
        assert (await admin.get(path))["takeBack"] is None
        packed = await step(admin, bought, "prepared")
        assert (packed["takeBack"]["toStatus"], packed["takeBack"]["emailSentAt"]) == (2, None)
        # Packing a confirmed order was two steps, taken back at once.
        body = {"fromStatus": 3, "toStatus": 1}
        back = await admin.post(f"{path}/steps/take-back", json=body)
        assert (back["status"], back["takeBack"]) == (OrderStatus.CONFIRMED, None)
        status, error = await admin.error("POST", f"{path}/steps/take-back", json=body)
        assert (status, error["code"]) == (409, "step_refused")
        await step(admin, bought, "processing")
        for wrong in ({"fromStatus": 2, "toStatus": 0}, {"fromStatus": 2, "toStatus": 2}):
            status, _error = await admin.error("POST", f"{path}/steps/take-back", json=wrong)
            assert status == 409
        await admin.post(f"{path}/parcels", json=parcel(), key="one")
        body = {"fromStatus": 4, "toStatus": 3}
        status, error = await admin.error("POST", f"{path}/steps/take-back", json=body)
        assert (status, error["code"]) == (409, "step_refused")
    assert "order.step_taken_back" in await actions_of(shop)
    assert await broken_invariants(shop) == []


async def test_unpaid_and_cancelled_orders_take_no_step(shop: Shop) -> None:
    unpaid = await buy(shop)
    async with operator_client(shop) as admin:
        assert (await admin.get(f"/orders/{unpaid.order_id}"))["actions"] == [
            "mark_paid",
            "cancel",
            "edit_address",
            "edit_items",
        ]
        for to in ("confirmed", "processing", "prepared"):
            status, error = await admin.error(
                "POST", f"/orders/{unpaid.order_id}/steps", json={"to": to}
            )
            assert (status, error["code"]) == (409, "step_refused")
            assert "not paid" in error["message"]
        cancelled = await buy(shop, paymentMethod="cod")
        await cancelled.post(shop, "cancel")
        order = await admin.get(f"/orders/{cancelled.order_id}")
        assert (order["actions"], order["shipBy"]) == ([], None)
        assert {line["toShipQuantity"] for line in order["lines"]} == {0}
        path = f"/orders/{cancelled.order_id}"
        for way, body in (("steps", {"to": "prepared"}), ("delivery", None)):
            status, error = await admin.error("POST", f"{path}/{way}", json=body, key="k")
            assert (status, error["code"]) == (409, "step_refused")
        status, error = await admin.error(
            "POST", f"{path}/steps", json={"to": "cancelled", "status": 8}
        )
        assert (status, error["code"]) == (422, "invalid_fields")


async def test_shipping_needs_a_key(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin:
        status, error = await admin.error("POST", f"{path}/parcels", json=parcel())
        assert (status, list(error["fields"])) == (422, ["Idempotency-Key"])
        await admin.post(f"{path}/parcels", json=parcel(), key="one")
        status, error = await admin.error(
            "POST", f"{path}/parcels", json=parcel(number="other"), key="one"
        )
        assert (status, error["code"]) == (409, "idempotency_key_reused")


async def test_a_parcel_is_corrected_by_one_of_two_operators(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin, operator_client(shop) as other:
        shipped = await admin.post(f"{path}/parcels", json=parcel(), key="one")
        parcel_path = f"{path}/parcels/{shipped['parcelId']}"
        headers = {"If-Match": shipped["order"]["version"]}
        changed = await admin.output(
            "PATCH", parcel_path, json={"trackingNumber": "1Z 777"}, headers=headers
        )
        assert changed["parcels"][0]["trackingNumber"] == "1Z 777"
        assert changed["parcels"][0]["trackingUrl"].endswith("1Z777")
        status, error = await other.error(
            "PATCH", parcel_path, json={"trackingNumber": "1Z 888"}, headers=headers
        )
        assert (status, error["code"]) == (412, "edit_conflict")
        assert error["current"]["parcels"][0]["trackingNumber"] == "1Z 777"


async def test_an_infinite_date_of_arrival_is_refused(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop, "orders") as admin:
        path = f"/orders/{bought.order_id}/parcels"
        body = {**parcel(), "arrivesBy": "9999-12-31"}
        status, error = await admin.error("POST", path, json=body, key="one")
        assert (status, list(error["fields"])) == (422, ["arrivesBy"])
        body["arrivesBy"] = "9999-12-30"
        shipped = await admin.post(path, json=body, key="two")
        assert shipped["order"]["parcels"][0]["arrivesBy"] == "9999-12-30"


async def test_a_delivered_parcel_is_under_way_again(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin:
        shipped = await admin.post(f"{path}/parcels", json=parcel((bowls, 1)), key="one")
        parcel_path = f"{path}/parcels/{shipped['parcelId']}/delivery"
        preview = await admin.post(f"{parcel_path}/preview")
        assert (preview["emails"], preview["remaining"]) == ([], 3)
        await admin.post(parcel_path, key="two")
        order = await admin.output("DELETE", parcel_path)
        assert order["parcels"][0]["deliveredAt"] is None
        assert (await bought.seen(shop))["parcels"][0]["deliveredAt"] is None


async def test_two_operators_pack_at_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin, operator_client(shop) as other:
        await asyncio.gather(
            *(step(one, bought, "prepared", audited=False) for one in (admin, other) * 3)
        )
    history = [entry["status"] for entry in (await bought.seen(shop))["timeline"]]
    assert history == [0, 1, 2, 3]


async def test_carriers_are_listed(shop: Shop) -> None:
    async with operator_client(shop, "read-only") as admin:
        carriers = await admin.get("/carriers")
    assert {
        "name": "UPS",
        "trackingUrl": "https://www.ups.com/track?tracknum={number}",
        "own": False,
    } in carriers
