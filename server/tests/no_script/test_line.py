"""An order without a script that waits in line: its page loads itself again until the order is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from stallage.no_script import waiting_order
from stallage.no_script.waiting_order import NAME
from stallage.waiting_line.actions import advance
from stallage.waiting_line.cache import lines
from tests.checkout.factory import count
from tests.conftest import OpenShop
from tests.no_script.conftest import fill_in, send, shown, visit
from tests.no_script.test_checkout import CHECKOUT, add
from tests.shop import Shop
from tests.waiting_line.shoppers import changed, give_turns, lines_of, open_line, read_lines

LINE = f"{CHECKOUT}/line"
LEAVE = {"action": "leave"}


@pytest.fixture
async def shop(open_shop: OpenShop, client_dir: Path) -> AsyncIterator[Shop]:
    with changed(lines, "TICK_SECONDS", 3600):
        async with open_shop(client_dir=str(client_dir), renderers=1) as opened:
            yield opened


async def wait_in_line(shop: Shop, **texts: str) -> tuple[int, dict[str, Any]]:
    """Send an order that has to wait; return its SKU and the form."""
    [sku] = await add(shop)
    form = await fill_in(shop, **texts)
    await open_line(sku, shop)
    waiting = await send(shop, CHECKOUT, form)
    assert (waiting.status_code, waiting.headers["location"]) == (303, LINE)
    return sku, form


async def test_the_page_comes_again_with_its_place_and_sends_the_order_in_turn(shop: Shop) -> None:
    sku, form = await wait_in_line(shop)
    for _ in range(2):
        page = await visit(shop, LINE)
        assert page.status_code == 200
        seconds, _, address = page.headers["refresh"].partition("; url=")
        assert int(seconds) >= 5
        assert address == LINE
        place = shown(page)["place"]
        assert (place["state"], place["ahead"]) == ("waiting", 1)
    assert await count(shop, "orders") == 0
    again = await send(shop, CHECKOUT, form)
    assert again.headers["location"] == LINE
    assert shown(await visit(shop, LINE))["place"]["ahead"] == 1, "is the same place"
    await give_turns(sku, 2, shop)
    placed = await visit(shop, LINE)
    assert placed.status_code == 303
    assert placed.headers["location"].startswith("/no-script/orders/SO-")
    assert NAME not in shop.client.cookies
    assert await count(shop, "orders") == 1
    assert (await send(shop, CHECKOUT, form)).headers["location"] == placed.headers["location"]
    assert await count(shop, "orders") == 1


async def test_the_cookie_is_for_the_checkout_of_this_shop_alone(shop: Shop) -> None:
    [sku] = await add(shop)
    form = await fill_in(shop)
    await open_line(sku, shop)
    cookie = (await send(shop, CHECKOUT, form)).headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", f"Path={CHECKOUT}", "Max-Age=600"):
        assert part in cookie
    assert form["email"] not in cookie
    value = shop.client.cookies[NAME]
    for wrong in (value[:-6] + "AAAAA=", "AAAA", "x", ""):
        shop.client.cookies.delete(NAME)
        shop.client.cookies.set(NAME, wrong, path=CHECKOUT)
        page = await visit(shop, LINE)
        assert (page.status_code, page.headers["location"]) == (303, CHECKOUT), wrong


async def test_a_place_that_has_ended_leads_to_the_form(shop: Shop) -> None:
    sku, form = await wait_in_line(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("TRUNCATE waiting_lines, waiting_tickets, waiting_steps")
    await open_line(sku, shop)
    page = await visit(shop, LINE)
    assert page.status_code == 409
    assert "no longer valid" in shown(page)["message"]
    assert shown(page)["values"]["line1"] == form["line1"]
    assert shown(page)["key"] == form["key"]
    assert NAME not in shop.client.cookies
    assert await count(shop, "orders") == 0


async def test_what_has_sold_out_is_shown_in_the_form(shop: Shop) -> None:
    sku, form = await wait_in_line(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET supplied = supplied - stock, stock = 0")
    await read_lines(shop)
    page = await visit(shop, LINE)
    assert page.status_code == 409
    assert shown(page)["view"] == "checkout"
    assert shown(page)["message"]
    assert NAME not in shop.client.cookies
    assert await count(shop, "orders") == 0
    assert form["items"] == f"{sku}x1"


async def test_a_place_is_given_back(shop: Shop) -> None:
    sku, form = await wait_in_line(shop)
    left = await send(shop, LINE, LEAVE)
    assert shown(left)["values"]["line1"] == form["line1"]
    assert NAME not in shop.client.cookies
    await read_lines(shop)
    state = lines_of(shop).state_of(sku)
    assert state is not None
    assert len(state.left) == 1
    assert (await send(shop, LINE, LEAVE)).headers["location"] == CHECKOUT
    async with shop.database.reading() as connection:
        await advance(connection, sku, 2)
    assert await count(shop, "orders") == 0


async def test_a_form_that_is_too_long_for_a_cookie_waits_as_a_form(shop: Shop) -> None:
    [sku] = await add(shop)
    form = await fill_in(shop)
    await open_line(sku, shop)
    with changed(waiting_order, "MAX_BYTES", 100):
        waiting = await send(shop, CHECKOUT, form)
    assert waiting.status_code == 503
    assert "Shoppers ahead of you: 1." in shown(waiting)["message"]
    assert NAME not in shop.client.cookies
    await give_turns(sku, 2, shop)
    assert (await send(shop, CHECKOUT, form)).status_code == 303
    assert await count(shop, "orders") == 1
