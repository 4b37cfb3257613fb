"""A sale price rounded as the shop chose is the same everywhere, and a change of it reaches open carts."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

from stallage.settings import Settings
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS, guest_order, place
from tests.products.factory import make_sale
from tests.shop import Shop, running_shop
from tests.stocked_shop import spec, stock_shop

SALE = "spring"
FULL = 2499
CHOICES: list[tuple[dict[str, Any], int]] = [
    ({}, 2124),
    ({"price_rounding": "step"}, 2125),
    ({"price_rounding": "step", "price_step": 10}, 2120),
    ({"price_rounding": "step", "price_step": 50}, 2100),
    ({"price_rounding": "step", "price_step": 10_000}, 2124),
    ({"price_rounding": "ending"}, 2099),
    ({"price_rounding": "ending", "price_ending": 95}, 2095),
    ({"price_rounding": "ending", "price_ending": 0}, 2100),
    ({}, 2124),
]
"""Settings, and the price of 24.99 − 15 % with them."""


def rounding(settings: Settings, chosen: dict[str, Any]) -> AbstractAsyncContextManager[Shop]:
    """A shop that has these settings since its last start."""
    return running_shop(settings.model_copy(update=chosen))


async def shown_prices(shop: Shop, shopper: Shopper, sku_id: int) -> dict[str, int]:
    """The price of the SKU wherever shoppers see it before they order."""
    listed = await shop.output("GET", "/api/products", params={"sale": SALE})
    page = await shop.output("GET", "/api/products/bowl")
    (card,) = await shop.output("GET", "/api/products/cards", params={"skuIds": sku_id})
    (line,) = await shop.output("GET", "/api/carts", headers=shopper.headers)
    (guest_line,) = await shop.output("POST", "/api/carts/guest", json=[sku_id])
    quote = {"skuIds": [sku_id], "address": ADDRESS}
    return {
        "list": listed["items"][0]["price"]["amount"],
        "page": page["price"]["amount"],
        "variant": page["skus"][0]["price"]["amount"],
        "card": card["price"]["amount"],
        "cart": line["price"]["amount"],
        "guest cart": guest_line["price"]["amount"],
        "quote": (await shop.output("POST", "/api/checkout/quote", json=quote))["subtotal"][
            "amount"
        ],
    }


async def ordered_price(shop: Shop, placed: dict[str, Any]) -> int:
    """The unit price of the only line of an order."""
    path, key = f"/api/orders/{placed['orderId']}", {"key": placed["key"]}
    (line,) = (await shop.output("GET", path, params=key))["lines"]
    return int(line["price"]["amount"])


async def test_a_price_is_the_same_everywhere(settings: Settings, shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=FULL, stock=50, slug="bowl"))
    shopper = await sign_in(shop)
    await fill_cart(shop, shopper, bowl.sku_id)
    async with shop.database.transaction() as connection:
        await make_sale(connection, [bowl.id], percent=15, slug=SALE)
    for chosen, price in CHOICES:
        async with rounding(settings, chosen) as current:
            await current.work()
            shown = await shown_prices(current, shopper, bowl.sku_id)
            assert set(shown.values()) == {price}, (chosen, shown)
            placed = await place(current, [bowl.sku_id])
            assert await ordered_price(current, placed) == price
            found = await current.output(
                "GET", "/api/products", params={"sale": SALE, "minPrice": price, "maxPrice": price}
            )
            assert [one["slug"] for one in found["items"]] == ["bowl"], chosen


async def test_open_carts_report_the_changed_price(settings: Settings, shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=FULL))
    async with shop.database.transaction() as connection:
        await make_sale(connection, [bowl.id], percent=15)
    shopper = await sign_in(shop)
    await fill_cart(shop, shopper, bowl.sku_id)
    body = {"skuIds": [bowl.sku_id], "address": ADDRESS}
    total = (await shop.output("POST", "/api/checkout/quote", json=body))["total"]["amount"]
    async with rounding(settings, {"price_rounding": "ending"}) as current:
        # Without the jobs that rebuild lists: what shoppers pay changes at once.
        (line,) = await current.output("GET", "/api/carts", headers=shopper.headers)
        assert (line["price"]["amount"], line["problem"]) == (2099, "price_changed")
        assert line["previousPrice"]["amount"] == 2124
        order = guest_order([bowl.sku_id], expectedTotal=total)
        status, error = await current.error("POST", "/api/orders", json=order)
        assert (status, error["code"]) == (409, "total_changed")
        assert error["quote"]["total"]["amount"] == total - 25
        order["expectedTotal"] = total - 25
        placed = await current.output("POST", "/api/orders", json=order)
        assert await ordered_price(current, placed) == 2099


async def test_only_what_a_percentage_gives_is_rounded(settings: Settings, shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=2501))
    async with rounding(settings, {"price_rounding": "step", "price_step": 100}) as current:
        await current.work()
        body = {"skuIds": [bowl.sku_id] * 3, "address": ADDRESS, "promoCode": "WELCOME10"}
        quote = await current.output("POST", "/api/checkout/quote", json=body)
        assert quote["subtotal"]["amount"] == 3 * 2501
        assert [one["amount"]["amount"] for one in quote["discounts"]] == [750]


async def test_a_rounding_is_stored_once_however_many_processes_start(
    settings: Settings, shop: Shop
) -> None:
    chosen = {"price_rounding": "ending"}
    async with rounding(settings, chosen), rounding(settings, chosen) as current:
        rows = await current.database.pool.fetch(
            "SELECT step, ending, ended_at IS NULL AS current FROM price_roundings ORDER BY id"
        )
        assert [tuple(row) for row in rows] == [(1, 0, False), (100, 99, True)]
