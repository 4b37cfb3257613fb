"""Alerts: back in stock and price drops."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.alerts.actions import publish_due_alerts
from stallage.alerts.rules import ALERTS
from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.products.actions import put_sale
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.products.factory import CreatedProduct, make_product, make_sale
from tests.shop import Shop

URL = "/api/alerts"


async def sold_out(shop: Shop, **more: Any) -> CreatedProduct:
    async with shop.database.transaction() as connection:
        return await make_product(connection, stock=0, **more)


async def add_alert(shop: Shop, product: CreatedProduct, kind: str = "stock", **more: Any) -> Any:
    headers = more.pop("headers", {})
    body = {"skuId": product.sku_id, "kind": kind, **more}
    return await shop.output("POST", URL, json=body, headers=headers)


async def send_due(shop: Shop) -> list[dict[str, Any]]:
    """Send the due alerts and return their emails."""
    before = len(shop.outbox())
    async with shop.database.transaction() as connection:
        await publish_due_alerts(connection)
    await shop.work()
    return shop.outbox()[before:]


async def set_sku(shop: Shop, product: CreatedProduct, column: str, value: int) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            f"UPDATE skus SET {column} = $2 WHERE id = $1", product.sku_id, value
        )


async def test_back_in_stock_is_sent_once(shop: Shop) -> None:
    product = await sold_out(shop, title="Oak & ash stool", price=12900)
    assert await add_alert(shop, product, email="Grace@Example.com") == {
        "skuId": product.sku_id,
        "kind": "stock",
        "email": "Grace@example.com",
    }
    await add_alert(shop, product, email="grace@example.com")
    assert await send_due(shop) == []
    await set_sku(shop, product, "stock", 3)
    (email,) = await send_due(shop)
    assert (email["to"], email["kind"]) == ("Grace@example.com", "alert_stock")
    assert email["subject"] == "Oak & ash stool is back in stock"
    assert "$129.00" in email["text"]
    assert f"?sku={product.sku_id}" in email["text"]
    assert await send_due(shop) == []


async def test_an_alert_is_cancelled_with_one_click(shop: Shop) -> None:
    product = await sold_out(shop)
    await add_alert(shop, product, "price", email="grace@example.com")
    async with shop.database.reading() as connection:
        token = await connection.fetchval("SELECT token FROM product_alerts")
    # Like a mail program (RFC 8058): a form without cookies.
    for _ in range(2):
        response = await shop.client.post(
            f"/unsubscribe/alert/{token}", data={"List-Unsubscribe": "One-Click"}
        )
        assert (response.status_code, response.json()["status"]) == (200, True)
    await set_sku(shop, product, "stock", 3)
    await set_sku(shop, product, "price", 100)
    assert await send_due(shop) == []
    assert (await shop.client.post("/unsubscribe/alert/never-was")).status_code == 200


async def test_mail_programs_can_unsubscribe_by_the_headers(shop: Shop) -> None:
    product = await sold_out(shop)
    await add_alert(shop, product, email="grace@example.com")
    await set_sku(shop, product, "stock", 3)
    (email,) = await send_due(shop)
    url = email["data"]["unsubscribe"]
    assert email["headers"] == {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    assert url in email["text"]
    assert url in email["html"]
    assert (await shop.client.post(url)).status_code == 200


async def test_a_price_drop_is_sent_whatever_caused_it(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        changed = await make_product(connection, price=2500)
        on_sale = await make_product(connection, price=2500)
        same = await make_product(connection, price=2500)
        sold_out_product = await make_product(connection, price=2500)
    for product in (changed, on_sale, same, sold_out_product):
        await add_alert(shop, product, "price", email="grace@example.com")
    await set_sku(shop, changed, "price", 2400)
    await set_sku(shop, same, "price", 2600)
    await set_sku(shop, sold_out_product, "price", 100)
    await set_sku(shop, sold_out_product, "stock", 0)
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
    emails = await send_due(shop)
    assert sorted(email["text"].split("?sku=")[1].split()[0] for email in emails) == sorted(
        str(product.sku_id) for product in (changed, on_sale)
    )
    assert {email["kind"] for email in emails} == {"alert_price"}


async def test_concurrent_processes_send_each_alert_once(shop: Shop) -> None:
    product = await sold_out(shop)
    for number in range(5):
        await add_alert(shop, product, email=f"g{number}@example.com")
    await set_sku(shop, product, "stock", 3)

    async def publish() -> int:
        async with shop.database.transaction() as connection:
            return await publish_due_alerts(connection)

    assert sum(await asyncio.gather(*(publish() for _ in range(4)))) == 5


async def test_customers_see_and_delete_only_their_own_alerts(shop: Shop) -> None:
    product = await sold_out(shop)
    ada, bob = await someone(shop), await someone(shop)
    # A customer's verified address is used instead of the one in the body.
    alert = await add_alert(shop, product, email="else@example.com", headers=ada.headers)
    assert alert["email"] == ada.email
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


async def test_invalid_alerts_are_rejected(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        in_stock = await make_product(connection)
        archived = await make_product(connection, status="archived", stock=0)
    email = {"email": "grace@example.com"}
    for body, status, code in (
        ({"skuId": in_stock.sku_id, "kind": "stock", **email}, 409, "in_stock"),
        ({"skuId": archived.sku_id, "kind": "stock", **email}, 404, "not_found"),
        ({"skuId": 999_999, "kind": "price", **email}, 404, "not_found"),
        ({"skuId": in_stock.sku_id, "kind": "weather", **email}, 422, "invalid_fields"),
        ({"skuId": in_stock.sku_id, "kind": "price"}, 422, "invalid_fields"),
        ({"skuId": in_stock.sku_id, "kind": "price", "email": "grace"}, 422, "invalid_fields"),
        ({"skuId": 2**60, "kind": "price", **email}, 422, "invalid_fields"),
    ):
        actual, error = await shop.error("POST", URL, json=body)
        assert (actual, error["code"]) == (status, code), body


async def test_alerts_are_rate_limited(shop: Shop) -> None:
    product = await sold_out(shop)
    for number in range(ALERTS.times):
        await add_alert(shop, product, email=f"g{number}@example.com")
    status, _error = await shop.error(
        "POST", URL, json={"skuId": product.sku_id, "kind": "stock", "email": "a@example.com"}
    )
    assert status == 429


async def test_the_alerts_of_an_erased_customer_are_deleted(shop: Shop) -> None:
    product = await sold_out(shop)
    ada = await someone(shop)
    await add_alert(shop, product, headers=ada.headers)
    await add_alert(shop, product, "price", email=ada.email.upper())
    async with shop.database.transaction() as connection:
        await forget_customer(connection, ada.id)
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM product_alerts") == 0


async def test_the_email_shows_the_prior_price_where_the_country_requires_it(
    open_shop: OpenShop,
) -> None:
    async with open_shop(country="DE") as shop:
        async with shop.database.transaction() as connection:
            on_sale = await make_product(connection, "Vase", price=2500)
            lowered = await make_product(connection, "Bowl", price=2500)
        for product in (on_sale, lowered):
            await add_alert(shop, product, "price", email="grace@example.com")
        async with shop.database.transaction() as connection:
            await make_sale(connection, [on_sale.id], percent=20)
        await set_sku(shop, lowered, "price", 2400)
        emails = {email["subject"]: email for email in await send_due(shop)}
        assert set(emails) == {"Vase is now $20.00", "Bowl is now $24.00"}
        announced = emails["Vase is now $20.00"]
        for part in ("text", "html"):
            assert "The lowest price in the 30 days before was $25.00." in announced[part]
        # The price is lower, but no reduction was announced.
        other = emails["Bowl is now $24.00"]
        assert "30 days" not in other["text"]
        assert "Lower price" not in other["html"]


async def test_alerts_of_a_guest_belong_to_the_customer_with_the_verified_address(
    shop: Shop,
) -> None:
    product = await sold_out(shop)
    await add_alert(shop, product, email="Grace@example.com")
    grace, eve = await someone(shop, "grace@example.com"), await someone(shop)
    (alert,) = await shop.output("GET", URL, headers=grace.headers)
    assert alert["skuId"] == product.sku_id
    await shop.output("DELETE", f"{URL}/{alert['id']}", headers=eve.headers)
    assert len(await shop.output("GET", URL, headers=grace.headers)) == 1
    await shop.output("DELETE", f"{URL}/{alert['id']}", headers=grace.headers)
    assert await shop.output("GET", URL, headers=grace.headers) == []
