"""Orders require a phone number for cash on delivery, or if the shop is set so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, CONTACT, guest_order
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

NO_PHONE = {**ADDRESS, "phone": None}
BLANK = {"contact.phone": ["Phone number cannot be blank."]}


async def make_bowl(shop: Shop, price: int = 2500) -> int:
    (product,) = await stock_shop(shop, spec(price=price))
    return product.sku_id


async def test_cash_on_delivery_requires_a_phone_number(shop: Shop) -> None:
    bowl = await make_bowl(shop)
    body = guest_order([bowl], address=NO_PHONE)
    status, error = await shop.error("POST", "/api/orders", json=body)
    assert (status, error["code"], error["fields"]) == (422, "invalid_fields", BLANK)
    for good in (
        guest_order([bowl], address=ADDRESS),
        guest_order([bowl], address=NO_PHONE, contact={**CONTACT, "phone": "2065550143"}),
        guest_order([bowl], address=NO_PHONE, paymentMethod="prepaid"),
    ):
        await shop.output("POST", "/api/orders", json=good)


@pytest.mark.parametrize("phone", ["555", "206555014x", "20655501433"])
async def test_phone_numbers_have_ten_digits(shop: Shop, phone: str) -> None:
    bowl = await make_bowl(shop)
    body = guest_order([bowl], address=NO_PHONE, contact={**CONTACT, "phone": phone})
    status, error = await shop.error("POST", "/api/orders", json=body)
    assert (status, error["fields"]) == (
        422,
        {"contact.phone": ["Please enter your 10 digit number."]},
    )


async def test_a_saved_address_without_a_phone_number(shop: Shop) -> None:
    bowl = await make_bowl(shop)
    shopper = await sign_in(shop)
    saved = await shop.output("POST", "/customer/address", json=NO_PHONE, headers=shopper.headers)
    body: dict[str, Any] = {"skuIds": [bowl], "addressId": saved["id"], "paymentMethod": "cod"}
    status, error = await shop.error("POST", "/api/orders", json=body, headers=shopper.headers)
    assert (status, error["fields"]) == (422, BLANK)
    placed = await shop.output(
        "POST",
        "/api/orders",
        json={**body, "contact": {"phone": "2065550143"}},
        headers=shopper.headers,
    )
    order = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert order["contact"] == {
        "email": shopper.email,
        "phone": "+12065550143",
        "firstName": order["contact"]["firstName"],
        "lastName": order["contact"]["lastName"],
    }


async def test_a_shop_can_require_a_phone_number(open_shop: OpenShop) -> None:
    async with open_shop(phone_required=True) as shop:
        applicability = await shop.output("GET", "/api/credentials/applicability")
        assert applicability["phoneRequired"] is True
        bowl = await make_bowl(shop)
        body = guest_order([bowl], address=NO_PHONE, paymentMethod="prepaid")
        status, error = await shop.error("POST", "/api/orders", json=body)
        assert (status, error["fields"]) == (422, BLANK)
        await shop.output("POST", "/api/orders", json={**body, "address": ADDRESS})


async def test_a_free_order_requires_no_phone_number(shop: Shop) -> None:
    (gift,) = await stock_shop(shop, spec(price=0))
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE shipping_methods SET price = 0")
    body = guest_order([gift.sku_id], address=NO_PHONE)
    placed = await shop.output("POST", "/api/orders", json=body)
    assert placed["payment"]["status"] == 1
