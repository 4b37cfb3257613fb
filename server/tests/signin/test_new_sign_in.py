"""Emails about sign-ins on new devices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import last_code

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537"


@pytest.fixture
async def shop(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop behind a local proxy, with its own time zone."""
    async with open_shop(trusted_proxies=("127.0.0.1",), time_zone="America/New_York") as opened:
        yield opened


async def sign_in(
    shop: Shop, *, network: str = "192.0.2.1", browser: str = FIREFOX, device: str = "", **to: str
) -> dict[str, Any]:
    headers = {"X-Forwarded-For": network, "User-Agent": browser}
    headers |= {"Device-Key": device} if device else {}
    contact = to or {"email": "ada@example.com"}
    await shop.output("POST", "/auth/otp/request", json=contact, headers=headers)
    address = contact.get("email") or f"+1{contact['phone']}"
    proof = {**contact, "otp": await last_code(shop, address)}
    output: dict[str, Any] = await shop.output(
        "POST", "/auth/otp/validate", json=proof, headers=headers
    )
    return output


async def new_sign_in_emails(shop: Shop) -> list[dict[str, Any]]:
    await shop.work()
    return [one for one in shop.outbox() if one["kind"] == "new_sign_in"]


async def test_the_first_sign_in_is_not_reported(shop: Shop) -> None:
    await sign_in(shop)
    assert await new_sign_in_emails(shop) == []


async def test_a_new_device_is_reported_once(shop: Shop) -> None:
    await sign_in(shop, device="h" * 43)
    for minute in (1, 2):
        with clock.shift(timedelta(minutes=minute)):
            await sign_in(shop, network="203.0.113.9", browser=CHROME, device="x" * 43)
    (email,) = await new_sign_in_emails(shop)
    assert email["to"] == "ada@example.com"
    assert email["data"]["device"] == "Chrome on Windows"
    for part in (email["text"], email["html"]):
        assert "Chrome on Windows" in part
        assert email["data"]["at"] in part
        assert "/user-profile/privacy" in part
    assert email["data"]["at"].endswith(("EST", "EDT"))
    # It contains nothing that signs anybody in.
    assert "token" not in email["text"]


async def test_a_known_device_on_another_network_is_not_reported(shop: Shop) -> None:
    await sign_in(shop, device="h" * 43)
    with clock.shift(timedelta(minutes=1)):
        await sign_in(shop, network="203.0.113.9", device="h" * 43)
    assert await new_sign_in_emails(shop) == []


async def test_a_browser_without_a_device_key_is_known_by_its_network(shop: Shop) -> None:
    await sign_in(shop)
    with clock.shift(timedelta(minutes=1)):
        await sign_in(shop)
    assert await new_sign_in_emails(shop) == []
    with clock.shift(timedelta(minutes=2)):
        await sign_in(shop, browser=CHROME)
    assert len(await new_sign_in_emails(shop)) == 1


async def test_after_signing_out_everywhere_known_devices_are_new_again(shop: Shop) -> None:
    await sign_in(shop, device="h" * 43)
    with clock.shift(timedelta(minutes=1)):
        thief = {"network": "203.0.113.9", "device": "x" * 43}
        signed = await sign_in(shop, **thief)
        bearer = {"Authorization": f"Bearer {signed['token']}"}
        await shop.output("DELETE", "/auth/devices", headers=bearer)
    with clock.shift(timedelta(minutes=2)):
        await sign_in(shop, **thief)
    assert len(await new_sign_in_emails(shop)) == 2


async def test_a_customer_with_a_phone_only_gets_no_further_text_message(shop: Shop) -> None:
    await sign_in(shop, phone="5035550143")
    with clock.shift(timedelta(minutes=1)):
        await sign_in(shop, network="203.0.113.9", device="x" * 43, phone="5035550143")
    await shop.work()
    assert {one["kind"] for one in shop.outbox()} == {"otp"}
