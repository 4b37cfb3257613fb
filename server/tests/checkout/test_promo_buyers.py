"""Uses per customer: a buyer is recognized by account, email address or phone number."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.pricing.actions.terms import put_promo_code
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, guest_order
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

EMAIL, PHONE = "ada@example.com", "+12065550143"


@dataclass
class Store:
    """A shop with a promo code that each customer can use once."""

    shop: Shop
    sku_id: int

    async def order(
        self,
        *,
        email: str | None = None,
        phone: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Order with the code, as a guest or as a customer. Returns status and body."""
        person = {"firstName": "Ada", "lastName": "Miller"}
        contact = {**person, "email": email, "phone": phone}
        body = guest_order(
            [self.sku_id], contact=contact, address={**ADDRESS, "phone": None}, promoCode="ONCE"
        )
        if headers is not None:
            body["contact"] = {name: value for name, value in contact.items() if value is not None}
        body["paymentMethod"] = "cod"
        body["address"]["phone"] = "4255550199"
        answer = await self.shop.client.post("/api/orders", json=body, headers=headers or {})
        return answer.status_code, answer.json()

    async def is_refused(self, **who: Any) -> bool:
        """Whether the code is refused for a buyer."""
        status, body = await self.order(**who)
        assert status in (201, 409, 422), body
        return status != 201


@pytest.fixture
async def store(shop: Shop) -> Store:
    (bowl,) = await stock_shop(shop, spec(stock=100))
    async with shop.database.transaction() as connection:
        await put_promo_code(
            connection,
            code="ONCE",
            title="Once",
            percent=10,
            starts_at=clock.now() - timedelta(days=1),
            uses_per_customer=1,
            public=True,
        )
    return Store(shop, bowl.sku_id)


async def test_a_guest_signs_in_by_the_same_email_address(store: Store) -> None:
    assert not await store.is_refused(email=EMAIL)
    shopper = await sign_in(store.shop, email="ADA@Example.com")
    assert await store.is_refused(headers=shopper.headers)
    offers = await store.shop.output(
        "POST",
        "/api/checkout/offers",
        json={"skuIds": [store.sku_id]},
        headers=shopper.headers,
    )
    assert [one["code"] for one in offers] == []


async def test_a_guest_signs_in_by_the_phone_number_of_the_order(store: Store) -> None:
    assert not await store.is_refused(email=EMAIL, phone="2065550143")
    shopper = await sign_in(store.shop, phone=PHONE)
    assert await store.is_refused(headers=shopper.headers)


async def test_a_customer_returns_as_a_guest(store: Store) -> None:
    shopper = await sign_in(store.shop, email=EMAIL)
    assert not await store.is_refused(headers=shopper.headers)
    assert await store.is_refused(email="Ada@example.com")
    assert not await store.is_refused(email="grace@example.com")


async def test_a_customer_changes_contacts(store: Store) -> None:
    shopper = await sign_in(store.shop, email=EMAIL)
    assert not await store.is_refused(headers=shopper.headers)
    async with store.shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE customers SET email = 'new@example.com', phone = $2 WHERE id = $1",
            shopper.id,
            PHONE,
        )
    assert await store.is_refused(headers=shopper.headers)
    # As a guest with the earlier email address, and with the current contacts.
    assert await store.is_refused(email=EMAIL)
    assert await store.is_refused(email="new@example.com")
    assert await store.is_refused(email="other@example.com", phone="2065550143")


async def test_tags_and_dots_make_other_addresses(store: Store) -> None:
    assert not await store.is_refused(email=EMAIL)
    assert not await store.is_refused(email="ada+shop@example.com")
    assert not await store.is_refused(email="a.da@example.com")


async def test_a_cancelled_order_releases_the_use_for_all_identities(store: Store) -> None:
    status, body = await store.order(email=EMAIL)
    assert status == 201
    placed = body["output"]
    shopper = await sign_in(store.shop, email=EMAIL)
    assert await store.is_refused(headers=shopper.headers)
    path = f"/api/orders/{placed['orderId']}/cancel"
    await store.shop.output("POST", path, params={"key": placed["key"]})
    assert not await store.is_refused(headers=shopper.headers)
    assert await store.is_refused(email=EMAIL)


async def test_concurrent_orders_by_two_identities_use_a_code_once(store: Store) -> None:
    shopper = await sign_in(store.shop, email=EMAIL)
    answers = await asyncio.gather(
        *(store.order(email=EMAIL, phone="2065550143") for _ in range(3)),
        *(store.order(headers=shopper.headers) for _ in range(3)),
    )
    assert sorted(status == 201 for status, _body in answers) == [False] * 5 + [True]


async def test_uses_are_stored_without_contacts_and_can_be_forgotten(store: Store) -> None:
    shopper = await sign_in(store.shop, email=EMAIL)
    assert not await store.is_refused(headers=shopper.headers, phone="2065550143")
    assert not await store.is_refused(email="grace@example.com")
    async with store.shop.database.transaction() as connection:
        rows = await connection.fetch(
            "SELECT u::text || b::text AS text FROM promo_uses u"
            " JOIN promo_use_buyers b USING (order_id)"
        )
        assert len(rows) >= 3
        for row in rows:
            # Not "ada", which could occur in a hexadecimal hash.
            assert not any(one in row["text"] for one in ("@", PHONE, "grace", "customer"))
        await forget_customer(connection, shopper.id)
    await store.shop.work()
    async with store.shop.database.reading() as connection:
        left = await connection.fetch("SELECT count(*) FROM promo_use_buyers GROUP BY order_id")
        assert [row["count"] for row in left] == [1]
        assert await connection.fetchval("SELECT used FROM promo_codes WHERE code = 'ONCE'") == 2
    assert await store.is_refused(email="grace@example.com")
