"""The cart in a cookie: adding, changing, limits, and cookies that were changed by hand."""

from __future__ import annotations

import pytest

from stallage.cart.rules.cookie_text import MAX_LENGTH, fits, format_units, parse_units
from stallage.cart.rules.lines import MESSAGES
from stallage.no_script.cart_cookie import NAME
from tests.no_script.conftest import cart_in, send, shown, visit
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

CART = "/no-script/cart"
ADD = "/no-script/cart/add"


async def test_adding_leads_to_the_cart(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    sku = bowl.sku_id
    added = await send(shop, ADD, {"sku": sku, "quantity": 2})
    assert (added.status_code, added.headers["location"]) == (303, CART)
    assert cart_in(shop) == f"{sku}x2"
    cookie = added.headers["set-cookie"].lower()
    assert "path=/" in cookie
    assert "samesite=lax" in cookie
    assert "httponly" not in cookie, "the client's script adopts it"
    page = await visit(shop, CART)
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["x-robots-tag"] == "noindex"
    data = shown(page)
    [line] = data["lines"]
    assert (line["skuId"], line["quantity"], line["lineTotal"]["amount"]) == (sku, 2, 5000)
    assert data["skuIds"] == [sku, sku]
    await send(shop, ADD, {"sku": sku})
    assert cart_in(shop) == f"{sku}x3"


async def test_a_page_has_no_script(shop: Shop) -> None:
    page = (await visit(shop, CART)).text
    assert "<script" not in page
    assert "modulepreload" not in page
    assert '<meta name="robots" content="noindex"' in page


async def test_quantities_are_changed_and_lines_removed(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase"))
    for product in (bowl, vase):
        await send(shop, ADD, {"sku": product.sku_id})
    first, second = bowl.sku_id, vase.sku_id
    changed = await send(shop, CART, {"sku": first, "quantity": 4})
    assert (changed.status_code, changed.headers["location"]) == (303, CART)
    assert cart_in(shop) == f"{first}x4_{second}x1"
    await send(shop, CART, {"sku": first, "quantity": 9, "remove": 1})
    assert cart_in(shop) == f"{second}x1"
    await send(shop, CART, {"sku": second, "quantity": 0})
    assert cart_in(shop) == ""
    assert shown(await visit(shop, CART))["lines"] == []


async def test_limits_and_stock_are_those_of_the_api(shop: Shop) -> None:
    bowl, limited = await stock_shop(shop, spec(stock=2), spec("Vase", max_per_order=3))
    sku, few = bowl.sku_id, limited.sku_id
    refused = await send(shop, ADD, {"sku": sku, "quantity": 3})
    assert (refused.status_code, cart_in(shop)) == (409, "")
    assert shown(refused)["message"] == MESSAGES["quantity_unavailable"]
    await send(shop, ADD, {"sku": few, "quantity": 3})
    more = await send(shop, ADD, {"sku": few})
    assert more.status_code == 409
    assert "at most 3" in shown(more)["message"]
    assert cart_in(shop) == f"{few}x3"


async def test_what_has_sold_out_can_be_reduced_and_is_shown(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    sku = bowl.sku_id
    await send(shop, ADD, {"sku": sku, "quantity": 5})
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 0 WHERE id = $1", sku)
    [line] = shown(await visit(shop, CART))["lines"]
    assert line["problem"] == "out_of_stock"
    assert (await send(shop, CART, {"sku": sku, "quantity": 2})).status_code == 303
    assert cart_in(shop) == f"{sku}x2"


@pytest.mark.parametrize("sku", ["", "x", "-1", "0", "99999999999999999999", "²", "1.5"])
async def test_a_sku_that_is_none_gets_a_page(shop: Shop, sku: str) -> None:
    refused = await send(shop, ADD, {"sku": sku})
    assert (refused.status_code, cart_in(shop)) == (422, "")
    assert shown(refused)["message"] == "Please choose an option first."


async def test_unknown_skus_and_wrong_quantities(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    unknown = await send(shop, ADD, {"sku": 987654321})
    assert (unknown.status_code, cart_in(shop)) == (404, "")
    assert shown(unknown)["message"] == MESSAGES["unavailable"]
    for quantity in ("0", "-1", "100", "many", "1e3"):
        refused = await send(shop, ADD, {"sku": bowl.sku_id, "quantity": quantity})
        assert refused.status_code == 422, quantity
        assert shown(refused)["message"] == "Quantity must range from 1 - 99."
    gone = await send(shop, CART, {"sku": bowl.sku_id, "quantity": 2})
    assert gone.status_code == 303, "it was removed in another tab"


@pytest.mark.parametrize(
    "cookie",
    [
        "garbage",
        "1x",
        "x1",
        "1x1x1",
        "0x1",
        "1x0",
        "9" * 5000,
        "1x1_" * 3000,
        "-1x2",
        "%00",
        "1x100",
    ],
)
async def test_a_cookie_with_garbage_is_an_empty_or_a_bounded_cart(shop: Shop, cookie: str) -> None:
    response = await shop.client.get(CART, headers={"Cookie": f"{NAME}={cookie}"})
    assert response.status_code == 200
    assert shown(response)["lines"] == []


def test_units_survive_the_cookie() -> None:
    units = {17: 2, 9: 99}
    assert parse_units(format_units(units)) == units
    assert parse_units("17x2_oops_9x1") == {17: 2, 9: 1}


def test_a_cart_is_bounded() -> None:
    assert fits(dict.fromkeys(range(1, 101), 1))
    assert not fits(dict.fromkeys(range(1, 102), 1))
    largest = {2**53 - number: 99 for number in range(1, 101)}
    assert fits(largest) == (len(format_units(largest)) <= MAX_LENGTH)
    assert len(parse_units("_".join(f"{number}x1" for number in range(1, 500)))) == 100


async def test_a_full_cart_says_so(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    full = format_units(dict.fromkeys(range(10001, 10101), 1))
    shop.client.cookies.set(NAME, full)
    refused = await send(shop, ADD, {"sku": bowl.sku_id})
    assert refused.status_code == 409
    assert "full" in shown(refused)["message"]


async def test_the_address_of_the_form_leads_to_the_cart(shop: Shop) -> None:
    response = await visit(shop, ADD)
    assert (response.status_code, response.headers["location"]) == (303, CART)
