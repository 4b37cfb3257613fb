"""Checkout by form under the shop's conditions: codes, limits, no guests, no cash, no renderer."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stallage.checkout.errors import ContactUnproven
from tests.checkout.factory import count
from tests.conftest import OpenShop
from tests.no_script.conftest import FORM, cart_in, fill_in, hidden_fields, send, shown, visit
from tests.no_script.test_checkout import ADD, CHECKOUT, add
from tests.rendering.conftest import write_script
from tests.stocked_shop import stock_shop


async def test_a_contact_is_verified_with_a_code(open_shop: OpenShop, client_dir: Path) -> None:
    async with open_shop(
        client_dir=str(client_dir), renderers=1, cash_on_delivery_code=True
    ) as shop:
        await add(shop)
        form = await fill_in(shop)
        requested = await send(shop, CHECKOUT, form)
        assert requested.status_code == 422
        data = shown(requested)
        assert (data["codeSentTo"], data["message"]) == (FORM["email"], ContactUnproven.message)
        await shop.work()
        code = shop.message("otp")["data"]["otp"]
        wrong = "000000" if code != "000000" else "000001"
        refused = await send(shop, CHECKOUT, {**form, "code": wrong})
        assert refused.status_code in (400, 401, 403, 409, 422)
        assert "code" in shown(refused)["problems"] or shown(refused)["message"]
        assert shown(refused)["codeSentTo"] == FORM["email"]
        soon = await send(shop, CHECKOUT, {**form, "action": "code"})
        assert soon.status_code == 429, "a code was sent a moment ago"
        assert await count(shop, "orders") == 0
        first, second = await asyncio.gather(
            *(send(shop, CHECKOUT, {**form, "code": code}) for _ in range(2))
        )
        later = await send(shop, CHECKOUT, {**form, "code": code})
        assert 303 in (first.status_code, second.status_code)
        assert later.status_code == 303
        assert await count(shop, "orders") == 1


async def test_limits_of_orders_hold(open_shop: OpenShop, client_dir: Path) -> None:
    async with open_shop(
        client_dir=str(client_dir), renderers=1, guest_orders_per_client_hour=1
    ) as shop:
        await add(shop)
        form = await fill_in(shop)
        assert (await send(shop, CHECKOUT, {**form, "email": "nobody"})).status_code == 422
        limited = await send(shop, CHECKOUT, form)
        assert limited.status_code == 429
        assert int(limited.headers["retry-after"]) > 0
        assert "many orders" in shown(limited)["message"]
        assert cart_in(shop) != ""


async def test_shops_without_guests_or_cash_refuse(open_shop: OpenShop, client_dir: Path) -> None:
    for changes, status in (({"guest_checkout": False}, 401), ({"cash_on_delivery": False}, 409)):
        async with open_shop(client_dir=str(client_dir), renderers=1, **changes) as shop:
            [product] = await stock_shop(shop)
            await send(shop, ADD, {"sku": product.sku_id})
            refused = await send(shop, CHECKOUT, await fill_in(shop))
            assert refused.status_code == status, changes
            assert shown(refused)["message"]
            assert await count(shop, "orders") == 0


async def test_without_a_renderer_the_cart_stays_and_orders_are_placed(
    open_shop: OpenShop, client_dir: Path
) -> None:
    async with open_shop(client_dir=str(client_dir), renderers=0) as shop:
        [sku] = await add(shop)
        page = await visit(shop, "/no-script/cart")
        assert (page.status_code, page.headers["retry-after"]) == (503, "30")
        assert "Your cart is kept" in page.text
        assert page.headers["cache-control"] == "no-store"
        assert cart_in(shop) == f"{sku}x1"
        form = {**FORM, "items": f"{sku}x1", "key": "k" * 20, "total": 3190, "action": "order"}
        placed = await send(shop, CHECKOUT, form)
        assert placed.status_code == 303
        confirmation = await visit(shop, placed.headers["location"])
        assert confirmation.status_code == 503
        assert "Your order SO-" in confirmation.text
        assert "has been placed" in confirmation.text


async def test_a_failing_renderer_gets_a_plain_page(open_shop: OpenShop, client_dir: Path) -> None:
    write_script(client_dir, "function begin() { throw new Error('no'); } function finish() {}")
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        page = await visit(shop, "/no-script/cart")
        assert page.status_code == 503
        assert "Please try again" in page.text


async def test_the_pages_of_the_client_lead_on(open_shop: OpenShop, client_dir: Path) -> None:
    """The pages of the client lead visitors without a script on."""
    async with open_shop(client_dir=str(client_dir), renderers=0) as shop:
        for path in ("/cart", "/checkout"):
            page = await visit(shop, path)
            assert (
                f'<noscript><meta http-equiv="refresh" content="0; url=/no-script{path}"></noscript>'
                in page.text
            )
        assert 'http-equiv="refresh"' not in (await visit(shop, "/")).text
        assert "Disallow: /no-script/" in (await shop.client.get("/robots.txt")).text


async def test_a_retried_code_keeps_the_form(open_shop: OpenShop, client_dir: Path) -> None:
    async with open_shop(
        client_dir=str(client_dir), renderers=1, cash_on_delivery_code=True
    ) as shop:
        await add(shop)
        form = await fill_in(shop)
        data = shown(await send(shop, CHECKOUT, form))
        assert {name: data["values"][name] for name in FORM} == FORM
        assert hidden_fields(data)["key"] == form["key"]
