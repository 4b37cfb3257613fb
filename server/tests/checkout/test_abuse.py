"""Rate limits of orders, codes and quotes stop attackers but not other shoppers."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from stallage.checkout.actions import limits
from stallage.checkout.rules.contact_proof import VALID_FOR
from stallage.core import clock
from stallage.core.leeway import LEEWAY_SECONDS
from stallage.core.rate_limits import RateLimit
from tests.cart.factory import sign_in
from tests.checkout import factory
from tests.checkout.factory import ADDRESS, CONTACT, stock_of
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PROXY: dict[str, Any] = {"trusted_proxies": ("127.0.0.0/8",)}


def ip_headers(address: str) -> dict[str, str]:
    """Headers of a request from an IP address."""
    return {"X-Forwarded-For": address}


def guest_order(sku_ids: list[int], email: str = CONTACT["email"]) -> dict[str, Any]:
    """The body of a guest's order."""
    return deepcopy(factory.guest_order(sku_ids, contact=CONTACT | {"email": email}))


async def place(shop: Shop, body: dict[str, Any], **arguments: Any) -> Any:
    return await shop.output("POST", "/api/orders", json=body, **arguments)


async def a_bowl(shop: Shop, stock: int = 100) -> int:
    (product,) = await stock_shop(shop, spec(price=2500, stock=stock))
    return product.sku_id


async def test_guest_orders_per_network_are_limited(open_shop: OpenShop) -> None:
    async with open_shop(guest_orders_per_client_hour=3, **PROXY) as shop:
        sku_id = await a_bowl(shop)

        async def attack(number: int) -> int:
            body = guest_order([sku_id], email=f"nobody{number}@example.com")
            response = await shop.client.post(
                "/api/orders", json=body, headers=ip_headers("203.0.113.9")
            )
            return int(response.status_code)

        statuses = await asyncio.gather(*(attack(number) for number in range(12)))
        assert sorted(statuses) == [201] * 3 + [429] * 9
        status, error = await shop.error(
            "POST", "/api/orders", json=guest_order([sku_id]), headers=ip_headers("203.0.113.9")
        )
        assert (status, error["code"]) == (429, "too_many_requests")
        assert "sign in" in error["message"]
        # Neither other networks nor customers of the same network are limited.
        await place(shop, guest_order([sku_id]), headers=ip_headers("203.0.113.10"))
        ada = await sign_in(shop)
        mine = guest_order([sku_id]) | {"contact": None}
        await place(shop, mine, headers={**ada.headers, **ip_headers("203.0.113.9")})
        assert await stock_of(shop, sku_id) == 95


async def test_orders_per_contact_are_limited(open_shop: OpenShop) -> None:
    async with open_shop(guest_orders_per_contact_day=2, **PROXY) as shop:
        sku_id = await a_bowl(shop)
        for number in range(2):
            await place(shop, guest_order([sku_id]), headers=ip_headers(f"203.0.113.{number}"))
        for spelling in (CONTACT["email"], CONTACT["email"].upper()):
            status, _ = await shop.error(
                "POST",
                "/api/orders",
                json=guest_order([sku_id], email=spelling),
                headers=ip_headers("203.0.113.77"),
            )
            assert status == 429
        assert await stock_of(shop, sku_id) == 98


async def test_orders_per_customer_are_limited(open_shop: OpenShop) -> None:
    async with open_shop(orders_per_customer_hour=2) as shop:
        sku_id = await a_bowl(shop)
        ada = await sign_in(shop)
        order = guest_order([sku_id]) | {"contact": None}
        for _ in range(2):
            await place(shop, order, headers=ada.headers)
        status, _ = await shop.error("POST", "/api/orders", json=order, headers=ada.headers)
        assert status == 429


async def test_promo_codes_cannot_be_guessed(open_shop: OpenShop) -> None:
    async with open_shop(**PROXY) as shop:
        sku_id = await a_bowl(shop)

        async def problems(code: str, address: str, **headers: str) -> list[str]:
            quote = await shop.output(
                "POST",
                "/api/checkout/quote",
                json={"skuIds": [sku_id], "address": ADDRESS, "promoCode": code},
                headers={**ip_headers(address), **headers},
            )
            return [one["code"] for one in quote["problems"]]

        attacker, shopper = "203.0.113.9", "203.0.113.10"
        for number in range(20):
            assert await problems(f"GUESS{number}", attacker) == ["promo_unknown"]
        # Valid codes are refused as well, because otherwise guessing could continue.
        assert await problems("WELCOME10", attacker) == ["promo_too_many"]
        status, error = await shop.error(
            "POST",
            "/api/orders",
            json=guest_order([sku_id]) | {"promoCode": "WELCOME10"},
            headers=ip_headers(attacker),
        )
        assert (status, error["code"]) == (409, "promo_refused")
        assert await problems("WELCOME10", shopper) == []
        ada = await sign_in(shop)
        assert await problems("WELCOME10", attacker, **ada.headers) == []


async def test_guesses_in_orders_count_as_well(open_shop: OpenShop) -> None:
    async with open_shop(**PROXY) as shop:
        sku_id = await a_bowl(shop)
        for number in range(20):
            status, error = await shop.error(
                "POST",
                "/api/orders",
                json=guest_order([sku_id]) | {"promoCode": f"GUESS{number}"},
                headers=ip_headers("203.0.113.9"),
            )
            assert (status, error["code"]) == (409, "promo_refused")
        _, error = await shop.error(
            "POST",
            "/api/orders",
            json=guest_order([sku_id]) | {"promoCode": "WELCOME10"},
            headers=ip_headers("203.0.113.9"),
        )
        assert error["quote"]["problems"][0]["code"] == "promo_too_many"


async def test_quotes_per_network_are_limited(open_shop: OpenShop, monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "QUOTES", RateLimit("quote", 60, 60))
    async with open_shop(**PROXY) as shop:
        sku_id = await a_bowl(shop)
        body = {"skuIds": [sku_id], "address": ADDRESS}

        async def one(address: str) -> int:
            response = await shop.client.post(
                "/api/checkout/quote", json=body, headers=ip_headers(address)
            )
            return int(response.status_code)

        assert [await one("203.0.113.9") for _ in range(62)] == [200] * 60 + [429] * 2
        assert await one("203.0.113.10") == 200


async def test_a_shop_can_require_sign_in(open_shop: OpenShop) -> None:
    async with open_shop(guest_checkout=False) as shop:
        sku_id = await a_bowl(shop)
        settings = await shop.output("GET", "/api/credentials/applicability")
        assert settings["guestCheckout"] is False
        status, error = await shop.error("POST", "/api/orders", json=guest_order([sku_id]))
        assert (status, error["code"]) == (401, "unauthorized")
        ada = await sign_in(shop)
        mine = guest_order([sku_id]) | {"contact": None}
        await place(shop, mine, headers=ada.headers)


async def prove(shop: Shop, email: str) -> str:
    await shop.output("POST", "/api/checkout/contact/request", json={"email": email})
    await shop.work()
    code = shop.message("otp")["data"]["otp"]
    proven = await shop.output(
        "POST", "/api/checkout/contact/validate", json={"email": email, "otp": code}
    )
    return str(proven["contactProof"])


async def test_cash_on_delivery_requires_a_verified_contact(open_shop: OpenShop) -> None:
    async with open_shop(cash_on_delivery_code=True) as shop:
        sku_id = await a_bowl(shop)
        order = guest_order([sku_id])
        status, error = await shop.error("POST", "/api/orders", json=order)
        assert (status, error["code"]) == (403, "contact_unproven")
        email = CONTACT["email"]
        proof = await prove(shop, email)
        other_end = "B" if proof.endswith("A") else "A"
        for wrong in (proof[:-1] + other_end, "1.x", "x", "99999999999." + proof.partition(".")[2]):
            status, error = await shop.error(
                "POST", "/api/orders", json=order | {"contactProof": wrong}
            )
            assert error["code"] == "contact_unproven"
        other = guest_order([sku_id], email="other@example.com")
        _, error = await shop.error("POST", "/api/orders", json=other | {"contactProof": proof})
        assert error["code"] == "contact_unproven"
        # A changed total does not use up the proof.
        _, error = await shop.error(
            "POST", "/api/orders", json=order | {"contactProof": proof, "expectedTotal": 1}
        )
        assert error["code"] == "total_changed"
        # A confirmation is valid for two hours by every clock.
        with clock.shift(VALID_FOR + timedelta(seconds=LEEWAY_SECONDS + 5)):
            _, error = await shop.error("POST", "/api/orders", json=order | {"contactProof": proof})
        assert error["code"] == "contact_unproven"
        with clock.shift(VALID_FOR + timedelta(seconds=LEEWAY_SECONDS - 20)):
            await place(shop, order | {"contactProof": proof})
        ada = await sign_in(shop)
        await place(shop, order | {"contact": None}, headers=ada.headers)


async def test_a_wrong_code_is_refused(open_shop: OpenShop) -> None:
    async with open_shop(cash_on_delivery_code=True) as shop:
        email = {"email": "ada@example.com"}
        await shop.output("POST", "/api/checkout/contact/request", json=email)
        await shop.work()
        code = shop.message("otp")["data"]["otp"]
        wrong = "000000" if code != "000000" else "000001"
        status, error = await shop.error(
            "POST", "/api/checkout/contact/validate", json=email | {"otp": wrong}
        )
        assert (status, error["code"]) == (422, "otp_invalid")
        # A code for checkout cannot be used to sign in.
        status, _ = await shop.error("POST", "/auth/otp/validate", json=email | {"otp": code})
        assert status == 422


TEXTS = ("Buy pills at evil.example", "Mallory", "Evil Street 1")


@pytest.mark.parametrize("proven", [True, False])
async def test_text_is_only_sent_to_a_verified_contact(shop: Shop, proven: bool) -> None:
    sku_id = await a_bowl(shop)
    order = guest_order([sku_id])
    order["contact"] |= {"firstName": TEXTS[1], "lastName": TEXTS[0][:40]}
    order["address"] = order["address"] | {"line1": TEXTS[2], "firstName": TEXTS[1]}
    order |= {"deliveryNote": TEXTS[0], "giftMessage": TEXTS[0]}
    if proven:
        order["contactProof"] = await prove(shop, CONTACT["email"])
    before = len(shop.outbox())
    await place(shop, order)
    await shop.work()
    sent = [one for one in shop.outbox()[before:] if one["to"] == CONTACT["email"]]
    assert [one["kind"] for one in sent] == ["order_placed"]
    text = sent[0]["subject"] + sent[0]["text"] + sent[0]["html"]
    assert [one in text for one in TEXTS[1:]] == [proven] * 2
    assert (TEXTS[0] in text) is proven


async def test_a_customers_text_is_only_sent_to_their_own_contact(shop: Shop) -> None:
    sku_id = await a_bowl(shop)
    ada = await sign_in(shop)
    order = guest_order([sku_id]) | {"deliveryNote": TEXTS[0]}
    for contact, is_own in ((None, True), ({"email": "stranger@example.com"}, False)):
        before = len(shop.outbox())
        body = order | {"contact": contact and {**order["contact"], **contact}}
        await place(shop, body, headers=ada.headers)
        await shop.work()
        (sent,) = [one for one in shop.outbox()[before:] if one["kind"] == "order_placed"]
        assert (TEXTS[0] in sent["text"]) is is_own
