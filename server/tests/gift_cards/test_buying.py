"""Gift cards in carts, quotes and orders."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.invariants import check_invariants
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, make_taxes, make_terms
from tests.gift_cards.factory import card_order, details, emails_to, make_gift_card
from tests.invariants import INVARIANTS
from tests.payments.factory import press
from tests.products.factory import make_product
from tests.shop import Shop
from tests.wallet.factory import fill_wallet


async def assert_invariants(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert broken == []


async def cards(shop: Shop, **changes: Any) -> dict[int, int]:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        await make_taxes(connection)
        return await make_gift_card(connection, **changes)


async def test_the_product_page_shows_the_terms(shop: Shop) -> None:
    await cards(shop)
    page = await shop.output("GET", "/api/products/gift-card")
    assert page["giftCard"] == {
        "minimum": {"amount": 1000, "currency": "USD"},
        "maximum": {"amount": 50_000, "currency": "USD"},
        "validMonths": 36,
    }
    assert [sku["price"]["amount"] for sku in page["skus"]] == [2500, 5000, 10_000]
    assert page["inStock"]
    assert not page["returnable"]
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    assert (await shop.output("GET", f"/api/products/{bowl.slug}"))["giftCard"] is None


async def test_each_card_is_a_cart_line(shop: Shop) -> None:
    sku = await cards(shop)
    ada = await sign_in(shop)
    for name in ("Grace", "Linus"):
        body = {"skuId": sku[2500], "giftCard": details(recipientName=name)}
        lines = await shop.output("POST", "/api/carts", json=body, headers=ada.headers)
    assert [line["giftCard"]["recipientName"] for line in lines] == ["Grace", "Linus"]
    assert all(line["quantity"] == 1 and line["maxQuantity"] == 1 for line in lines)
    assert all(line["price"]["amount"] == 2500 and line["problem"] is None for line in lines)
    changed = {
        "id": lines[0]["id"],
        "quantity": 1,
        "giftCard": details(amount=1234, recipientName="Barbara"),
    }
    lines = await shop.output("PUT", "/api/carts", json=changed, headers=ada.headers)
    assert lines[0]["giftCard"]["recipientName"] == "Barbara"
    assert lines[0]["lineTotal"]["amount"] == 1234
    eve = await sign_in(shop)
    assert (await shop.error("PUT", "/api/carts", json=changed, headers=eve.headers))[0] == 404
    # Other items in the cart behave as before, and the cards are removed by their ids.
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    lines = await shop.output(
        "POST", "/api/carts", json={"skuId": bowl.sku_id}, headers=ada.headers
    )
    assert len(lines) == len({line["id"] for line in lines}) == 3
    assert (
        await shop.error(
            "POST", "/api/carts", json={"skuId": bowl.sku_id, "quantity": 99}, headers=ada.headers
        )
    )[1]["code"] == "quantity_unavailable"
    for line in lines[:2]:
        path = f"/api/carts/{line['id']}"
        lines = await shop.output("DELETE", path, headers=ada.headers)
    assert [line["title"] for line in lines] == ["Everyday bowl"]


async def test_a_guests_cards_are_merged_into_the_cart_once(shop: Shop) -> None:
    sku = await cards(shop)
    given = [{"skuId": sku[2500], **details()}, {"skuId": sku[5000], **details(amount=5000)}]
    body = {"skuIds": [], "giftCards": given}
    lines = await shop.output("POST", "/api/carts/guest", json=body)
    assert [(line["id"], line["price"]["amount"]) for line in lines] == [(-1, 2500), (-2, 5000)]
    ada = await sign_in(shop)
    for _ in range(2):
        lines = await shop.output(
            "POST", "/api/carts/guest/gift-cards", json=given, headers=ada.headers
        )
    assert [line["price"]["amount"] for line in lines] == [2500, 5000]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"recipientEmail": "grace"}, "giftCard.recipientEmail"),
        ({"recipientName": " "}, "giftCard.recipientName"),
        ({"senderName": None}, "giftCard.senderName"),
        ({"message": "x" * 501}, "giftCard.message"),
        ({"sendOn": "2020-01-01"}, "giftCard.sendOn"),
        ({"sendOn": "2999-01-01"}, "giftCard.sendOn"),
        ({"sendOn": "soon"}, "giftCard.sendOn"),
        ({"amount": 0}, "giftCard.amount"),
        ({"amount": "25"}, "giftCard.amount"),
    ],
)
async def test_invalid_details_are_refused(shop: Shop, changes: dict[str, Any], field: str) -> None:
    sku = await cards(shop)
    ada = await sign_in(shop)
    body = {"skuId": sku[2500], "giftCard": details(**changes)}
    status, error = await shop.error("POST", "/api/carts", json=body, headers=ada.headers)
    assert (status, list(error["fields"])) == (422, [field])


async def test_unavailable_amounts_and_missing_details_are_refused(shop: Shop) -> None:
    sku = await cards(shop, free=False)
    ada = await sign_in(shop)
    body: dict[str, Any] = {"skuId": sku[2500], "giftCard": details(amount=2600)}
    assert (await shop.error("POST", "/api/carts", json=body, headers=ada.headers))[0] == 404
    body = {"skuId": sku[2500]}
    assert (await shop.error("POST", "/api/carts", json=body, headers=ada.headers))[0] == 404
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    body = {"skuId": bowl.sku_id, "giftCard": details()}
    assert (await shop.error("POST", "/api/carts", json=body, headers=ada.headers))[0] == 404
    order = card_order({"skuId": sku[2500], **details(amount=2600)})
    assert (await shop.error("POST", "/api/orders", json=order))[1]["code"] == "unavailable"


async def test_an_order_of_cards_only_has_no_address_delivery_or_tax(shop: Shop) -> None:
    sku = await cards(shop)
    body = card_order(
        {"skuId": sku[5000], **details(amount=5000)}, {"skuId": sku[2500], **details()}
    )
    quote = await shop.output("POST", "/api/checkout/quote", json=body)
    assert (quote["problems"], quote["shippingMethods"], quote["taxes"]) == ([], [], [])
    assert quote["total"]["amount"] == quote["payable"]["amount"] == 7500
    for method in ("cod", "wallet"):
        refused = await shop.error("POST", "/api/orders", json={**body, "paymentMethod": method})
        assert refused[1]["code"] == "payment_method_unavailable"
    placed = await shop.output("POST", "/api/orders", json={**body, "expectedTotal": 7500})
    order = await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )
    assert (order["address"], order["shippingMethod"]) == (None, None)
    assert order["lines"][0]["giftCard"]["recipientEmail"] == "grace@example.com"
    assert not order["lines"][0]["returnable"]
    await shop.work()
    await assert_invariants(shop)


async def test_cards_do_not_count_for_promo_codes_and_free_delivery(shop: Shop) -> None:
    sku = await cards(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, price=2500, stock=5)
    both = {
        "skuIds": [bowl.sku_id],
        "giftCards": [{"skuId": sku[10_000], **details(amount=10_000)}],
        "contact": {"email": "guest@example.com"},
        "address": ADDRESS,
        "shippingMethod": "standard",
        "promoCode": "WELCOME10",
        "paymentMethod": "prepaid",
    }
    quote = await shop.output("POST", "/api/checkout/quote", json=both)
    assert quote["discounts"][0]["amount"]["amount"] == 250
    # Delivery is free from $100 without gift cards.
    assert quote["shippingTotal"]["amount"] == 690
    taxes = sum(tax["amount"]["amount"] for tax in quote["taxes"])
    assert quote["total"]["amount"] == 10_000 + 2250 + 690 + taxes
    without_address = {name: value for name, value in both.items() if name != "address"}
    status, error = await shop.error("POST", "/api/orders", json=without_address)
    assert (status, list(error["fields"])) == (422, ["address"])
    await shop.output("POST", "/api/orders", json=both)
    alone = card_order({"skuId": sku[2500], **details()}, promoCode="WELCOME10")
    quote = await shop.output("POST", "/api/checkout/quote", json=alone)
    assert [one["code"] for one in quote["problems"]] == ["promo_gift_cards"]
    await assert_invariants(shop)


async def test_wallet_credit_pays_for_other_items_but_not_for_cards(shop: Shop) -> None:
    sku = await cards(shop)
    ada = await sign_in(shop)
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, price=2500, stock=5)
        await fill_wallet(connection, ada.id, 50_000)
    body: dict[str, Any] = {
        "skuIds": [bowl.sku_id],
        "giftCards": [{"skuId": sku[2500], **details()}],
        "address": {**ADDRESS, "state": "OR", "city": "Portland", "postalCode": "97201"},
        "shippingMethod": "standard",
    }
    refused = await shop.error(
        "POST", "/api/orders", json={**body, "paymentMethod": "wallet"}, headers=ada.headers
    )
    assert refused[1]["code"] == "insufficient_wallet"
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={**body, "paymentMethod": "walletAndPrepaid"},
        headers=ada.headers,
    )
    order = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=ada.headers)
    assert order["walletUsed"]["amount"] == 2500 + 690
    assert order["payable"]["amount"] == 2500
    await assert_invariants(shop)


async def test_ordering_empties_the_cart(shop: Shop) -> None:
    sku = await cards(shop)
    ada = await sign_in(shop)
    day = (clock.now() + timedelta(days=3)).date().isoformat()
    body: dict[str, Any] = {"skuId": sku[2500], "giftCard": details(sendOn=day)}
    await shop.output("POST", "/api/carts", json=body, headers=ada.headers)
    async with shop.database.transaction() as connection:
        # If the day has passed, the card is sent as soon as it is paid.
        await connection.execute(
            "UPDATE cart_gift_cards SET details = jsonb_set(details, '{send_on}', '\"2020-01-01\"')"
        )
    placed = await shop.output(
        "POST", "/api/orders", json={"paymentMethod": "prepaid"}, headers=ada.headers
    )
    assert placed["payment"]["redirectUrl"]
    assert await shop.output("GET", "/api/carts", headers=ada.headers) == []
    await press(shop, placed["payment"]["redirectUrl"], "pay")
    await shop.work()
    assert len(await emails_to(shop, "grace@example.com")) == 1
