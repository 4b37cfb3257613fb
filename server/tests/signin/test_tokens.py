"""Access tokens, and rotation of refresh tokens, where reuse ends the sign-in."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
from pydantic import SecretStr

from stallage.core import access, clock
from stallage.core.leeway import LEEWAY_SECONDS
from stallage.orders.rules import guest_key
from stallage.signin.jobs import clean_up
from stallage.wallet.actions import create_gift_code
from tests.checkout.factory import place
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import SignedIn, sign_in
from tests.stocked_shop import stock_shop

REFRESH = "/auth/refresh"
OTHER_SECRET = b"the secret of another shop, long enough"


async def refresh(shop: Shop, refresh_token: str) -> dict[str, str]:
    output: dict[str, str] = await shop.output(
        "POST", REFRESH, json={"refreshToken": refresh_token}
    )
    return output


async def assert_ended(shop: Shop, refresh_token: str) -> None:
    status, error = await shop.error("POST", REFRESH, json={"refreshToken": refresh_token})
    assert (status, error["code"]) == (401, "sign_in_ended")


def claims_of(signed: SignedIn) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(signed.token, options={"verify_signature": False})
    return claims


def _part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def unsigned(claims: dict[str, Any]) -> str:
    return f"{_part({'alg': 'none', 'typ': 'JWT'})}.{_part(claims)}."


FORGERIES: dict[str, Callable[[dict[str, Any], bytes], str]] = {
    "unsigned": lambda claims, _: unsigned(claims),
    "signed by another": lambda claims, _: jwt.encode(claims, OTHER_SECRET, "HS256"),
    "another algorithm": lambda claims, secret: jwt.encode(claims, secret, "HS512"),
    "another issuer": lambda claims, secret: jwt.encode(
        {**claims, "iss": "https://elsewhere.example"}, secret, "HS256"
    ),
    "no issuer": lambda claims, secret: jwt.encode(
        {name: claims[name] for name in claims if name != "iss"}, secret, "HS256"
    ),
    "no expiry": lambda claims, secret: jwt.encode(
        {name: claims[name] for name in claims if name != "exp"}, secret, "HS256"
    ),
    "not valid yet": lambda claims, secret: jwt.encode(
        {**claims, "nbf": claims["nbf"] + 3600}, secret, "HS256"
    ),
    "expired": lambda claims, secret: jwt.encode(
        {**claims, "exp": claims["iat"] - 60}, secret, "HS256"
    ),
    "no number": lambda claims, secret: jwt.encode({**claims, "sub": "ada"}, secret, "HS256"),
    "endless": lambda claims, secret: jwt.encode({**claims, "exp": 10**20}, secret, "HS256"),
    "no token": lambda _claims, _secret: "not.a.token",
}


async def test_forged_tokens_are_rejected(shop: Shop) -> None:
    signed = await sign_in(shop)
    for name, forge in FORGERIES.items():
        token = forge(claims_of(signed), shop.runtime.secret)
        response = await shop.client.get("/customer", headers={"Authorization": f"Bearer {token}"})
        assert response.status_code == 401, name
        assert response.json()["error"]["code"] == "unauthorized"
        assert response.headers["www-authenticate"] == "Bearer"


async def test_another_customers_id_in_the_token_is_rejected(shop: Shop) -> None:
    signed = await sign_in(shop)
    header, body, signature = signed.token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    forged = f"{header}.{_part({**claims, 'sub': str(signed.id + 1)})}.{signature}"
    status, _ = await shop.error("GET", "/customer", headers={"Authorization": f"Bearer {forged}"})
    assert status == 401


async def test_an_access_token_expires_after_15_minutes_by_every_clock(shop: Shop) -> None:
    """A host that is half a minute ahead accepts what others issued for as long as they do."""
    signed = await sign_in(shop)
    expiry = datetime.fromtimestamp(claims_of(signed)["exp"], UTC)
    with clock.freeze(expiry + timedelta(seconds=LEEWAY_SECONDS - 1)):
        await shop.output("GET", "/customer", headers=signed.headers)
    with clock.freeze(expiry + timedelta(seconds=LEEWAY_SECONDS)):
        assert (await shop.error("GET", "/customer", headers=signed.headers))[0] == 401


async def test_a_host_whose_clock_is_behind_accepts_new_tokens(shop: Shop) -> None:
    signed = await sign_in(shop)
    issue = datetime.fromtimestamp(claims_of(signed)["iat"], UTC)
    with clock.freeze(issue - timedelta(seconds=LEEWAY_SECONDS)):
        await shop.output("GET", "/customer", headers=signed.headers)
    with clock.freeze(issue - timedelta(seconds=LEEWAY_SECONDS + 1)):
        assert (await shop.error("GET", "/customer", headers=signed.headers))[0] == 401


async def test_a_refresh_token_gives_new_tokens_that_work(shop: Shop) -> None:
    signed = await sign_in(shop)
    renewed = await refresh(shop, signed.refresh_token)
    assert renewed["refreshToken"] != signed.refresh_token
    me = await shop.output(
        "GET", "/customer", headers={"Authorization": f"Bearer {renewed['token']}"}
    )
    assert me["id"] == signed.id
    await refresh(shop, renewed["refreshToken"])


async def test_reuse_within_the_grace_period_returns_the_same_tokens(shop: Shop) -> None:
    signed = await sign_in(shop)
    first = await refresh(shop, signed.refresh_token)
    with clock.shift(timedelta(seconds=5)):
        assert await refresh(shop, signed.refresh_token) == first
    await refresh(shop, first["refreshToken"])


async def test_twenty_concurrent_tabs_get_the_same_tokens(shop: Shop) -> None:
    signed = await sign_in(shop)
    answers = await asyncio.gather(*(refresh(shop, signed.refresh_token) for _ in range(20)))
    assert len({answer["refreshToken"] for answer in answers}) == 1
    assert len({answer["token"] for answer in answers}) == 1
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM refresh_tokens") == 2


async def test_reuse_after_the_grace_period_ends_the_sign_in(shop: Shop) -> None:
    signed = await sign_in(shop)
    renewed = await refresh(shop, signed.refresh_token)
    with clock.shift(timedelta(seconds=11)):
        await assert_ended(shop, signed.refresh_token)
        await assert_ended(shop, renewed["refreshToken"])


async def test_ending_one_sign_in_does_not_affect_another(shop: Shop) -> None:
    first = await sign_in(shop)
    with clock.shift(timedelta(seconds=40)):
        second = await sign_in(shop)
    await refresh(shop, first.refresh_token)
    with clock.shift(timedelta(seconds=60)):
        await assert_ended(shop, first.refresh_token)
        await refresh(shop, second.refresh_token)


async def test_signing_out_is_idempotent(shop: Shop) -> None:
    signed = await sign_in(shop)
    renewed = await refresh(shop, signed.refresh_token)
    for token in (signed.refresh_token, renewed["refreshToken"], "never-heard-of"):
        assert await shop.output("POST", "/auth/logout", json={"refreshToken": token}) is None
    await assert_ended(shop, renewed["refreshToken"])
    await assert_ended(shop, signed.refresh_token)


async def test_signing_out_while_refreshing_leaves_no_valid_token(shop: Shop) -> None:
    signed = await sign_in(shop)
    await asyncio.gather(
        *(
            shop.client.post(path, json={"refreshToken": signed.refresh_token})
            for path in (REFRESH, "/auth/logout", REFRESH, REFRESH)
        )
    )
    await assert_ended(shop, signed.refresh_token)


async def test_a_refresh_token_expires(shop: Shop) -> None:
    signed = await sign_in(shop)
    with clock.shift(timedelta(days=30, seconds=1)):
        await assert_ended(shop, signed.refresh_token)


async def test_an_unknown_refresh_token_is_rejected(shop: Shop) -> None:
    for token in ("nonsense", "ü" * 50, "x" * 8192):
        await assert_ended(shop, token)


async def test_refresh_tokens_are_not_stored(shop: Shop) -> None:
    signed = await sign_in(shop)
    renewed = await refresh(shop, signed.refresh_token)
    async with shop.database.reading() as connection:
        stored = str(await connection.fetch("SELECT * FROM refresh_tokens"))
    assert signed.refresh_token not in stored
    assert renewed["refreshToken"] not in stored


async def test_expired_rows_are_deleted(shop: Shop) -> None:
    await sign_in(shop)
    with clock.shift(timedelta(days=31)):
        await clean_up(shop.runtime)
    async with shop.database.reading() as connection:
        for table in ("issued_codes", "limits", "refresh_tokens", "sign_ins"):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") == 0


async def test_lifetimes_are_settings(open_shop: OpenShop) -> None:
    async with open_shop(access_token_seconds=60) as shop:
        signed = await sign_in(shop)
        assert access.read(shop.runtime.secrets, signed.token).customer_id == signed.id
        with clock.shift(timedelta(seconds=60 + LEEWAY_SECONDS + 1)):
            assert (await shop.error("GET", "/customer", headers=signed.headers))[0] == 401


async def test_a_new_secret_key_signs_nobody_out(open_shop: OpenShop) -> None:
    first, second = SecretStr("1" * 32), SecretStr("2" * 32)
    async with open_shop(secret_key=first) as shop:
        signed = await sign_in(shop)
        (product,) = await stock_shop(shop)
        sku_id = product.sku_id
        async with shop.database.transaction() as connection:
            gift = await create_gift_code(connection, shop.runtime.secret, 500)
        order_id = (await place(shop, [sku_id]))["orderId"]
        link = f"/api/orders/{order_id}?key={guest_key(shop.runtime.secret, order_id)}"
    stored = {"jwtToken": signed.token, "refreshToken": signed.refresh_token}
    async with open_shop(secret_key=second, previous_secret_keys=(first,)) as shop:
        # Links in emails and printed gift codes from the previous key remain valid.
        assert (await shop.output("GET", link))["orderId"] == order_id
        redeem = {"json": {"code": gift}, "headers": signed.headers}
        await shop.output("POST", "/api/wallet/redeem", **redeem)
        me = await shop.output("GET", "/customer", headers=signed.headers)
        assert me["id"] == signed.id
        with clock.shift(timedelta(seconds=890)):
            restored = await shop.output("POST", "/auth/loggedInUserDetails", json=stored)
            renewed = {"Authorization": f"Bearer {restored['token']}"}
            await shop.output("GET", "/customer", headers=renewed)
            assert access.read((b"2" * 32,), restored["token"]).customer_id == signed.id
    # Once the previous key is removed from the list, its signatures are invalid.
    async with open_shop(secret_key=second) as shop:
        assert (await shop.error("GET", "/customer", headers=signed.headers))[0] == 401
