"""POST /api/checkout/quote: the price of an order and its problems."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.checkout.schemas import Quote
from stallage.core import clock
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, guest_order
from tests.products.factory import SkuSpec, make_sale
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

QUOTE = ("POST", "/api/checkout/quote")


async def test_a_cart_can_be_quoted_without_options(shop: Shop) -> None:
    shopper = await sign_in(shop)
    (bowl,) = await stock_shop(shop, spec(price=2500), taxes=True)
    await fill_cart(shop, shopper, bowl.sku_id, bowl.sku_id)
    quote = await shop.output(*QUOTE, json={}, headers=shopper.headers)
    Quote.model_validate(quote)
    assert quote["lines"] == await shop.output("GET", "/api/carts", headers=shopper.headers)
    assert (quote["taxes"], quote["problems"]) == ([], [])
    assert quote["total"]["amount"] == 5000 + 690
    estimate = quote["shippingMethods"][1]["estimate"]
    assert (estimate["minDays"], estimate["maxDays"]) == (1, 2)
    assert estimate["earliest"] < estimate["latest"]
    empty = await shop.output(*QUOTE, json={"skuIds": []}, headers=shopper.headers)
    assert [one["code"] for one in empty["problems"]] == ["cart_empty"]
    assert await count(shop, "orders") == 0


async def test_the_primary_address_is_the_default_destination(shop: Shop) -> None:
    shopper = await sign_in(shop)
    (bowl,) = await stock_shop(shop, spec(price=10_000), taxes=True)
    await shop.output("POST", "/customer/address", json=ADDRESS, headers=shopper.headers)
    call: dict[str, Any] = {"skuIds": [bowl.sku_id]}
    quote = await shop.output(*QUOTE, json=call, headers=shopper.headers)
    assert [tax["amount"]["amount"] for tax in quote["taxes"]] == [650, 385]
    for place, taxes in (
        ({"address": {"country": "us", "state": "washington", "city": "Spokane"}}, [650]),
        ({"address": {"country": "US", "state": "WA", "city": "SEATTLE"}}, [650, 385]),
        ({"postalCode": "10001"}, []),
    ):
        quote = await shop.output(*QUOTE, json={**call, **place}, headers=shopper.headers)
        assert [tax["amount"]["amount"] for tax in quote["taxes"]] == taxes, place
        assert quote["total"]["amount"] == 10_000 + sum(taxes)


async def test_a_postal_code_alone_belongs_to_the_shops_country(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    call: dict[str, Any] = {"skuIds": [bowl.sku_id]}
    for good in ("94107", " 94107-1234 "):
        quote = await shop.output(*QUOTE, json={**call, "postalCode": good})
        assert quote["shippingMethods"]
    for wrong in ("nowhere", "9410", "SW1A 1AA"):
        status, error = await shop.error(*QUOTE, json={**call, "postalCode": wrong})
        assert (status, error["fields"]) == (422, {"postalCode": ["Postal code is not valid."]})


async def test_a_quote_reports_all_problems(shop: Shop) -> None:
    few, none = await stock_shop(shop, spec(stock=1, price=500), spec(stock=0, price=500))
    quote = await shop.output(
        *QUOTE,
        json={
            "skuIds": [few.sku_id, few.sku_id, none.sku_id],
            "address": {"country": "FR"},
            "promoCode": "WELCOME10",
        },
    )
    assert [(one["code"], one["skuId"]) for one in quote["problems"]] == [
        ("quantity_unavailable", few.sku_id),
        ("out_of_stock", none.sku_id),
        ("promo_minimum", None),
        ("delivery_unavailable", None),
    ]
    assert quote["problems"][2]["message"] == "This code is valid from $20.00."
    assert (quote["shippingMethods"], quote["shippingMethod"]) == ([], None)


async def test_free_delivery_and_orders_without_delivery(shop: Shop) -> None:
    expensive, file = await stock_shop(
        shop, spec(price=10_000), spec(skus=[SkuSpec(requires_shipping=False)])
    )
    quote = await shop.output(*QUOTE, json={"skuIds": [expensive.sku_id]})
    assert quote["shippingTotal"]["amount"] == 0
    # The discount brings the items below the amount for free delivery.
    quote = await shop.output(*QUOTE, json={"skuIds": [expensive.sku_id], "promoCode": "WELCOME10"})
    assert quote["shippingTotal"]["amount"] == 690
    standard, express = quote["shippingMethods"]
    assert (standard["freeOver"]["amount"], standard["moreForFree"]["amount"]) == (10_000, 1000)
    assert (express["freeOver"], express["moreForFree"]) == (None, None)
    quote = await shop.output(
        *QUOTE, json={"skuIds": [expensive.sku_id], "shippingMethod": "express"}
    )
    assert quote["shippingMethods"][0]["moreForFree"] is None
    assert (quote["shippingMethod"], quote["shippingTotal"]["amount"]) == ("express", 1800)
    quote = await shop.output(*QUOTE, json={"skuIds": [file.sku_id]})
    assert (quote["shippingMethods"], quote["shippingTotal"]["amount"]) == ([], 0)
    assert quote["problems"] == []


async def test_a_guest_without_sku_ids_has_an_empty_cart(shop: Shop) -> None:
    quote = await shop.output(*QUOTE, json={})
    assert (quote["lines"], quote["total"]["amount"]) == ([], 0)
    assert [one["code"] for one in quote["problems"]] == ["cart_empty"]


async def test_bad_input_is_refused(shop: Shop) -> None:
    for body, field in (
        ({"skuIds": ["x"]}, "skuIds.0"),
        ({"address": {"country": "USA"}}, "address.country"),
        ({"promoCode": "a\nb"}, "promoCode"),
        ({"addressId": 2**60}, "addressId"),
        ({"useWallet": "maybe"}, "useWallet"),
    ):
        status, error = await shop.error(*QUOTE, json=body)
        assert (status, list(error["fields"])) == (422, [field])
    status, error = await shop.error(*QUOTE, json={"skuIds": list(range(1, 102))})
    assert (status, error["code"]) == (409, "too_many_lines")
    status, _error = await shop.error(*QUOTE, json={"addressId": 1})
    assert status == 404


async def test_a_saved_address_counts_whatever_postal_code_is_sent(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    shopper = await sign_in(shop)
    saved = await shop.output("POST", "/customer/address", json=ADDRESS, headers=shopper.headers)
    totals = [
        (
            await shop.output(
                *QUOTE,
                json={"skuIds": [bowl.sku_id], "addressId": saved["id"], **more},
                headers=shopper.headers,
            )
        )["total"]
        for more in ({}, {"postalCode": "98101"}, {"postalCode": "10013"})
    ]
    assert totals[0] == totals[1] == totals[2]


CHANGES = {
    "a price": "UPDATE skus SET price = price + 100",
    "a sale that begins": "UPDATE sales SET starts_at = now() - interval '1 second'",
    "delivery": "UPDATE shipping_methods SET price = price + 100",
    "a tax": "UPDATE tax_rates SET millionths = millionths + 10000",
    "a code": "UPDATE promo_codes SET percent = 5",
}


async def test_any_change_of_the_total_refuses_the_order(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=2500), taxes=True)
    async with shop.database.transaction() as connection:
        await make_sale(connection, [bowl.id], starts_at=clock.now() + timedelta(days=1))
    body = guest_order([bowl.sku_id], promoCode="WELCOME10")
    request = {name: body[name] for name in ("skuIds", "address", "promoCode", "shippingMethod")}
    for what, statement in CHANGES.items():
        seen = await shop.output(*QUOTE, json=request)
        async with shop.database.transaction() as connection:
            await connection.execute(statement)
        status, error = await shop.error(
            "POST", "/api/orders", json={**body, "expectedTotal": seen["total"]["amount"]}
        )
        assert (status, error["code"]) == (409, "total_changed"), what
        assert error["quote"] == await shop.output(*QUOTE, json=request), what
        assert error["quote"]["total"] != seen["total"], what
    assert await count(shop, "orders") == 0
