"""Gift wrap, gift messages and notes for the courier, from the quote to the credit note."""

from __future__ import annotations

from typing import Any

from stallage.orders.rules import OrderStatus
from tests.checkout.factory import ADDRESS, guest_order, place, proof
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.payments.factory import press
from tests.returns.factory import Bought, broken_invariants, buy, buy_and_pay
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

WRAP = {"gift_wrap": True, "gift_wrap_name": "Gift wrap", "gift_wrap_price": 450}
WRAPPED = {"name": "Gift wrap", "price": {"amount": 450, "currency": "USD"}}
TAX = round(450 * 0.065) + round(450 * 0.0385)
"""State and city tax."""


async def credit_notes(shop: Shop) -> list[dict[str, Any]]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT kind, content FROM invoices ORDER BY id")
    return [{"kind": row["kind"], **row["content"]} for row in rows]


async def buy_with_cash(shop: Shop, **changes: Any) -> Bought:
    return await buy(shop, paymentMethod="cod", **changes)


async def test_gift_wrap_from_quote_to_email(open_shop: OpenShop) -> None:
    async with open_shop(**WRAP) as shop:
        (bowl,) = await stock_shop(shop, spec(price=2500), taxes=True)
        body = {"skuIds": [bowl.sku_id], "address": ADDRESS}
        plain = await shop.output("POST", "/api/checkout/quote", json=body)
        assert (plain["giftWrapOffered"], plain["giftWrap"]) == (WRAPPED, None)
        quote = await shop.output("POST", "/api/checkout/quote", json={**body, "giftWrap": True})
        assert quote["giftWrap"] == WRAPPED
        assert quote["total"]["amount"] - plain["total"]["amount"] == 450 + TAX
        assert quote["subtotal"] == plain["subtotal"]
        # The total without gift wrap is not accepted.
        order_body = guest_order(
            [bowl.sku_id], giftWrap=True, expectedTotal=plain["total"]["amount"]
        )
        status, error = await shop.error("POST", "/api/orders", json=order_body)
        assert (status, error["code"]) == (409, "total_changed")
        assert error["quote"]["giftWrap"] == WRAPPED
        placed = await place(
            shop,
            [bowl.sku_id],
            giftWrap=True,
            giftMessage="Happy birthday!\nDana",
            contactProof=proof(shop),
            deliveryNote="Third door on the left.",
            expectedTotal=quote["total"]["amount"],
        )
        order = await shop.output(
            "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
        )
        for same in ("giftWrap", "total", "taxes", "shippingTotal", "subtotal", "payable"):
            assert order[same] == quote[same], same
        assert order["giftMessage"] == "Happy birthday!\nDana"
        assert order["deliveryNote"] == "Third door on the left."
        await shop.work()
        (mail,) = [one for one in shop.outbox() if one["kind"] == "order_placed"]
        assert "Gift wrap: $4.50" in mail["text"]
        assert "Happy birthday!\nDana" in mail["text"]
        assert "Third door on the left." in mail["html"]
        assert await broken_invariants(shop) == []


async def test_only_a_full_cancellation_refunds_gift_wrap(open_shop: OpenShop) -> None:
    async with open_shop(**WRAP) as shop:
        bought = await buy_and_pay(shop, giftWrap=True)
        total = (await bought.seen(shop))["total"]["amount"]
        bowls, _vase = await bought.line_ids(shop)
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 1}]})
        await shop.work()
        await bought.post(shop, "cancel")
        await shop.work()
        await shop.work()
        invoice, part, rest = await credit_notes(shop)
        assert invoice["gift_wrap"] == {"name": "Gift wrap", "amount": 450}
        assert part["gift_wrap"] is None
        assert rest["gift_wrap"] == {"name": "Gift wrap", "amount": 450}
        assert invoice["total"] == total == part["total"] + rest["total"]
        for at in range(2):
            credited = sum(one["taxes"][at]["amount"] for one in (part, rest))
            assert credited == invoice["taxes"][at]["amount"]
        assert await broken_invariants(shop) == []


async def test_a_return_does_not_refund_gift_wrap(open_shop: OpenShop) -> None:
    async with open_shop(**WRAP) as shop:
        bought = await buy_and_pay(shop, giftWrap=True)
        await bought.advance(shop, OrderStatus.DELIVERED)
        bowls, vase = await bought.line_ids(shop)
        lines = [{"lineId": bowls, "quantity": 3}, {"lineId": vase, "quantity": 1}]
        await bought.post(shop, "return", json={"lines": lines, "reason": "", "refundTo": "source"})
        await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
        await shop.work()
        await shop.work()
        invoice, note = await credit_notes(shop)
        assert note["gift_wrap"] is None
        # Delivery, gift wrap and the tax on gift wrap are not refunded.
        assert invoice["total"] - note["total"] == 690 + 450 + TAX
        assert await broken_invariants(shop) == []


async def test_the_payment_includes_gift_wrap(open_shop: OpenShop) -> None:
    async with open_shop(**WRAP) as shop:
        bought = await buy(shop, giftWrap=True)
        assert bought.redirect_url is not None
        page = await shop.client.get(bought.redirect_url)
        order = await bought.seen(shop)
        async with shop.database.reading() as connection:
            amount = await connection.fetchval("SELECT amount FROM payment_attempts")
        assert (page.status_code, amount) == (200, order["total"]["amount"])
        await press(shop, bought.redirect_url, "pay")
        await shop.work()
        assert await broken_invariants(shop) == []


async def test_gift_wrap_can_be_free(open_shop: OpenShop) -> None:
    async with open_shop(**{**WRAP, "gift_wrap_price": 0}) as shop:
        bought = await buy_with_cash(shop, giftWrap=True)
        order = await bought.seen(shop)
        assert order["giftWrap"] == {**WRAPPED, "price": {"amount": 0, "currency": "USD"}}
        assert await broken_invariants(shop) == []


async def test_gift_wrap_is_refused_if_not_offered(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    body = {"skuIds": [bowl.sku_id], "address": ADDRESS, "giftWrap": True}
    quote = await shop.output("POST", "/api/checkout/quote", json=body)
    assert (quote["giftWrapOffered"], quote["giftWrap"]) == (None, None)
    assert [one["code"] for one in quote["problems"]] == ["gift_wrap_unavailable"]
    status, error = await shop.error(
        "POST", "/api/orders", json=guest_order([bowl.sku_id], giftWrap=True)
    )
    assert (status, error["code"]) == (409, "gift_wrap_unavailable")
    # A message does not require gift wrap.
    await place(shop, [bowl.sku_id], giftMessage="With love")


async def test_messages_have_a_maximum_length(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    changes = {"giftMessage": "x" * 301, "deliveryNote": "x" * 251}
    status, error = await shop.error(
        "POST", "/api/orders", json=guest_order([bowl.sku_id], **changes)
    )
    assert (status, error["fields"]) == (
        422,
        {
            "giftMessage": ["Gift message cannot exceed 300 characters."],
            "deliveryNote": ["Delivery note cannot exceed 250 characters."],
        },
    )
    placed = await place(shop, [bowl.sku_id], giftMessage="  ", deliveryNote=" \n ")
    order = await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )
    assert (order["giftMessage"], order["deliveryNote"]) == (None, None)


async def test_the_packing_list_shows_gift_wrap_and_messages(open_shop: OpenShop) -> None:
    async with open_shop(**WRAP) as shop:
        bought = await buy_with_cash(
            shop,
            giftWrap=True,
            giftMessage="Happy birthday!\n\x1b[2JDana",
            deliveryNote="Ring twice.",
            billingAddress={**ADDRESS, "company": "Kiln Inc.", "taxId": "123456789"},
        )
        status, output, _errors = await run_stallage(
            shop.runtime.settings, "orders", "show", bought.order_id.lower()
        )
        assert status == 0
        async with shop.database.reading() as connection:
            rows = await connection.fetch("SELECT sku FROM order_lines ORDER BY position")
        small, vase = (row["sku"] for row in rows)
        assert output.splitlines() == [
            f"{bought.order_id}  Confirmed",
            f"  3 × Moss bowl · Small · {small}",
            f"  1 × Ink vase · {vase}",
            "Delivery: Standard delivery",
            "To: Ada Miller, 12 Kiln Lane, Seattle WA 98101, US",
            "Phone: +12065550143",
            "Note for the courier:",
            "  Ring twice.",
            "Gift wrap: Gift wrap",
            "Gift message:",
            "  Happy birthday!",
            "  [2JDana",
            "Billed to: Kiln Inc., Ada Miller, 12 Kiln Lane, Seattle WA 98101, US",
            "Tax no.: 12-3456789",
        ]
        status, _output, errors = await run_stallage(
            shop.runtime.settings, "orders", "show", "SO-0000-0000"
        )
        assert (status, errors.strip()) == (1, "There is no order SO-0000-0000.")
