"""Automatic discounts, gifts and offers in quotes, orders and cancellations."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.orders.invariants import INVARIANTS
from stallage.pricing.actions.automatic import put_automatic_discount
from stallage.pricing.actions.terms import put_promo_code
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, CONTACT, guest_order, make_taxes, make_terms, stock_of
from tests.products.factory import SkuSpec, make_category, make_product, make_sale
from tests.shop import Shop

QUOTE = ("POST", "/api/checkout/quote")
OFFERS = ("POST", "/api/checkout/offers")


def amounts(discounts: list[Any]) -> list[tuple[str, int]]:
    return [(one["name"], one["amount"]["amount"]) for one in discounts]


async def put_discount(shop: Shop, slug: str, **changes: Any) -> None:
    fields = {"title": slug, "kind": "amount_off", "starts_at": clock.now() - timedelta(days=1)}
    async with shop.database.transaction() as connection:
        await put_automatic_discount(connection, slug=slug, **{**fields, **changes})


async def put_code(shop: Shop, code: str, **changes: Any) -> None:
    fields = {"title": code, "starts_at": clock.now() - timedelta(days=1)}
    async with shop.database.transaction() as connection:
        await put_promo_code(connection, code=code, **{**fields, **changes})


async def make(shop: Shop, title: str, **changes: Any) -> Any:
    async with shop.database.transaction() as connection:
        return await make_product(connection, title, slug=title.lower(), **changes)


async def quoted(shop: Shop, *sku_ids: int, **changes: Any) -> Any:
    body = {"skuIds": list(sku_ids), "address": ADDRESS, **changes}
    return await shop.output(*QUOTE, json=body)


async def order_of(shop: Shop, placed: Any) -> Any:
    path = f"/api/orders/{placed['orderId']}"
    return await shop.output("GET", path, params={"key": placed["key"]})


@pytest.fixture
async def terms(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)


async def test_discounts_in_quote_order_and_tax(shop: Shop, terms: None) -> None:
    async with shop.database.transaction() as connection:
        await make_taxes(connection)
    bowl = await make(shop, "Bowl", price=3000)
    vase = await make(shop, "Vase", price=3333)
    await put_discount(shop, "ten", title="10 % over $60", percent=10, minimum_purchase=6000)
    await put_code(shop, "FIVE", title="$5 off", amount=500)
    quote = await quoted(shop, bowl.sku_id, vase.sku_id, promoCode="five")
    assert amounts(quote["discounts"]) == [("10 % over $60", 300 + 333), ("$5 off", 500)]
    nets = [3000 - 300 - 237, 3333 - 333 - 263]
    taxes = [sum(round(net * rate) for net in nets) for rate in (0.065, 0.0385)]
    assert [one["amount"]["amount"] for one in quote["taxes"]] == taxes
    total = sum(nets) + 690 + sum(taxes)
    assert quote["total"]["amount"] == total
    body = guest_order([bowl.sku_id, vase.sku_id], promoCode="FIVE", expectedTotal=total)
    placed = await shop.output("POST", "/api/orders", json=body)
    order = await order_of(shop, placed)
    assert order["discounts"] == quote["discounts"]
    assert [line["discount"]["amount"] for line in order["lines"]] == [537, 596]
    assert (order["total"]["amount"], order["taxes"]) == (total, quote["taxes"])


async def test_scopes_are_products_categories_and_brands(shop: Shop, terms: None) -> None:
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        mugs = await make_category(connection, "Mugs", parent_id=table)
        mug = await make_product(connection, "Mug", price=1000, category_ids=[mugs], brand="Ada")
        bowl = await make_product(connection, "Bowl", price=2000, brand="Ada")
        lamp = await make_product(connection, "Lamp", slug="lamp", price=4000)
        await make_sale(connection, [lamp.id], percent=50)
    everything = [mug.sku_id, bowl.sku_id, lamp.sku_id]
    await put_discount(shop, "category", percent=10, categories=["table"])
    await put_discount(shop, "brand", percent=10, brands=["Ada"], priority=1)
    await put_discount(shop, "product", amount=50, products=["lamp"], priority=2)
    quote = await quoted(shop, *everything)
    # The price of the lamp includes its sale.
    assert quote["subtotal"]["amount"] == 1000 + 2000 + 2000
    assert amounts(quote["discounts"]) == [("category", 100), ("brand", 90 + 200), ("product", 50)]


async def test_a_discount_that_ends_changes_the_total(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=3000)
    await put_discount(shop, "ten", percent=10)
    quote = await quoted(shop, bowl.sku_id)
    await put_discount(shop, "ten", percent=10, ends_at=clock.now() - timedelta(seconds=1))
    body = guest_order([bowl.sku_id], expectedTotal=quote["total"]["amount"])
    status, error = await shop.error("POST", "/api/orders", json=body)
    assert (status, error["code"]) == (409, "total_changed")
    assert error["quote"]["discounts"] == []
    assert error["quote"]["total"]["amount"] == quote["total"]["amount"] + 300
    assert await stock_of(shop, bowl.sku_id) == 10


async def test_a_code_that_saves_less_is_refused_and_not_used(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=5000)
    await put_discount(shop, "twenty", percent=20, combines_with_codes=False)
    quote = await quoted(shop, bowl.sku_id, promoCode="WELCOME10")
    assert amounts(quote["discounts"]) == [("twenty", 1000)]
    assert [one["code"] for one in quote["problems"]] == ["promo_saves_less"]
    body = guest_order([bowl.sku_id], promoCode="WELCOME10")
    status, error = await shop.error("POST", "/api/orders", json=body)
    assert (status, error["code"]) == (409, "promo_refused")
    assert await shop.output(*OFFERS, json={"skuIds": [bowl.sku_id]}) == []
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT sum(used) FROM promo_codes") == 0


async def test_hints_contain_what_is_missing(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=3000)
    await make(shop, "Tote", price=1500)
    sold_out = await make(shop, "Card", price=100, stock=0)
    await put_discount(shop, "over", percent=10, minimum_purchase=5000)
    await put_discount(shop, "tote", kind="free_gift", minimum_purchase=4000, gift="tote")
    await put_discount(shop, "card", kind="free_gift", minimum_purchase=4000, gift="card")
    await put_discount(
        shop, "third", kind="buy_x_get_y", percent=100, buy_quantity=2, get_quantity=1
    )
    quote = await quoted(shop, bowl.sku_id)
    assert sold_out.sku_id
    assert [
        (one["name"], (one["missingAmount"] or {}).get("amount"), one["missingUnits"])
        for one in quote["discountHints"]
    ] == [("third", None, 2), ("tote", 1000, None), ("over", 2000, None)]
    assert (await quoted(shop))["discountHints"] == []


async def test_a_gift_depends_on_its_condition(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=3000)
    tote = await make(
        shop,
        "Tote",
        option_names=["Colour"],
        skus=[SkuSpec(("Red",), price=1500), SkuSpec(("Blue",), price=1500, stock=1)],
    )
    blue = tote.sku_ids[1]
    gift = {"kind": "free_gift", "gift": "tote", "gift_options": ["Blue"]}
    await put_discount(shop, "tote", title="Free tote", minimum_purchase=6000, **gift)

    def lines(quote: Any) -> list[tuple[int, int, str | None]]:
        names = {gift["skuId"]: gift["name"] for gift in quote["gifts"]}
        assert len(names) == sum(line["id"] == 0 for line in quote["lines"])
        return [
            (
                line["skuId"],
                line["lineTotal"]["amount"],
                names[line["skuId"]] if line["id"] == 0 else None,
            )
            for line in quote["lines"]
        ]

    assert lines(await quoted(shop, bowl.sku_id)) == [(bowl.sku_id, 3000, None)]
    quote = await quoted(shop, bowl.sku_id, bowl.sku_id)
    assert lines(quote) == [(bowl.sku_id, 6000, None), (blue, 0, "Free tote")]
    assert quote["lines"][1]["id"] == 0
    assert quote["lines"][1]["compareAtPrice"]["amount"] == 1500
    assert (quote["subtotal"]["amount"], quote["discounts"]) == (6000, [])
    # The last unit is not given away while it is bought itself.
    assert lines(await quoted(shop, bowl.sku_id, bowl.sku_id, blue)) == [
        (bowl.sku_id, 6000, None),
        (blue, 1500, None),
    ]
    body = guest_order([bowl.sku_id] * 2, expectedTotal=quote["total"]["amount"])
    placed = await shop.output("POST", "/api/orders", json={**body, "expectedGifts": [blue]})
    order = await order_of(shop, placed)
    assert [(line["price"]["amount"], line["gift"]) for line in order["lines"]] == [
        (3000, None),
        (0, "Free tote"),
    ]
    assert await stock_of(shop, blue) == 0
    # The gift is out of stock: orders that expect it are refused, others are not.
    status, error = await shop.error("POST", "/api/orders", json={**body, "expectedGifts": [blue]})
    assert (status, error["code"]) == (409, "gifts_changed")
    assert len(error["quote"]["lines"]) == 1
    await shop.output("POST", "/api/orders", json=body)


async def test_a_gift_does_not_add_delivery(shop: Shop, terms: None) -> None:
    card = await make(shop, "Card", skus=[SkuSpec(price=5000, requires_shipping=False)])
    await make(shop, "Tote", price=1500)
    await put_discount(shop, "tote", kind="free_gift", minimum_purchase=100, gift="tote")
    quote = await quoted(shop, card.sku_id)
    assert (len(quote["lines"]), quote["shippingMethods"]) == (1, [])


async def gift_order(shop: Shop, **changes: Any) -> tuple[Any, Any, Any]:
    """An order of two bowls, a vase and a tote, with a free tote from $70. Returns order, bowl and tote."""
    bowl = await make(shop, "Bowl", price=3000)
    vase = await make(shop, "Vase", price=2000)
    tote = await make(shop, "Tote", price=1500)
    await put_discount(shop, "tote", kind="free_gift", minimum_purchase=7000, gift="tote")
    # One tote is bought as well, so that two lines have the same SKU.
    sku_ids = [bowl.sku_id, bowl.sku_id, vase.sku_id, tote.sku_id]
    placed = await shop.output("POST", "/api/orders", json=guest_order(sku_ids, **changes))
    order = {**placed, **await order_of(shop, placed)}
    assert [line["gift"] for line in order["lines"]] == [None, None, None, "tote"]
    return order, bowl, tote


async def test_a_gift_is_cancelled_with_its_condition(shop: Shop, terms: None) -> None:
    order, bowl, tote = await gift_order(shop)
    path, key = f"/api/orders/{order['orderId']}/cancel", {"key": order["key"]}
    bowls, vase, bought, gift = (line["lineId"] for line in order["lines"])
    assert await stock_of(shop, tote.sku_id) == 8
    status, error = await shop.error("POST", path, params=key, json={"lines": [{"lineId": gift}]})
    assert (status, error["code"]) == (409, "cancel_refused")
    # Two bowls and a tote cost $75, so the gift stays.
    after = await shop.output("POST", path, params=key, json={"lines": [{"lineId": vase}]})
    assert [line["cancelledQuantity"] for line in after["lines"]] == [0, 1, 0, 0]
    one_bowl = {"lines": [{"lineId": bowls, "quantity": 1}]}
    after = await shop.output("POST", path, params=key, json=one_bowl)
    assert [line["cancelledQuantity"] for line in after["lines"]] == [1, 1, 0, 1]
    assert (await stock_of(shop, tote.sku_id), await stock_of(shop, bowl.sku_id)) == (9, 9)
    after = await shop.output("POST", path, params=key, json={"lines": [{"lineId": bought}]})
    assert await stock_of(shop, tote.sku_id) == 10
    assert after["status"] == 1


async def test_a_cancelled_order_releases_its_gift(shop: Shop, terms: None) -> None:
    order, _, tote = await gift_order(shop)
    path = f"/api/orders/{order['orderId']}/cancel"
    await shop.output("POST", path, params={"key": order["key"]})
    assert await stock_of(shop, tote.sku_id) == 10


async def test_orders_with_gifts_keep_all_invariants(shop: Shop, terms: None) -> None:
    await put_discount(shop, "ten", percent=10)
    await gift_order(shop)
    async with shop.database.reading() as connection:
        for invariant in INVARIANTS:
            arguments = [clock.now()] if "$1" in invariant.violations else []
            assert await connection.fetch(invariant.violations, *arguments) == [], invariant.rule


async def test_a_customers_cart_locks_its_gifts_too(shop: Shop, terms: None) -> None:
    """Ten concurrent customers and the last three gifts: no deadlock."""
    bowl = await make(shop, "Bowl", price=3000, stock=100)
    tote = await make(shop, "Tote", price=1500, stock=3)
    await put_discount(shop, "tote", kind="free_gift", minimum_purchase=3000, gift="tote")
    body = {**guest_order([]), "expectedTotal": None}
    del body["skuIds"], body["contact"]
    shoppers = [await sign_in(shop) for _ in range(10)]
    for shopper in shoppers:
        await fill_cart(shop, shopper, bowl.sku_id)
    placed = await asyncio.gather(
        *(
            shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
            for shopper in shoppers
        )
    )
    gifts = 0
    for shopper, one in zip(shoppers, placed, strict=True):
        order = await shop.output("GET", f"/api/orders/{one['orderId']}", headers=shopper.headers)
        gifts += len(order["lines"]) - 1
    assert (gifts, await stock_of(shop, tote.sku_id)) == (3, 0)


async def test_the_last_use_of_a_code_is_granted_once(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=3000)
    await put_discount(shop, "ten", percent=10)
    await put_code(shop, "LAST", percent=50, total_uses=1)
    quote = await quoted(shop, bowl.sku_id, promoCode="LAST")
    assert amounts(quote["discounts"]) == [("ten", 300), ("LAST", 1350)]

    async def order(number: int) -> Any:
        contact = {**CONTACT, "email": f"guest{number}@example.com"}
        body = guest_order(
            [bowl.sku_id],
            contact=contact,
            promoCode="LAST",
            expectedTotal=quote["total"]["amount"],
        )
        return await shop.client.post("/api/orders", json=body)

    answers = await asyncio.gather(*(order(number) for number in range(4)))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409]
    refused = [one.json()["error"] for one in answers if one.status_code == 409]
    assert {one["code"] for one in refused} == {"promo_refused"}
    assert amounts(refused[0]["quote"]["discounts"]) == [("ten", 300)]


async def test_offers_are_public_codes_sorted_by_savings(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=5000)
    day = timedelta(days=1)
    await put_code(shop, "TEN", percent=10, public=True)
    await put_code(shop, "SEVEN", title="$7", amount=700, public=True)
    await put_code(shop, "FAR", percent=30, minimum_purchase=9000, public=True)
    await put_code(shop, "NEAR", percent=20, minimum_purchase=6200, public=True)
    await put_code(shop, "SECRET", percent=90)
    await put_code(shop, "LATER", percent=80, public=True, starts_at=clock.now() + day)
    past = {"starts_at": clock.now() - 2 * day, "ends_at": clock.now() - day}
    await put_code(shop, "PAST", percent=80, public=True, **past)
    await put_code(shop, "ONCE", percent=5, public=True, total_uses=1)
    await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id], promoCode="ONCE"))
    offers = await shop.output(*OFFERS, json={"skuIds": [bowl.sku_id]})
    assert [
        (one["code"], (one["savings"] or {}).get("amount"), (one["missing"] or {}).get("amount"))
        for one in offers
    ] == [("SEVEN", 700, None), ("TEN", 500, None), ("NEAR", None, 1200), ("FAR", None, 4000)]
    assert (offers[0]["title"], offers[1]["percent"]) == ("$7", 10)
    assert await shop.output(*OFFERS, json={"skuIds": []}) == []
    assert await shop.output(*OFFERS, json={}) == []


async def test_offers_exclude_codes_that_the_customer_used(shop: Shop, terms: None) -> None:
    bowl = await make(shop, "Bowl", price=5000)
    await put_code(shop, "MINE", percent=10, public=True, uses_per_customer=1)
    shopper = await sign_in(shop)
    await fill_cart(shop, shopper, bowl.sku_id)

    async def codes() -> list[str]:
        offers = await shop.output(*OFFERS, json={}, headers=shopper.headers)
        return [one["code"] for one in offers]

    assert await codes() == ["MINE"]
    body = {**guest_order([]), "promoCode": "MINE"}
    del body["skuIds"]
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    await fill_cart(shop, shopper, bowl.sku_id)
    assert await codes() == []
    await shop.output("POST", f"/api/orders/{placed['orderId']}/cancel", headers=shopper.headers)
    assert await codes() == ["MINE"]


@pytest.mark.parametrize("body", [{"skuIds": "x"}, {"skuIds": [0]}, {"skuIds": [1.5]}, []])
async def test_malformed_carts_are_refused(shop: Shop, body: Any) -> None:
    status, _ = await shop.error(*OFFERS, json=body)
    assert status in (400, 422)
