"""The operators' page of an order: everything in one answer, its timeline, and changes of the address."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.core.jobs import TIMERS
from stallage.orders.rules import OrderStatus
from tests.admin import operator_client
from tests.checkout.factory import ADDRESS
from tests.orders.shipping import ship
from tests.returns.factory import broken_invariants, buy, buy_and_pay
from tests.returns.test_cancelling import lines
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def test_an_order_with_everything_about_it(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    await ship(shop, bought, (bowls, 1), number="1Z 1")
    await shop.work()
    async with operator_client(shop, "orders") as admin:
        order = await admin.get(f"/orders/{bought.order_id.lower()}")
        assert (order["orderId"], order["fulfilment"], order["payment"]) == (
            bought.order_id,
            "partly_shipped",
            "paid",
        )
        by_id = {line["lineId"]: line for line in order["lines"]}
        assert (by_id[bowls]["shippedQuantity"], by_id[bowls]["toShipQuantity"]) == (1, 2)
        assert (by_id[vase]["shippedQuantity"], by_id[vase]["toShipQuantity"]) == (0, 1)
        assert by_id[vase]["available"] == (await bought.stocks(shop))[2]
        assert order["received"] == order["total"]
        assert [one["state"] for one in order["payments"]] == ["paid"]
        assert [one["number"] for one in order["documents"]] == ["INV-000001"]
        assert order["customer"]["orderCount"] == 1
        assert order["customer"]["spent"] == order["total"]
        assert order["actions"][:2] == ["ship", "deliver"]
        assert order["takeBack"] is None
        assert order["shipBy"] is not None
        status, error = await admin.error("GET", "/orders/SO-0000-0000")
        assert (status, error["code"]) == (404, "not_found")


async def test_the_timeline_names_who_did_it(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await admin.post(f"/orders/{bought.order_id}/steps", json={"to": "processing"})
        await admin.post(
            f"/notes/order/{bought.order_id}", json={"text": "Called <b>Ada</b>, all fine."}
        )
        page = await admin.get(f"/orders/{bought.order_id}/timeline")
        entries = page["items"]
        times = [one["at"] for one in entries]
        assert times == sorted(times, reverse=True)
        kinds = {one["type"] for one in entries}
        assert {"event", "payment", "note", "email", "document"} <= kinds
        confirmed = next(one for one in entries if one["status"] == OrderStatus.PROCESSING)
        assert (confirmed["by"], confirmed["person"][:6]) == ("operator", "Owner-")
        note = next(one for one in entries if one["type"] == "note")
        assert note["text"] == "Called <b>Ada</b>, all fine."
        emails = [one["label"] for one in entries if one["type"] == "email"]
        assert sorted(emails) == ["paid", "placed"]
        comments = await admin.get(f"/orders/{bought.order_id}/timeline?show=comments")
        assert [one["type"] for one in comments["items"]] == ["note"]
        await paged(admin, bought.order_id, [one["id"] for one in entries])
    # A shopper's page names nobody.
    assert "person" not in (await bought.seen(shop))["timeline"][-1]


async def paged(admin: Any, number: str, expected: list[str]) -> None:
    """Walk through the timeline and back, two entries at a time."""
    seen: list[str] = []
    cursor = ""
    while True:
        page = await admin.get(f"/orders/{number}/timeline?limit=2{cursor}")
        seen += [one["id"] for one in page["items"]]
        if page["nextCursor"] is None:
            break
        cursor = f"&cursor={page['nextCursor']}"
    assert seen == expected
    back = await admin.get(f"/orders/{number}/timeline?limit=2&cursor={page['previousCursor']}")
    last = len(page["items"])
    assert [one["id"] for one in back["items"]] == expected[-last - 2 : -last]


async def test_unsent_emails_are_in_the_timeline(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with shop.database.transaction() as connection:
        order_id = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", bought.order_id
        )
        await connection.execute(
            "INSERT INTO pgqueuer (priority, entrypoint, payload, status, created, updated,"
            " heartbeat, execute_after, attempts) VALUES (0, 'orders.send_parcel_email', $1,"
            " 'failed', now(), now(), now(), now(), 3)",
            f'{{"order_id": {order_id}, "parcel_id": 1}}'.encode(),
        )
    async with operator_client(shop) as admin:
        page = await admin.get(f"/orders/{bought.order_id}/timeline?show=emails")
    assert [one["label"] for one in page["items"] if one["state"] == "failed"] == [
        "orders.send_parcel_email"
    ]


async def test_an_email_is_previewed_and_sent_again_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    before = [mail["kind"] for mail in shop.outbox()]
    async with operator_client(shop) as admin:
        path = f"/orders/{bought.order_id}/emails"
        preview = await admin.get(f"{path}/placed")
        assert bought.order_id in preview["subject"]
        assert "<table" in preview["html"]
        for _repeat in range(2):
            await admin.post(f"{path}/placed/send", key="again-1")
        await shop.work()
        assert [mail["kind"] for mail in shop.outbox()][len(before) :] == ["order_placed"]
        # An email about a status that the order no longer has would mislead.
        for wrong in ("status_6:1", "parcel:1", "lines:x", "nonsense", "status_99999999999:1"):
            status, error = await admin.error("GET", f"{path}/{wrong}")
            assert (status, error["code"]) == (409, "email_not_sendable"), wrong
        entries = (await admin.get(f"/orders/{bought.order_id}/timeline?show=emails"))["items"]
        assert [one["label"] for one in entries if one["state"] == "sent_again"] == ["placed"]


async def test_the_address_changes_before_shipping(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    async with operator_client(shop) as admin:
        seen = await admin.get(path)
        match = {"If-Match": seen["version"]}
        street = {**ADDRESS, "line1": "9 Kiln Lane"}
        changed = await admin.output("PATCH", path, json={"address": street}, headers=match)
        assert changed["address"]["line1"] == "9 Kiln Lane"
        # The invoice was billed to the first address.
        assert changed["billingAddress"]["line1"] == ADDRESS["line1"]
        assert (await bought.seen(shop))["address"]["line1"] == "9 Kiln Lane"
        # The second of two operators gets a conflict with the current order.
        status, error = await admin.error(
            "PATCH", path, json={"deliveryNote": "Ring twice"}, headers=match
        )
        assert (status, error["code"]) == (412, "edit_conflict")
        assert error["current"]["address"]["line1"] == "9 Kiln Lane"
        status, error = await admin.error("PATCH", path, json={"deliveryNote": "Ring"})
        assert (status, error["code"]) == (428, "precondition_required")
        match = {"If-Match": changed["version"]}
        noted = await admin.output(
            "PATCH", path, json={"deliveryNote": "Ring twice"}, headers=match
        )
        assert noted["deliveryNote"] == "Ring twice"
        labels = [one["label"] for one in (await admin.get(f"{path}/timeline"))["items"]]
        assert {"Delivery address changed", "Note for the courier changed"} <= set(labels)
        match = {"If-Match": noted["version"]}
        status, error = await admin.error(
            "PATCH", path, json={"address": {**street, "postalCode": "x"}}, headers=match
        )
        assert (status, list(error["fields"])) == (422, ["address.postalCode"])
    async with shop.database.reading() as connection:
        entry = await connection.fetchrow(
            "SELECT after FROM audit_entries WHERE action = 'order.address_changed'"
        )
    # The audit log is kept for ever, so it has no personal data.
    assert entry is not None
    assert entry["after"] == {"changed": ["line1"]}
    assert await broken_invariants(shop) == []


async def test_an_address_with_another_tax_is_refused(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    path = f"/orders/{bought.order_id}"
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO tax_rates (name, country, state, city, millionths, included, on_delivery)"
            " VALUES ('Oregon tax', 'US', 'OR', '', 100000, false, false)"
        )
    async with operator_client(shop) as admin:
        match = {"If-Match": (await admin.get(path))["version"]}
        oregon = {**ADDRESS, "state": "OR", "city": "Portland", "postalCode": "97201"}
        status, error = await admin.error("PATCH", path, json={"address": oregon}, headers=match)
        assert (status, error["code"], error["reason"]) == (409, "address_changes_total", "tax")
        assert "Oregon tax" in error["message"]
        await ship(shop, bought)
        match = {"If-Match": (await admin.get(path))["version"]}
        status, error = await admin.error(
            "PATCH", path, json={"address": {**ADDRESS, "line1": "1 New St"}}, headers=match
        )
        assert (status, error["code"]) == (409, "address_fixed")


async def test_a_new_contact_of_a_guest_revokes_the_links(shop: Shop) -> None:
    placed = await guest_order(shop, "ada@example.com")
    key = placed["key"]
    async with operator_client(shop) as admin:
        path = f"/orders/{placed['orderId']}"
        match = {"If-Match": (await admin.get(path))["version"]}
        contact = {"email": "grace@example.com", "firstName": "Grace", "lastName": "Hopper"}
        changed = await admin.output("PATCH", path, json={"contact": contact}, headers=match)
        assert changed["contact"]["email"] == "grace@example.com"
        status, _error = await shop.error("GET", f"/api/orders/{placed['orderId']}?key={key}")
        assert status == 404
        match = {"If-Match": changed["version"]}
        status, error = await admin.error("PATCH", path, json={"contact": {}}, headers=match)
        assert (status, list(error["fields"])) == (422, ["contact.email"])


async def guest_order(shop: Shop, email: str, **changes: Any) -> Any:
    """Place an order as a guest, paid on delivery."""
    async with shop.database.reading() as connection:
        sku = await connection.fetchval("SELECT min(id) FROM skus")
    if sku is None:
        (bowl,) = await stock_shop(shop)
        sku = bowl.sku_id
    body = {
        "skuIds": [sku],
        "contact": {"email": email, "firstName": "Ada", "lastName": "Byron", "phone": "2065550100"},
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
        **changes,
    }
    return await shop.output("POST", "/api/orders", json=body)


async def test_an_unusual_total_of_a_stranger_is_a_hint(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=100))
    for number in range(20):
        await guest_order(shop, f"guest{number}@example.com")
    usual = await guest_order(shop, "eve@example.com")
    large = await guest_order(shop, "mallory@example.com", skuIds=[bowl.sku_id] * 8)
    await shop.work()
    async with operator_client(shop) as admin:
        found = [
            {one["kind"] for one in (await admin.get(f"/orders/{order['orderId']}"))["hints"]}
            for order in (usual, large)
        ]
    assert ["unproven_high_value" in kinds for kinds in found] == [False, True]


async def test_hints_inform_and_can_be_reviewed(shop: Shop) -> None:
    first = await guest_order(shop, "ada@example.com")
    await guest_order(shop, "ada@example.com")
    billing = {**ADDRESS, "country": "DE", "postalCode": "10119", "city": "Berlin"}
    del billing["state"], billing["phone"]
    third = await guest_order(shop, "ADA@example.com", billingAddress=billing)
    other = await guest_order(
        shop,
        "eve@example.com",
        contact={"email": "eve@example.com", "lastName": "Stone", "phone": "2065550199"},
    )
    await shop.work()
    async with operator_client(shop) as admin:
        assert (await admin.get(f"/orders/{first['orderId']}"))["hints"] == []
        hints = {
            one["kind"]: one["figures"]
            for one in (await admin.get(f"/orders/{third['orderId']}"))["hints"]
        }
        assert hints["country_mismatch"] == {"delivery": "US", "billing": "DE"}
        assert (hints["many_from_contact"]["count"], hints["many_from_contact"]["hours"]) == (3, 24)
        assert first["orderId"] in hints["duplicate"]["orders"]
        strange = {
            one["kind"]: one["figures"]
            for one in (await admin.get(f"/orders/{other['orderId']}"))["hints"]
        }
        assert strange["shared_address"]["count"] == 2
        assert strange["many_from_network"]["count"] == 4
        path = f"/orders/{third['orderId']}/hints"
        reviewed = await admin.output("PUT", path, json={"reviewed": True})
        assert all(one["reviewedBy"] for one in reviewed["hints"])
        again = await admin.output("PUT", path, json={"reviewed": False})
        assert not any(one["reviewedAt"] for one in again["hints"])
        status, _error = await admin.error(
            "PUT", f"/orders/{first['orderId']}/hints", json={"reviewed": True}
        )
        assert status == 404
    # The network itself is not stored.
    async with shop.database.reading() as connection:
        networks = await connection.fetch("SELECT DISTINCT network FROM orders")
    assert len(networks) == 1
    assert "127.0.0.1" not in networks[0]["network"]


async def test_networks_are_forgotten_after_some_days(shop: Shop) -> None:
    await guest_order(shop, "ada@example.com")
    with clock.shift(timedelta(days=8)):
        await TIMERS["orders.forget_order_traces"].run(shop.runtime)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(network) FROM orders") == 0


async def test_cancelled_lines_are_not_to_ship(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((bowls, 2)))
    async with operator_client(shop, "read-only") as admin:
        order = await admin.get(f"/orders/{bought.order_id}")
        by_id = {line["lineId"]: line for line in order["lines"]}
        assert by_id[bowls]["toShipQuantity"] == 1
        status, error = await admin.error(
            "POST", f"/orders/{bought.order_id}/steps", json={"to": "processing"}
        )
        assert (status, error["code"]) == (403, "forbidden")
