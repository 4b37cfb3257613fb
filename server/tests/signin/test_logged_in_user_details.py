"""POST /auth/loggedInUserDetails: always HTTP 200, `status` says whether the visitor is signed in."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from tests.shop import Shop
from tests.signin.factory import SignedIn, sign_in
from tests.signin.test_tokens import FORGERIES, claims_of

CALL = "/auth/loggedInUserDetails"


async def restored(shop: Shop, token: Any, refresh_token: Any) -> dict[str, Any]:
    response = await shop.client.post(CALL, json={"jwtToken": token, "refreshToken": refresh_token})
    assert response.status_code == 200
    body: dict[str, Any] = response.json()
    return body


async def assert_signed_out(shop: Shop, token: Any, refresh_token: Any) -> None:
    body = await restored(shop, token, refresh_token)
    assert body["status"] is False
    assert body["output"] is None
    assert body["error"]["code"] == "sign_in_ended"


async def assert_restored(shop: Shop, signed: SignedIn) -> dict[str, Any]:
    body = await restored(shop, signed.token, signed.refresh_token)
    assert body["status"] is True
    assert body["output"]["details"]["id"] == signed.id
    output: dict[str, Any] = body["output"]
    return output


async def test_a_fresh_token_is_not_renewed(shop: Shop) -> None:
    signed = await sign_in(shop)
    output = await assert_restored(shop, signed)
    assert output["token"] == signed.token
    assert output["refreshToken"] == signed.refresh_token
    assert output["details"] == signed.output["details"]


@pytest.mark.parametrize("age", [timedelta(minutes=13), timedelta(minutes=16), timedelta(days=29)])
async def test_expiring_and_expired_tokens_are_renewed(shop: Shop, age: timedelta) -> None:
    signed = await sign_in(shop)
    with clock.shift(age):
        output = await assert_restored(shop, signed)
        assert output["token"] != signed.token
        assert output["refreshToken"] != signed.refresh_token
        headers = {"Authorization": f"Bearer {output['token']}"}
        await shop.output("GET", "/customer", headers=headers)
        # A second tab that starts at the same moment gets the same response.
        assert await assert_restored(shop, signed) == output


async def test_concurrent_tabs_get_the_same_tokens(shop: Shop) -> None:
    signed = await sign_in(shop)
    with clock.shift(timedelta(minutes=16)):
        outputs = await asyncio.gather(*(assert_restored(shop, signed) for _ in range(8)))
    assert all(one == outputs[0] for one in outputs)


async def test_an_expiring_token_is_valid_without_a_refresh_token(shop: Shop) -> None:
    signed = await sign_in(shop)
    with clock.shift(timedelta(minutes=14)):
        body = await restored(shop, signed.token, "unknown")
    assert body["status"] is True
    assert body["output"]["token"] == signed.token


async def test_an_expired_token_with_an_invalid_refresh_token_is_signed_out(shop: Shop) -> None:
    signed = await sign_in(shop)
    with clock.shift(timedelta(minutes=16)):
        await assert_signed_out(shop, signed.token, "unknown")


async def test_the_refresh_token_of_another_customer_is_not_used(shop: Shop) -> None:
    ada, eve = await sign_in(shop, "ada@example.com"), await sign_in(shop, "eve@example.com")
    with clock.shift(timedelta(minutes=16)):
        await assert_signed_out(shop, eve.token, ada.refresh_token)
        await assert_restored(shop, ada)


async def test_a_copy_of_a_used_refresh_token_ends_the_sign_in(shop: Shop) -> None:
    signed = await sign_in(shop)
    await shop.output("POST", "/auth/refresh", json={"refreshToken": signed.refresh_token})
    with clock.shift(timedelta(minutes=14)):
        await assert_signed_out(shop, signed.token, signed.refresh_token)
        await assert_signed_out(shop, signed.token, signed.refresh_token)


async def test_no_session_is_restored_after_signing_out(shop: Shop) -> None:
    signed = await sign_in(shop)
    await shop.output("POST", "/auth/logout", json={"refreshToken": signed.refresh_token})
    await assert_signed_out(shop, signed.token, signed.refresh_token)


async def test_a_forged_token_is_signed_out(shop: Shop) -> None:
    signed = await sign_in(shop)
    for name in FORGERIES.keys() - {"expired"}:
        token = FORGERIES[name](claims_of(signed), shop.runtime.secret)
        await assert_signed_out(shop, token, signed.refresh_token)


INVALID_BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"{}",
    b'{"jwtToken": "x"}',
    b'{"jwtToken": null, "refreshToken": null}',
    b'{"jwtToken": 5, "refreshToken": ["x"]}',
    b'{"jwtToken": "", "refreshToken": ""}',
    b'{"jwtToken": "\\u0000", "refreshToken": "\\u0000"}',
    b'{"jwtToken": "\\ud800", "refreshToken": "\\ud800"}',
    b"\xff\xfe",
)


async def test_an_invalid_body_is_signed_out(shop: Shop) -> None:
    for body in INVALID_BODIES:
        response = await shop.client.post(
            CALL, content=body, headers={"Content-Type": "application/json"}
        )
        assert (response.status_code, response.json()["status"]) == (200, False), body


async def test_a_refresh_token_alone_is_not_enough(shop: Shop) -> None:
    signed = await sign_in(shop)
    response = await shop.client.post(CALL, json={"refreshToken": signed.refresh_token})
    assert (response.status_code, response.json()["status"]) == (200, False)
