"""Letters that shoppers asked for: back in stock, and costs less."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.alerts.actions import tell_what_is_due
from stallage.alerts.rules import ALERTS
from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.products.actions import put_sale
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.products.factory import MadeProduct, make_product, make_sale
from tests.shop import Shop

URL = "/api/alerts"


async def sold_out(shop: Shop, **more: Any) -> MadeProduct:
    async with shop.database.transaction() as connection:
        return await make_product(connection, stock=0, **more)


async def wanted(shop: Shop, product: MadeProduct, kind: str = "stock", **more: Any) -> Any:
    headers = more.pop("headers", {})
    body = {"skuId": product.sku_id, "kind": kind, **more}
    return await shop.output("POST", URL, json=body, headers=headers)


async def told(shop: Shop) -> list[dict[str, Any]]:
    """The letters that became due."""
    before = len(shop.outbox())
    async with shop.database.transaction() as connection:
        await tell_what_is_due(connection)
    await shop.work()
    return shop.outbox()[before:]


async def set_(shop: Shop, product: MadeProduct, column: str, value: int) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            f"UPDATE skus SET {column} = $2 WHERE id = $1", product.sku_id, value
        )


async def test_back_in_stock_is_told_once(shop: Shop) -> None:
    product = await sold_out(shop, title="Oak & ash stool", price=12900)
    assert await wanted(shop, product, email="Grace@Example.com") == {
        "skuId": product.sku_id,
        "kind": "stock",
        "email": "Grace@example.com",
    }
    await wanted(shop, product, email="grace@example.com")
    assert await told(shop) == []
    await set_(shop, product, "stock", 3)
    (letter,) = await told(shop)
    assert (letter["to"], letter["kind"]) == ("Grace@example.com", "alert_stock")
    assert letter["subject"] == "Oak & ash stool is back"
    assert "$129.00" in letter["text"]
    assert f"?sku={product.sku_id}" in letter["text"]
    assert await told(shop) == []


async def test_a_letter_is_ended_with_one_click(shop: Shop) -> None:
    product = await sold_out(shop)
    await wanted(shop, product, "price", email="grace@example.com")
    async with shop.database.reading() as connection:
        token = await connection.fetchval("SELECT token FROM product_alerts")
    # As a mail program does it (RFC 8058): a form, no cookies, no questions.
    for _ in range(2):
        response = await shop.client.post(
            f"/unsubscribe/alert/{token}", data={"List-Unsubscribe": "One-Click"}
        )
        assert (response.status_code, response.json()["status"]) == (200, True)
    await set_(shop, product, "stock", 3)
    await set_(shop, product, "price", 100)
    assert await told(shop) == []
    assert (await shop.client.post("/unsubscribe/alert/never-was")).status_code == 200


async def test_the_letters_headers_let_mail_programs_end_it(shop: Shop) -> None:
    product = await sold_out(shop)
    await wanted(shop, product, email="grace@example.com")
    await set_(shop, product, "stock", 3)
    (letter,) = await told(shop)
    end = letter["data"]["unsubscribe"]
    assert letter["headers"] == {
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    assert end in letter["text"]
    assert end in letter["html"]
    assert (await shop.client.post(end)).status_code == 200


async def test_a_drop_of_price_is_told_whatever_made_it(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        changed = await make_product(connection, price=2500)
        on_sale = await make_product(connection, price=2500)
        same = await make_product(connection, price=2500)
        away = await make_product(connection, price=2500)
    for product in (changed, on_sale, same, away):
        await wanted(shop, product, "price", email="grace@example.com")
    await set_(shop, changed, "price", 2400)
    await set_(shop, same, "price", 2600)
    await set_(shop, away, "price", 100)
    await set_(shop, away, "stock", 0)
    now = clock.now()
    async with shop.database.transaction() as connection:
        await put_sale(
            connection,
            slug="spring",
            title="Spring",
            percent=10,
            starts_at=now - timedelta(days=1),
            ends_at=None,
            product_slugs=[on_sale.slug],
        )
    letters = await told(shop)
    assert sorted(letter["text"].split("?sku=")[1].split()[0] for letter in letters) == sorted(
        str(product.sku_id) for product in (changed, on_sale)
    )
    assert {letter["kind"] for letter in letters} == {"alert_price"}


async def test_two_processes_tell_it_once(shop: Shop) -> None:
    product = await sold_out(shop)
    for number in range(5):
        await wanted(shop, product, email=f"g{number}@example.com")
    await set_(shop, product, "stock", 3)

    async def look() -> int:
        async with shop.database.transaction() as connection:
            return await tell_what_is_due(connection)

    assert sum(await asyncio.gather(*(look() for _ in range(4)))) == 5


async def test_a_customers_alerts_are_theirs(shop: Shop) -> None:
    product = await sold_out(shop)
    ada, bob = await someone(shop), await someone(shop)
    # What the body says does not matter: a customer's own address is proven.
    made = await wanted(shop, product, email="else@example.com", headers=ada.headers)
    assert made["email"] == ada.email
    (own,) = await shop.output("GET", URL, headers=ada.headers)
    assert (own["skuId"], own["kind"]) == (product.sku_id, "stock")
    await shop.output("DELETE", f"{URL}/{own['id']}", headers=bob.headers)
    assert len(await shop.output("GET", URL, headers=ada.headers)) == 1
    export = await shop.output("GET", "/customer/export", headers=ada.headers)
    assert export["alerts"][0]["skuId"] == product.sku_id
    for _ in range(2):
        await shop.output("DELETE", f"{URL}/{own['id']}", headers=ada.headers)
    assert await shop.output("GET", URL, headers=ada.headers) == []
    assert (await shop.error("GET", URL))[0] == 401


async def test_what_cannot_be_waited_for(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        there = await make_product(connection)
        gone = await make_product(connection, status="archived", stock=0)
    email = {"email": "grace@example.com"}
    for body, status, code in (
        ({"skuId": there.sku_id, "kind": "stock", **email}, 409, "in_stock"),
        ({"skuId": gone.sku_id, "kind": "stock", **email}, 404, "not_found"),
        ({"skuId": 999_999, "kind": "price", **email}, 404, "not_found"),
        ({"skuId": there.sku_id, "kind": "weather", **email}, 422, "invalid_fields"),
        ({"skuId": there.sku_id, "kind": "price"}, 422, "invalid_fields"),
        ({"skuId": there.sku_id, "kind": "price", "email": "grace"}, 422, "invalid_fields"),
        ({"skuId": 2**60, "kind": "price", **email}, 422, "invalid_fields"),
    ):
        refused, error = await shop.error("POST", URL, json=body)
        assert (refused, error["code"]) == (status, code), body


async def test_a_flood_is_held_back(shop: Shop) -> None:
    product = await sold_out(shop)
    for number in range(ALERTS.times):
        await wanted(shop, product, email=f"g{number}@example.com")
    status, _error = await shop.error(
        "POST", URL, json={"skuId": product.sku_id, "kind": "stock", "email": "a@example.com"}
    )
    assert status == 429


async def test_who_is_forgotten_waits_for_nothing(shop: Shop) -> None:
    product = await sold_out(shop)
    ada = await someone(shop)
    await wanted(shop, product, headers=ada.headers)
    await wanted(shop, product, "price", email=ada.email.upper())
    async with shop.database.transaction() as connection:
        await forget_customer(connection, ada.id)
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM product_alerts") == 0


async def test_where_the_law_asks_for_it_the_letter_names_the_price_before(
    open_shop: OpenShop,
) -> None:
    async with open_shop(country="DE") as shop:
        async with shop.database.transaction() as connection:
            on_sale = await make_product(connection, "Vase", price=2500)
            lowered = await make_product(connection, "Bowl", price=2500)
        for product in (on_sale, lowered):
            await wanted(shop, product, "price", email="grace@example.com")
        async with shop.database.transaction() as connection:
            await make_sale(connection, [on_sale.id], percent=20)
        await set_(shop, lowered, "price", 2400)
        letters = {letter["subject"]: letter for letter in await told(shop)}
        assert set(letters) == {"Vase is now $20.00", "Bowl is now $24.00"}
        said = letters["Vase is now $20.00"]
        for part in ("text", "html"):
            assert "The lowest price in the 30 days before was $25.00." in said[part]
        # Lowered, but nobody announced a reduction.
        other = letters["Bowl is now $24.00"]
        assert "30 days" not in other["text"]
        assert "costs less" not in other["html"]


async def test_what_a_guest_asked_for_is_listed_once_the_address_is_proven(shop: Shop) -> None:
    product = await sold_out(shop)
    await wanted(shop, product, email="Grace@example.com")
    grace, eve = await someone(shop, "grace@example.com"), await someone(shop)
    (alert,) = await shop.output("GET", URL, headers=grace.headers)
    assert alert["skuId"] == product.sku_id
    await shop.output("DELETE", f"{URL}/{alert['id']}", headers=eve.headers)
    assert len(await shop.output("GET", URL, headers=grace.headers)) == 1
    await shop.output("DELETE", f"{URL}/{alert['id']}", headers=grace.headers)
    assert await shop.output("GET", URL, headers=grace.headers) == []
