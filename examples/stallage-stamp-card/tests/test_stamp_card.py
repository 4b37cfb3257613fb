"""Stamp cards with orders over HTTP, background jobs, and export and erasure of personal data."""

from __future__ import annotations

from typing import Any

import pytest
from stallage_stamp_card.rules import fills_card, on_card

from stallage.architecture.plugin_check import check_plugin
from stallage.core.events import publish
from stallage.orders.events import OrderPlaced
from stallage.testing import Shop

ADDRESS = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "city": "Seattle",
    "state": "WA",
    "postalCode": "98101",
    "country": "US",
    "phone": "2065550143",
}
EMAIL = "ada@example.com"


async def code_for(shop: Shop) -> str:
    """Request a one-time code and read it from the outbox."""
    await shop.output("POST", "/auth/otp/request", json={"email": EMAIL})
    await shop.work()
    return [str(one["data"]["otp"]) for one in shop.outbox() if one["kind"] == "otp"][-1]


async def sign_in(shop: Shop) -> dict[str, str]:
    """Sign in and return the customer's headers."""
    code = await code_for(shop)
    signed_in = await shop.output("POST", "/auth/otp/validate", json={"email": EMAIL, "otp": code})
    return {"Authorization": f"Bearer {signed_in['token']}"}


async def order(shop: Shop, headers: dict[str, str]) -> str:
    """Order a mug with cash on delivery; return the order's number."""
    product = await shop.output("GET", "/api/products/mug")
    body: dict[str, Any] = {
        "skuIds": [product["skus"][0]["skuId"]],
        "contact": {"email": EMAIL, "firstName": "Ada", "lastName": "Miller"},
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
    }
    placed = await shop.output("POST", "/api/orders", json=body, headers=headers)
    await shop.work()
    return str(placed["orderId"])


async def card(shop: Shop, headers: dict[str, str]) -> tuple[int, int]:
    """Return the customer's stamps and full cards."""
    shown = await shop.output("GET", "/api/stamp-card", headers=headers)
    assert shown["size"] == 2
    return shown["stamps"], shown["fullCards"]


def test_the_architecture_rules_hold() -> None:
    assert check_plugin("stallage_stamp_card") == []


@pytest.mark.parametrize(
    ("stamps", "left", "fills"), [(0, 0, False), (1, 1, False), (3, 0, True), (4, 1, False)]
)
def test_stamps_fill_cards(stamps: int, left: int, fills: bool) -> None:
    assert (on_card(stamps, 3), fills_card(stamps, 3)) == (left, fills)


async def test_orders_fill_a_card_and_an_email_is_sent(shop: Shop) -> None:
    headers = await sign_in(shop)
    assert await card(shop, headers) == (0, 0)
    await order(shop, headers)
    assert await card(shop, headers) == (1, 0)
    await order(shop, headers)
    assert await card(shop, headers) == (0, 1)
    emails = [one for one in shop.outbox() if one["kind"] == "stamp_card_filled"]
    assert [one["to"] for one in emails] == [EMAIL]
    assert "That makes 2 orders at Ada&#39;s Mugs" in emails[0]["html"]


async def test_an_order_is_stamped_once(shop: Shop) -> None:
    headers = await sign_in(shop)
    await order(shop, headers)
    async with shop.database.transaction() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        await publish(connection, OrderPlaced(order_id=order_id))
    await shop.work()
    assert await card(shop, headers) == (1, 0)


async def test_a_cancelled_order_takes_its_stamp_back(shop: Shop) -> None:
    headers = await sign_in(shop)
    number = await order(shop, headers)
    await shop.output("POST", f"/api/orders/{number}/cancel", headers=headers)
    await shop.work()
    assert await card(shop, headers) == (0, 0)


async def test_a_guest_has_no_card(shop: Shop) -> None:
    await order(shop, {})
    status, error = await shop.error("GET", "/api/stamp-card")
    assert (status, error["code"]) == (401, "unauthorized")
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM stamp_card_stamps") == 0


async def test_a_person_gets_and_erases_their_stamps(shop: Shop) -> None:
    headers = await sign_in(shop)
    await order(shop, headers)
    exported = await shop.output("GET", "/customer/export", headers=headers)
    assert len(exported["stampCard"]) == 1
    code = await code_for(shop)
    await shop.output("DELETE", "/customer", headers=headers, json={"otp": code})
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM stamp_card_stamps") == 0
