"""Free gifts are returned with the items they came with, and documents list them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.orders.rules import OrderStatus
from stallage.pricing.actions.automatic import put_automatic_discount
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, stock_of
from tests.products.factory import SkuSpec
from tests.returns.factory import Bought, broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def receive_with_gift(shop: Shop) -> tuple[Bought, int]:
    """Place and deliver an order of two bowls at 10 % off, with a free tote. Returns the tote's SKU too."""
    shopper = await sign_in(shop)
    since = clock.now() - timedelta(days=1)
    bowl, tote = await stock_shop(
        shop,
        spec(
            "Bowl",
            option_names=["Size"],
            skus=[SkuSpec(("Small",), price=3001), SkuSpec(("Large",), price=3001)],
        ),
        spec("Tote", slug="tote", price=1500),
    )
    async with shop.database.transaction() as connection:
        await put_automatic_discount(
            connection, slug="ten", title="10 % off", kind="amount_off", percent=10, starts_at=since
        )
        await put_automatic_discount(
            connection,
            slug="tote",
            title="Free tote",
            kind="free_gift",
            minimum_purchase=6000,
            gift="tote",
            starts_at=since,
        )
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={
            "skuIds": [bowl.sku_id] * 2,
            "address": ADDRESS,
            "shippingMethod": "standard",
            "paymentMethod": "cod",
        },
        headers=shopper.headers,
    )
    skus = (bowl.sku_ids[0], bowl.sku_ids[1], tote.sku_id)
    bought = Bought(placed["orderId"], shopper, skus, None)
    await bought.advance(shop, OrderStatus.DELIVERED)
    await shop.work()
    return bought, tote.sku_id


async def documents(shop: Shop) -> list[dict[str, Any]]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT content FROM invoices ORDER BY id")
    return [row["content"] for row in rows]


async def test_a_gift_is_returned_with_the_items_it_came_with(shop: Shop) -> None:
    bought, tote = await receive_with_gift(shop)
    bowls, gift = (line["lineId"] for line in (await bought.seen(shop))["lines"])
    seen = await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)
    assert [line["lineId"] for line in seen["lines"]] == [bowls]
    alone = {"lines": [{"lineId": gift, "quantity": 1}], "reason": "No need", "refundTo": "wallet"}
    status, error = await bought.refused(shop, "return", json=alone)
    assert (status, error["code"]) == (409, "return_refused")

    one_bowl = {**alone, "lines": [{"lineId": bowls, "quantity": 1}]}
    await bought.post(shop, "return", json=one_bowl)
    seen = await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)
    (item,) = seen["items"]
    assert [(line["lineId"], line["quantity"]) for line in item["lines"]] == [
        (bowls, 1),
        (gift, 1),
    ]
    # The price paid for one of two bowls at $30.01 each, 10 % off.
    assert item["amount"]["amount"] == 3001 - 300
    for step in (
        OrderStatus.RETURN_APPROVED,
        OrderStatus.PICKED_UP,
        OrderStatus.BACK_AT_COMPANY,
        OrderStatus.RETURN_COMPLETED,
    ):
        await bought.advance(shop, step)
    await shop.work()
    assert await stock_of(shop, tote) == 10
    assert await bought.balance(shop) == 2701
    invoice, credit = await documents(shop)
    assert [(line["title"], line["quantity"], line["amount"]) for line in invoice["lines"]] == [
        ("Bowl", 2, 6002),
        ("Tote", 1, 0),
    ]
    assert invoice["discount"] == {"name": "10 % off", "amount": 600}
    assert [(line["title"], line["amount"]) for line in credit["lines"]] == [
        ("Bowl", 3001),
        ("Tote", 0),
    ]
    assert (credit["discount"]["amount"], credit["total"]) == (300, 2701)
    assert await broken_invariants(shop) == []


async def test_withdrawing_from_everything_includes_delivery_and_gift(shop: Shop) -> None:
    bought, _ = await receive_with_gift(shop)
    bowls, gift = (line["lineId"] for line in (await bought.seen(shop))["lines"])
    named = {"name": "Ada Miller", "lines": [{"lineId": bowls, "quantity": 2}]}
    await bought.post(shop, "withdrawal", json=named)
    seen = await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)
    (item,) = seen["items"]
    assert [line["lineId"] for line in item["lines"]] == [bowls, gift]
    assert item["shipping"]["amount"] == 690
    assert item["amount"]["amount"] == 6002 - 600 + 690


async def test_an_exchange_keeps_the_gift(shop: Shop) -> None:
    bought, _ = await receive_with_gift(shop)
    bowls, _gift = (line["lineId"] for line in (await bought.seen(shop))["lines"])
    await bought.post(
        shop,
        "return",
        json={
            "lines": [{"lineId": bowls, "quantity": 2, "exchangeSkuId": bought.skus[1]}],
            "reason": "Too small",
            "refundTo": "wallet",
            "resolution": "exchange",
        },
    )
    seen = await shop.output("GET", f"{bought.path}/returns", headers=bought.shopper.headers)
    assert [line["lineId"] for line in seen["items"][0]["lines"]] == [bowls]


async def test_reordering_leaves_out_gifts(shop: Shop) -> None:
    bought, tote = await receive_with_gift(shop)
    again = await bought.post(shop, "reorder")
    assert tote not in [line["skuId"] for line in again["items"]]
