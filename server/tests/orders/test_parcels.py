"""Parcels as shoppers see them, their emails, and how operators correct them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from stallage.cart.rules.gift_cards import GiftCard
from stallage.core import clock
from stallage.core.errors import InvalidFields, NotFound
from stallage.orders.actions import anonymise_orders, put_carrier
from stallage.orders.errors import ParcelConflict
from stallage.orders.events import OrderStatusChanged, ParcelShipped
from stallage.orders.gateway_calls.advancing import OperationRefused
from stallage.orders.gateway_calls.shipping import change_parcel, ship_order
from stallage.orders.jobs import send_parcel_email, send_status_email
from stallage.orders.rules import OrderStatus
from stallage.orders.schemas import ParcelChanges
from tests.checkout.factory import place
from tests.command import run_stallage
from tests.orders.shipping import arrives, listed, parcel, ship, shipped_of
from tests.orders.test_orders import one_product
from tests.returns.factory import broken_invariants, buy, buy_and_pay
from tests.returns.test_emails import work
from tests.shop import Shop


async def test_an_order_in_two_parcels(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    assert (await listed(shop, bought))["tracking"] is None
    day = clock.now().date() + timedelta(days=9)
    first, _ = await ship(shop, bought, (bowls, 2), arrives_by=day.isoformat())
    order = await bought.seen(shop)
    assert (order["status"], order["timeline"][-1]["label"]) == (
        4,
        "Shipped with UPS: 2 × Moss bowl",
    )
    (seen,) = order["parcels"]
    assert seen == {
        "parcelId": first,
        "carrier": "UPS",
        "trackingNumber": "1Z999AA10123456784",
        "trackingUrl": "https://www.ups.com/track?tracknum=1Z999AA10123456784",
        "shippedAt": seen["shippedAt"],
        "arrivesBy": day.isoformat(),
        "deliveredAt": None,
        "lines": [{"lineId": bowls, "quantity": 2}],
    }
    assert (await listed(shop, bought))["tracking"] == {
        "parcelCount": 1,
        "deliveredCount": 0,
        "unshippedQuantity": 2,
        "arrivesBy": day.isoformat(),
        "carrier": "UPS",
        "trackingUrl": seen["trackingUrl"],
    }
    second, left = await ship(shop, bought, number="2")
    assert left.to_ship == []
    order = await bought.seen(shop)
    assert shipped_of(order) == {bowls: 3, vase: 1}
    assert order["timeline"][-1]["label"] == "Shipped with UPS: 1 × Moss bowl, 1 × Ink vase"
    tracking = (await listed(shop, bought))["tracking"]
    assert (tracking["parcelCount"], tracking["unshippedQuantity"]) == (2, 0)
    assert tracking["trackingUrl"] is None
    # The order is delivered with its last parcel.
    await change_parcel(shop.runtime, first, ParcelChanges(), delivered=True)
    order = await bought.seen(shop)
    assert (order["status"], order["timeline"][-1]["label"]) == (
        4,
        "Delivered by UPS: 2 × Moss bowl",
    )
    tracking = (await listed(shop, bought))["tracking"]
    assert (tracking["deliveredCount"], tracking["trackingUrl"]) == (
        1,
        "https://www.ups.com/track?tracknum=2",
    )
    for _twice in range(2):
        await change_parcel(shop.runtime, second, ParcelChanges(), delivered=True)
    order = await bought.seen(shop)
    assert (order["status"], len(order["timeline"])) == (6, 9)
    assert all(one["deliveredAt"] for one in order["parcels"])
    assert await broken_invariants(shop) == []


async def test_each_parcel_has_one_email(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    day = clock.now().date() + timedelta(days=400)
    first, _ = await ship(shop, bought, (bowls, 1), arrives_by=day.isoformat())
    second, _ = await ship(shop, bought, number="A&B 2", carrier="dhl")
    await work(shop)
    mails = [mail for mail in shop.outbox() if mail["kind"] == "order_shipped"]
    by_parcel = {mail["data"]["parcelId"]: mail for mail in mails}
    assert by_parcel.keys() == {first, second}
    assert len(mails) == 2
    mail = by_parcel[first]
    assert mail["subject"] == f"Part of your order is on its way: {bought.order_id}"
    for text in ("UPS", "1Z999AA10123456784", f"{day:%b} {day.day}, {day.year}", "order-detail"):
        assert text in mail["text"]
        assert text in mail["html"]
    assert "1 x Moss bowl" in mail["text"]
    assert "Ink vase" not in mail["text"] + mail["html"]
    mail = by_parcel[second]
    assert mail["subject"].startswith("The rest of your order")
    assert "2 x Moss bowl" in mail["text"]
    assert "1 x Ink vase" in mail["text"]
    link = "https://www.dhl.com/global-en/home/tracking.html?tracking-id=A%26B2"
    assert mail["data"]["trackingUrl"] == link
    assert link in mail["text"]
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        parcel_ids = [r["id"] for r in await connection.fetch("SELECT id FROM parcels")]
    before = len(shop.outbox())
    for parcel_id in (*parcel_ids, 987_654):
        event = ParcelShipped(order_id=order_id, parcel_id=parcel_id)
        await send_parcel_email.run(shop.runtime, event)
    await send_status_email.run(shop.runtime, OrderStatusChanged(order_id=order_id, status=4))
    assert len(shop.outbox()) == before


async def test_gift_cards_are_not_left_to_ship(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    gift_card = GiftCard(2500, "Grace", "grace@example.com", "Ada", "", None).to_json()
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE order_lines SET gift_card = $1 WHERE position = 1", gift_card
        )
    _parcel_id, shipments = await ship(shop, bought)
    assert shipments.to_ship == []
    await work(shop)
    (mail,) = [mail for mail in shop.outbox() if mail["kind"] == "order_shipped"]
    assert "Everything you ordered is in this parcel." in mail["text"]


async def test_a_phone_gets_a_short_message_about_its_parcel(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    await work(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET email = NULL, phone = '+12065550143'")
    await ship(shop, bought)
    await work(shop)
    mail = shop.message("order_shipped")
    assert (mail["to"], mail["html"]) == ("+12065550143", "")
    assert "UPS 1Z999AA10123456784" in mail["text"]
    assert len(mail["text"]) < 200


async def test_an_order_can_be_advanced_without_parcels(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.advance(shop, OrderStatus.SHIPPED)
    await work(shop)
    order = await bought.seen(shop)
    assert (order["parcels"], order["timeline"][-1]["label"]) == ([], "Shipped")
    assert Counter(mail["kind"] for mail in shop.outbox())["order_shipped"] == 1
    # A parcel that is added later does not change the status.
    await bought.advance(shop, OrderStatus.OUT_FOR_DELIVERY)
    await ship(shop, bought)
    order = await bought.seen(shop)
    assert (order["status"], len(order["parcels"])) == (5, 1)
    await bought.advance(shop, OrderStatus.DELIVERED)
    (one,) = (await bought.seen(shop))["parcels"]
    assert one["deliveredAt"] is not None
    with pytest.raises(OperationRefused):
        await bought.advance(shop, OrderStatus.SHIPPED)


async def test_tracking_is_corrected(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    first, _ = await ship(shop, bought, (bowls, 1), number="1")
    second, _ = await ship(shop, bought, number="2")
    change = ParcelChanges(carrier="Royal  mail", tracking_number="AB 1")
    await change_parcel(shop.runtime, first.lower(), change)
    one = (await bought.seen(shop))["parcels"][0]
    assert (one["carrier"], one["trackingNumber"], one["trackingUrl"]) == (
        "Royal Mail",
        "AB 1",
        "https://www.royalmail.com/track-your-item#/tracking-results/AB1",
    )
    with pytest.raises(ParcelConflict):
        await change_parcel(
            shop.runtime, second, ParcelChanges(carrier="ROYAL MAIL", tracking_number="ab1")
        )
    link = "https://tracking.example/x"
    await change_parcel(shop.runtime, second, ParcelChanges(tracking_url=link))
    await change_parcel(shop.runtime, second, arrives("2099-01-02"))
    one = (await bought.seen(shop))["parcels"][1]
    assert (one["trackingUrl"], one["arrivesBy"]) == (link, "2099-01-02")
    # An unknown carrier has no link, and the old link would be wrong.
    await change_parcel(shop.runtime, second, ParcelChanges(carrier="By bike"))
    assert (await bought.seen(shop))["parcels"][1]["trackingUrl"] is None
    with pytest.raises(InvalidFields):
        await change_parcel(shop.runtime, second, arrives("2001-01-01"))
    with pytest.raises(NotFound):
        await change_parcel(shop.runtime, "PC-0000-0000", change)
    await work(shop)
    assert Counter(mail["kind"] for mail in shop.outbox())["order_shipped"] == 2


async def test_a_shop_has_its_own_carriers(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_carrier(connection, name="By bike", tracking_url="https://bike.example/{number}")
        await put_carrier(connection, name="ups", tracking_url="http://ups.example/?n={number}")
        await put_carrier(
            connection, name="BY BIKE", tracking_url="https://bike.example/t/{number}"
        )
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    await ship(shop, bought, (bowls, 1), carrier="by bike", number="7/8")
    await ship(shop, bought, (bowls, 1), number="9")
    await ship(shop, bought, (vase, 1), carrier="Somebody", number="10")
    parcels = (await bought.seen(shop))["parcels"]
    assert [(one["carrier"], one["trackingUrl"]) for one in parcels] == [
        ("BY BIKE", "https://bike.example/t/7%2F8"),
        ("ups", "http://ups.example/?n=9"),
        ("Somebody", None),
    ]


async def test_arrival_is_estimated_without_a_date(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    await ship(shop, bought, (bowls, 1), number="1")
    order = await bought.seen(shop)
    estimate = order["shippingMethod"]["estimate"]
    assert order["parcels"][0]["arrivesBy"] == estimate["latest"]
    # After the promised day, the estimate is counted from the day of shipping.
    late = datetime(2031, 3, 3, 12, tzinfo=UTC)
    with clock.freeze(late):
        await ship(shop, bought, number="2")
    arrives = date.fromisoformat((await bought.seen(shop))["parcels"][1]["arrivesBy"])
    assert timedelta(days=estimate["maxDays"]) <= arrives - late.date() < timedelta(days=30)


async def test_the_key_shows_the_parcels(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    await ship_order(shop.runtime, placed["orderId"], parcel())
    path = f"/api/orders/{placed['orderId']}"
    order = await shop.output("GET", path, params={"key": placed["key"]})
    assert [one["trackingNumber"] for one in order["parcels"]] == ["1Z999AA10123456784"]
    assert (await shop.error("GET", path))[0] in (401, 404)


async def test_an_erased_persons_parcels_have_no_tracking(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await ship(shop, bought)
    await bought.advance(shop, OrderStatus.DELIVERED)
    other = await buy_and_pay(shop)
    await ship(shop, other)
    await work(shop)
    async with shop.database.transaction() as connection:
        tracked = "SELECT tracking_number, tracking_url FROM parcels ORDER BY id"
        before = await connection.fetch(tracked)
        assert all(row["tracking_number"] and row["tracking_url"] for row in before)
    async with shop.database.transaction() as connection:
        await anonymise_orders(connection, bought.shopper.id)
        after = await connection.fetch(tracked)
    assert [tuple(row) for row in after] == [(None, None), tuple(before[1])]
    order = await bought.seen(shop)
    assert (order["parcels"][0]["trackingNumber"], order["parcels"][0]["carrier"]) == (None, "UPS")


async def test_the_commands(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    settings = shop.runtime.settings

    async def run(*words: str) -> tuple[int, str, str]:
        return await run_stallage(settings, "orders", *words)

    status, output, errors = await run(
        "ship", bought.order_id.lower(), "--carrier", "ups", "--number", "1Z1",
        "--line", f"{bowls}:2", "--arrives-by", "2099-11-28",
    )  # fmt: skip
    assert (status, errors) == (0, "")
    first = output.split()[0]
    assert output.splitlines() == [
        f"{first}  UPS  1Z1  arrives by Nov 28, 2099",
        "  https://www.ups.com/track?tracknum=1Z1",
        "  2 × Moss bowl",
        f"{bought.order_id} is now shipped.",
    ]
    status, output, _errors = await run("parcels", bought.order_id)
    assert status == 0
    assert output.splitlines()[-3:] == [
        "Not shipped yet:",
        f"  {bowls}:1  Moss bowl",
        f"  {vase}:1  Ink vase",
    ]
    status, output, _errors = await run(
        "ship", bought.order_id, "--carrier", "By bike", "--number", "7",
        "--link", "https://bike.example/7",
    )  # fmt: skip
    assert "https://bike.example/7" in output
    second = output.split()[0]
    status, output, _errors = await run("parcel", first, "--number", "1Z2", "--delivered")
    assert (status, output.splitlines()[-1]) == (0, f"{bought.order_id} is shipped.")
    assert "tracknum=1Z2" in output
    status, output, _errors = await run("parcel", second, "--delivered")
    assert (status, output.splitlines()[-1]) == (0, f"{bought.order_id} is delivered.")
    status, output, _errors = await run("carriers")
    assert "Royal Mail" in output
    refused = [
        (("ship", "SO-0000-0000", "--carrier", "UPS", "--number", "1"), "There is no order"),
        (("parcels", "SO-0000-0000"), "There is no order"),
        (("parcel", "PC-0000-0000", "--delivered"), "There is no parcel"),
        (("ship", bought.order_id, "--carrier", "UPS", "--number", ""), "Tracking number cannot"),
        (("ship", bought.order_id, "--carrier", "x" * 61, "--number", "1"), "Carrier cannot"),
        (
            ("ship", bought.order_id, "--carrier", "UPS", "--number", "1", "--line", "x"),
            "x is not a line",
        ),
        (
            ("ship", bought.order_id, "--carrier", "UPS", "--number", "1", "--arrives-by", "soon"),
            "Arrives by is not valid",
        ),
        (
            ("parcel", first, "--link", "javascript:alert(1)"),
            "Please enter a link",
        ),
        (("ship", bought.order_id, "--carrier", "UPS", "--number", "1"), f"{bought.order_id} is"),
    ]
    for words, sentence in refused:
        status, output, errors = await run(*words)
        assert (status, output) == (1, ""), words
        assert errors.startswith(sentence), (words, errors)
