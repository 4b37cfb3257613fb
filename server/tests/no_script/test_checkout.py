"""Orders by form: what was typed, totals, one order for each form, and its page."""

from __future__ import annotations

import asyncio

from stallage.core.validation import message
from tests.checkout.factory import count, stock_of
from tests.no_script.conftest import FORM, cart_in, fill_in, hidden_fields, send, shown, visit
from tests.shop import Shop
from tests.stocked_shop import Spec, spec, stock_shop

CHECKOUT = "/no-script/checkout"
ADD = "/no-script/cart/add"


async def add(shop: Shop, *products: Spec, taxes: bool = False) -> list[int]:
    """Stock a shop and put a unit of each product into the cart; return their SKU ids."""
    created = await stock_shop(shop, *products, taxes=taxes)
    skus = [product.sku_id for product in created]
    for sku in skus:
        await send(shop, ADD, {"sku": sku})
    return skus


async def test_an_order_is_placed_and_shown(shop: Shop) -> None:
    [sku] = await add(shop)
    placed = await send(shop, CHECKOUT, await fill_in(shop))
    assert placed.status_code == 303, placed.text
    assert placed.headers["location"].startswith("/no-script/orders/SO-")
    assert placed.headers["cache-control"] == "no-store"
    assert cart_in(shop) == ""
    assert await stock_of(shop, sku) == 9
    page = await visit(shop, placed.headers["location"])
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    order = shown(page)["order"]
    assert order["total"]["amount"] == 2500 + 690
    assert order["paymentMethod"] == "cod"
    assert [line["skuId"] for line in order["lines"]] == [sku]


async def test_an_order_is_shown_with_its_key_only(shop: Shop) -> None:
    await add(shop)
    placed = await send(shop, CHECKOUT, await fill_in(shop))
    path = placed.headers["location"].partition("?")[0]
    for address in (path, f"{path}?key=wrong", f"{path}?key={'x' * 500}", "/no-script/orders/x%00"):
        page = await visit(shop, address)
        assert page.status_code == 404, address
        assert shown(page)["view"] == "problem"


async def test_sending_a_form_again_places_one_order(shop: Shop) -> None:
    [sku] = await add(shop)
    form = await fill_in(shop)
    first, second = await asyncio.gather(send(shop, CHECKOUT, form), send(shop, CHECKOUT, form))
    later = await send(shop, CHECKOUT, form)
    assert {one.status_code for one in (first, second, later)} == {303}
    assert len({one.headers["location"] for one in (first, second, later)}) == 1
    assert await count(shop, "orders") == 1
    assert await stock_of(shop, sku) == 9


async def test_another_order_with_a_used_form_has_to_be_confirmed(shop: Shop) -> None:
    await add(shop)
    form = await fill_in(shop)
    await send(shop, CHECKOUT, form)
    changed = {**form, "line1": "13 Kiln Lane"}
    refused = await send(shop, CHECKOUT, changed)
    assert refused.status_code == 409
    data = shown(refused)
    assert "used for an order already" in data["message"]
    again = await send(shop, CHECKOUT, {**changed, **hidden_fields(data)})
    assert again.status_code == 303
    assert await count(shop, "orders") == 2


async def test_all_wrong_fields_are_shown_and_what_was_typed_stays(shop: Shop) -> None:
    await add(shop)
    form = await fill_in(
        shop, firstName="", email="nobody", phone="", postalCode="nonsense", city=""
    )
    refused = await send(shop, CHECKOUT, form)
    assert refused.status_code == 422
    data = shown(refused)
    assert data["problems"] == {
        "firstName": message("required", "firstName"),
        "email": message("email", "email"),
        "phone": message("required", "phoneNumber"),
        "postalCode": message("invalid", "postalCode"),
        "city": message("required", "city"),
    }
    assert data["values"]["postalCode"] == "nonsense"
    assert data["values"]["line1"] == FORM["line1"]
    assert await count(shop, "orders") == 0
    assert cart_in(shop) != ""
    fixed = {**FORM, **hidden_fields(data), "action": "order"}
    assert (await send(shop, CHECKOUT, fixed)).status_code == 303


async def test_texts_that_are_too_long_are_shown_at_their_fields(shop: Shop) -> None:
    await add(shop)
    form = await fill_in(shop)
    for name in ("firstName", "line1", "city", "deliveryNote", "promoCode", "phone", "email"):
        refused = await send(shop, CHECKOUT, {**form, name: "x" * 400})
        assert refused.status_code == 422, name
        assert name in shown(refused)["problems"], name
    assert await count(shop, "orders") == 0


async def test_another_total_is_shown_before_the_order_is_placed(shop: Shop) -> None:
    await add(shop, spec(), taxes=True)
    page = shown(await visit(shop, CHECKOUT))
    form = {**FORM, **hidden_fields(page), "action": "order"}
    refused = await send(shop, CHECKOUT, form)
    assert refused.status_code == 409, "the tax depends on the address"
    data = shown(refused)
    assert data["quote"]["total"]["amount"] > page["quote"]["total"]["amount"]
    assert "total has changed" in data["message"]
    placed = await send(shop, CHECKOUT, {**form, **hidden_fields(data)})
    assert placed.status_code == 303


async def test_the_totals_follow_country_method_and_promo_code(shop: Shop) -> None:
    await add(shop)
    page = shown(await visit(shop, CHECKOUT))
    form = {**FORM, **hidden_fields(page), "action": "update"}
    express = shown(await send(shop, CHECKOUT, {**form, "shippingMethod": "express"}))
    assert express["quote"]["total"]["amount"] == 2500 + 1800
    reduced = shown(await send(shop, CHECKOUT, {**form, "promoCode": "WELCOME10"}))
    assert reduced["quote"]["discounts"][0]["amount"]["amount"] == 250
    abroad = shown(await send(shop, CHECKOUT, {**form, "country": "DE", "state": ""}))
    assert abroad["quote"]["shippingMethods"] == []
    codes = [problem["code"] for problem in abroad["quote"]["problems"]]
    assert "delivery_unavailable" in codes
    refused = await send(shop, CHECKOUT, {**form, "promoCode": "NO-SUCH", "action": "order"})
    assert refused.status_code == 409
    assert "promoCode" in shown(refused)["problems"]


async def test_what_sells_out_meanwhile_is_not_ordered(shop: Shop) -> None:
    [sku] = await add(shop)
    form = await fill_in(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 0 WHERE id = $1", sku)
    refused = await send(shop, CHECKOUT, form)
    assert refused.status_code == 409
    [problem] = shown(refused)["quote"]["problems"]
    assert (problem["code"], problem["skuId"]) == ("out_of_stock", sku)
    assert await count(shop, "orders") == 0
    assert cart_in(shop) == f"{sku}x1"


async def test_what_was_added_meanwhile_stays_in_the_cart(shop: Shop) -> None:
    [first] = await add(shop)
    form = await fill_in(shop)
    [second] = await add(shop, spec("Vase"))
    placed = await send(shop, CHECKOUT, form)
    assert placed.status_code == 303
    assert cart_in(shop) == f"{second}x1"
    assert first != second


async def test_an_empty_cart_leads_back_to_it(shop: Shop) -> None:
    for response in (await visit(shop, CHECKOUT), await send(shop, CHECKOUT, {"action": "order"})):
        assert (response.status_code, response.headers["location"]) == (303, "/no-script/cart")


async def test_hidden_fields_that_were_changed_by_hand(shop: Shop) -> None:
    await add(shop)
    form = await fill_in(shop)
    for changes in (
        {"total": "free"},
        {"total": "1"},
        {"gifts": "1_x_99999999999999999999"},
        {"key": "ünïcode\r\n", "total": ""},
        {"proof": "x" * 5000, "total": "0"},
    ):
        refused = await send(shop, CHECKOUT, {**form, **changes})
        assert refused.status_code in (409, 422), changes
        assert shown(refused)["view"] == "checkout"
    assert await count(shop, "orders") == 0
