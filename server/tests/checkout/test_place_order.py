"""POST /api/orders: orders, errors, retries and concurrency."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import (
    ADDRESS,
    CONTACT,
    count,
    guest_order,
    make_taxes,
    place,
    stock_of,
)
from tests.products.factory import SkuSpec, make_product, make_sale
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


def amount(value: Any) -> int:
    assert value["currency"] == "USD"
    return int(value["amount"])


async def test_a_guest_order_matches_its_quote(shop: Shop) -> None:
    bowl, vase = await stock_shop(
        shop,
        spec(price=2500, stock=5, image="/media/aa/b.webp"),
        spec("Vase", price=1999, stock=5),
        taxes=True,
    )
    async with shop.database.transaction() as connection:
        await make_sale(connection, [vase.id], percent=15)
    sku_ids = [bowl.sku_id, vase.sku_id, vase.sku_id]
    quote = await shop.output(
        "POST",
        "/api/checkout/quote",
        json={"skuIds": sku_ids, "address": ADDRESS, "promoCode": "welcome10"},
    )
    assert amount(quote["subtotal"]) == 2500 + 2 * 1699
    assert [(one["name"], amount(one["amount"])) for one in quote["discounts"]] == [
        ("10 % off", 250 + 340)
    ]
    assert [(one["code"], amount(one["price"])) for one in quote["shippingMethods"]] == [
        ("standard", 690),
        ("express", 1800),
    ]
    assert (quote["shippingMethod"], amount(quote["shippingTotal"])) == ("standard", 690)
    nets = (2250, 3058)
    washington = sum(round(net * 0.065) for net in nets)
    seattle = sum(round(net * 0.0385) for net in nets)
    assert [(one["name"], one["rate"], amount(one["amount"])) for one in quote["taxes"]] == [
        ("Washington sales tax", "6.5", washington),
        ("Seattle sales tax", "3.85", seattle),
    ]
    total = sum(nets) + 690 + washington + seattle
    assert (amount(quote["total"]), amount(quote["payable"])) == (total, total)
    assert (quote["problems"], amount(quote["walletUsed"])) == ([], 0)

    response = await shop.client.post(
        "/api/orders", json=guest_order(sku_ids, promoCode="WELCOME10", expectedTotal=total)
    )
    assert response.status_code == 201
    placed = response.json()["output"]
    assert placed["status"] == 1
    assert placed["payment"] == {"method": "cod", "status": 0, "redirectUrl": None}
    order = await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )
    assert amount(order["total"]) == total
    assert [line["skuId"] for line in order["lines"]] == [bowl.sku_id, vase.sku_id]
    assert [amount(line["discount"]) for line in order["lines"]] == [250, 340]
    assert sum(amount(line["tax"]) for line in order["lines"]) == washington + seattle
    for same in ("subtotal", "discounts", "shippingTotal", "taxes", "walletUsed", "payable"):
        assert order[same] == quote[same], same
    assert order["shippingMethod"]["estimate"] == quote["shippingMethods"][0]["estimate"]
    assert order["address"]["city"] == "Seattle"
    assert order["contact"]["email"] == "guest@example.com"
    assert [(one["status"], one["by"]) for one in order["timeline"]] == [
        (0, "customer"),
        (1, "system"),
    ]
    assert await stock_of(shop, vase.sku_id) == 3


async def test_ordering_empties_the_cart(shop: Shop) -> None:
    shopper = await sign_in(shop)
    (bowl,) = await stock_shop(shop)
    await fill_cart(shop, shopper, bowl.sku_id, bowl.sku_id)
    address = await shop.output("POST", "/customer/address", json=ADDRESS, headers=shopper.headers)
    address_id = (address if "id" in address else address["addresses"][0])["id"]
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={"addressId": address_id, "paymentMethod": "cod"},
        headers=shopper.headers,
    )
    assert placed["key"] is None
    assert await shop.output("GET", "/api/carts", headers=shopper.headers) == []
    order = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert order["contact"]["email"] == shopper.email
    assert (order["itemCount"], order["address"]["line1"]) == (2, "12 Kiln Lane")
    status, error = await shop.error(
        "POST",
        "/api/orders",
        json={"addressId": address_id, "paymentMethod": "cod"},
        headers=shopper.headers,
    )
    assert (status, error["code"]) == (409, "cart_empty")


async def test_buy_now_does_not_change_the_cart(shop: Shop) -> None:
    shopper = await sign_in(shop)
    bowl, vase = await stock_shop(shop, spec(), spec("Vase"))
    await fill_cart(shop, shopper, bowl.sku_id)
    before = await shop.output("GET", "/api/carts", headers=shopper.headers)
    body = {"skuIds": [vase.sku_id], "address": ADDRESS, "paymentMethod": "cod"}
    await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    assert await shop.output("GET", "/api/carts", headers=shopper.headers) == before


async def test_a_different_total_is_refused_with_the_new_quote(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=2500))
    quote = await shop.output(
        "POST", "/api/checkout/quote", json={"skuIds": [bowl.sku_id], "address": ADDRESS}
    )
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET price = 2600 WHERE id = $1", bowl.sku_id)
    body = guest_order([bowl.sku_id], expectedTotal=amount(quote["total"]))
    status, error = await shop.error("POST", "/api/orders", json=body)
    assert (status, error["code"]) == (409, "total_changed")
    assert amount(error["quote"]["total"]) == amount(quote["total"]) + 100
    assert await count(shop, "orders") == 0
    assert await stock_of(shop, bowl.sku_id) == 10
    body["expectedTotal"] = amount(error["quote"]["total"])
    await shop.output("POST", "/api/orders", json=body)


async def test_problems_refuse_the_order(shop: Shop) -> None:
    few, none, draft, limited, inexpensive = await stock_shop(
        shop,
        spec(stock=2),
        spec(stock=0),
        spec(status="draft"),
        spec(max_per_order=1),
        spec(price=1000),
    )
    abroad = {**ADDRESS, "country": "DE", "state": "", "postalCode": "10115", "city": "Berlin"}
    cases: list[tuple[list[int], dict[str, Any], str]] = [
        ([few.sku_id] * 3, {}, "quantity_unavailable"),
        ([none.sku_id], {}, "out_of_stock"),
        ([draft.sku_id], {}, "unavailable"),
        ([limited.sku_id] * 2, {}, "limit_reached"),
        ([], {}, "cart_empty"),
        ([987_654], {}, "cart_empty"),
        ([few.sku_id], {"address": abroad}, "delivery_unavailable"),
        ([few.sku_id], {"shippingMethod": "pigeon"}, "shipping_method_unavailable"),
        ([few.sku_id], {"promoCode": "NOPE"}, "promo_refused"),
        ([inexpensive.sku_id], {"promoCode": "WELCOME10"}, "promo_refused"),
        ([few.sku_id], {"paymentMethod": "wallet"}, "payment_method_unavailable"),
        (list(range(1, 102)), {}, "too_many_lines"),
    ]
    for sku_ids, changes, code in cases:
        status, error = await shop.error(
            "POST", "/api/orders", json=guest_order(sku_ids, **changes)
        )
        assert (status, error["code"]) == (409, code), error
        assert error["message"]
    assert await count(shop, "orders") == 0
    assert await count(shop, "reservations") == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"contact": None}, "contact.email"),
        ({"contact": {"firstName": "A"}}, "contact.email"),
        ({"contact": {"email": "not an address"}}, "contact.email"),
        ({"contact": {"phone": "123"}}, "contact.phone"),
        ({"address": None}, "address"),
        ({"address": {**ADDRESS, "line1": ""}}, "address.line1"),
        ({"address": {**ADDRESS, "city": None}}, "address.city"),
        ({"address": {**ADDRESS, "country": "ZZ"}}, "address.country"),
        ({"address": {**ADDRESS, "line1": "a\u0000b"}}, "address.line1"),
        ({"paymentMethod": "barter"}, "paymentMethod"),
        ({"paymentMethod": None}, "paymentMethod"),
        ({"expectedTotal": -1}, "expectedTotal"),
        ({"expectedTotal": 12.5}, "expectedTotal"),
        ({"expectedTotal": 2**70}, "expectedTotal"),
        ({"skuIds": [2**70]}, "skuIds.0"),
        ({"promoCode": "x" * 65}, "promoCode"),
    ],
)
async def test_invalid_input_is_reported_by_field(
    shop: Shop, changes: dict[str, Any], field: str
) -> None:
    status, error = await shop.error("POST", "/api/orders", json=guest_order([1], **changes))
    assert (status, list(error["fields"])) == (422, [field])


async def test_another_customers_address_is_not_found(shop: Shop) -> None:
    owner, stranger = await sign_in(shop), await sign_in(shop)
    (bowl,) = await stock_shop(shop)
    async with shop.database.transaction() as connection:
        address_id = await connection.fetchval(
            "INSERT INTO addresses (customer_id, first_name, last_name, line1, country, is_primary,"
            " created_at) VALUES ($1, 'A', 'B', 'C', 'US', true, now()) RETURNING id",
            owner.id,
        )
    for path in ("/api/orders", "/api/checkout/quote"):
        status, error = await shop.error(
            "POST",
            path,
            json={"skuIds": [bowl.sku_id], "addressId": address_id, "paymentMethod": "cod"},
            headers=stranger.headers,
        )
        assert (status, error["code"]) == (404, "not_found")


async def test_the_same_key_places_one_order(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    call: dict[str, Any] = {
        "json": guest_order([bowl.sku_id]),
        "headers": {"Idempotency-Key": "one-click"},
    }
    answers = await asyncio.gather(*(shop.client.post("/api/orders", **call) for _ in range(5)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert await count(shop, "orders") == 1
    assert await stock_of(shop, bowl.sku_id) == 9
    call["json"] = guest_order([bowl.sku_id, bowl.sku_id])
    status, error = await shop.error("POST", "/api/orders", **call)
    assert (status, error["code"]) == (409, "idempotency_key_reused")
    call["json"] = guest_order([bowl.sku_id], contact={**CONTACT, "email": "other@example.com"})
    await shop.output("POST", "/api/orders", **call)
    assert await count(shop, "orders") == 2


async def test_concurrent_orders_of_a_cart_place_one_order(shop: Shop) -> None:
    shopper = await sign_in(shop)
    (bowl,) = await stock_shop(shop)
    await fill_cart(shop, shopper, bowl.sku_id)
    body = {"address": ADDRESS, "paymentMethod": "cod"}
    answers = await asyncio.gather(
        *(shop.client.post("/api/orders", json=body, headers=shopper.headers) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert {a.json()["error"]["code"] for a in answers if a.status_code == 409} == {"cart_empty"}
    assert await count(shop, "orders") == 1


async def test_uses_of_a_promo_code_are_limited(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=50))

    def call(email: str) -> dict[str, Any]:
        contact = {**CONTACT, "email": email}
        return {"json": guest_order([bowl.sku_id], contact=contact, promoCode="WELCOME10")}

    answers = await asyncio.gather(
        *(shop.client.post("/api/orders", **call("twice@example.com")) for _ in range(3))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    answers = await asyncio.gather(
        *(shop.client.post("/api/orders", **call(f"guest{n}@example.com")) for n in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    status, error = await shop.error("POST", "/api/orders", **call("late@example.com"))
    assert (status, error["message"]) == (409, "This code has been used up.")


async def test_included_tax_does_not_change_the_total(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_taxes(connection)
        file = await make_product(connection, skus=[SkuSpec(price=11_900, requires_shipping=False)])
    abroad = {**ADDRESS, "country": "DE", "state": "", "postalCode": "10115", "city": "Berlin"}
    placed = await place(shop, [file.sku_id], address=abroad, shippingMethod=None)
    order = await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )
    assert amount(order["total"]) == 11_900
    assert order["shippingMethod"] is None
    assert order["taxes"] == [
        {
            "name": "MwSt.",
            "rate": "19",
            "amount": {"amount": 1900, "currency": "USD"},
            "included": True,
        }
    ]
