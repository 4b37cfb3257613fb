"""Ending a sign-in also ends its access tokens, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import access, clock
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import SignedIn, code_for, sign_in
from tests.signin.test_tokens import assert_ended, refresh
from tests.waiting import until


async def by_signing_out(shop: Shop, signed: SignedIn) -> None:
    await shop.output("POST", "/auth/logout", json={"refreshToken": signed.refresh_token})


async def by_signing_out_everywhere(shop: Shop, signed: SignedIn) -> None:
    await shop.output("DELETE", "/auth/devices", headers=signed.headers)


async def by_signing_out_one_device(shop: Shop, signed: SignedIn) -> None:
    (device,) = await shop.output("GET", "/auth/devices", headers=signed.headers)
    await shop.output("DELETE", f"/auth/devices/{device['id']}", headers=signed.headers)


async def by_a_copied_refresh_token(shop: Shop, signed: SignedIn) -> None:
    await refresh(shop, signed.refresh_token)
    with clock.shift(timedelta(seconds=11)):
        await assert_ended(shop, signed.refresh_token)


async def by_erasure(shop: Shop, signed: SignedIn) -> None:
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        await shop.output("DELETE", "/customer", headers=signed.headers, json={"otp": code})


async def by_erasure_with_a_contact(shop: Shop, _signed: SignedIn) -> None:
    with clock.shift(timedelta(minutes=1)):
        code = await code_for(shop, "ada@example.com")
        body = {"email": "ada@example.com", "otp": code}
        await shop.output("POST", "/api/privacy/forget", json=body)


WAYS: tuple[Callable[[Shop, SignedIn], Awaitable[None]], ...] = (
    by_signing_out,
    by_signing_out_everywhere,
    by_signing_out_one_device,
    by_a_copied_refresh_token,
    by_erasure,
    by_erasure_with_a_contact,
)


async def status_of(shop: Shop, signed: SignedIn) -> int:
    return (await shop.client.get("/api/carts", headers=signed.headers)).status_code


async def is_signed_out(shop: Shop, signed: SignedIn) -> bool:
    return await status_of(shop, signed) == 401


@pytest.mark.parametrize("way", WAYS)
async def test_the_access_token_ends_with_the_sign_in(
    shop: Shop, open_shop: OpenShop, way: Callable[[Shop, SignedIn], Awaitable[None]]
) -> None:
    signed = await sign_in(shop)
    eve = await sign_in(shop, "eve@example.com")
    async with open_shop() as other:
        assert await status_of(other, signed) == 200
        await way(shop, signed)
        # At once in this process, and in others as soon as they have read it.
        assert await status_of(shop, signed) == 401
        await until(lambda: is_signed_out(other, signed))
        for one in (shop, other):
            assert await status_of(one, eve) == 200
    # A process that starts later knows it from the first request.
    async with open_shop() as later:
        assert await status_of(later, signed) == 401


async def test_a_database_outage_loses_no_ended_sign_in(shop: Shop, open_shop: OpenShop) -> None:
    signed = await sign_in(shop)
    async with open_shop() as other:
        reading = other.runtime.revoked_sessions

        class Gone:
            def reading(self) -> Any:
                raise OSError("the database is down")

        gone: Any = Gone()
        following = asyncio.create_task(reading.poll(gone))
        await until(lambda: not reading._is_complete)
        following.cancel()
        await by_signing_out(shop, signed)
        await until(lambda: is_signed_out(other, signed))


async def test_a_sign_in_ends_after_90_days_even_if_renewed(shop: Shop) -> None:
    signed = await sign_in(shop)
    token = signed.refresh_token
    for day in (25, 50, 75, 89):
        with clock.shift(timedelta(days=day)):
            token = (await refresh(shop, token))["refreshToken"]
    with clock.shift(timedelta(days=90, seconds=1)):
        await assert_ended(shop, token)


async def test_the_last_access_token_ends_with_the_session(open_shop: OpenShop) -> None:
    async with open_shop(session_seconds=600) as shop:
        signed = await sign_in(shop)
        with clock.shift(timedelta(seconds=500)):
            renewed = await refresh(shop, signed.refresh_token)
            last = access.read(shop.runtime.secrets, renewed["token"])
            assert (last.expires_at - clock.now()).total_seconds() <= 101
        with clock.shift(timedelta(seconds=601)):
            stored = {"jwtToken": renewed["token"], "refreshToken": renewed["refreshToken"]}
            response = await shop.client.post("/auth/loggedInUserDetails", json=stored)
            assert response.json()["status"] is False
