"""POST /auth/google: only tokens that Google issued for this shop sign anybody in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any

import jwt
import pytest

from stallage.core import clock
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import another, last_code, sign_in
from tests.signin.google_stand_in import CLIENT_ID, GoogleStandIn, claims, new_key, running_google
from tests.signin.test_tokens import unsigned

GOOGLE = "/auth/google"


@pytest.fixture
def google() -> Iterator[GoogleStandIn]:
    """A local server that replaces Google."""
    with running_google() as stand_in:
        yield stand_in


@pytest.fixture
async def shop(open_shop: OpenShop, google: GoogleStandIn) -> AsyncIterator[Shop]:
    """A shop with Google sign-in."""
    async with open_shop(**google.settings()) as opened:
        yield opened


async def assert_refused(shop: Shop, expected: tuple[int, str], **body: Any) -> None:
    status, error = await shop.error("POST", GOOGLE, json=body)
    assert (status, error["code"]) == expected, body


REFUSED = (422, "google_refused")


async def test_an_id_token_signs_in_and_creates_a_customer(
    shop: Shop, google: GoogleStandIn
) -> None:
    output = await shop.output("POST", GOOGLE, json={"credential": google.id_token()})
    details = output["details"]
    assert (details["email"], details["firstName"], details["lastName"]) == (
        "ada@example.com",
        "Ada",
        "Miller",
    )
    headers = {"Authorization": f"Bearer {output['token']}"}
    assert await shop.output("GET", "/customer", headers=headers) == details
    await shop.output("POST", "/auth/refresh", json={"refreshToken": output["refreshToken"]})


async def test_a_code_is_exchanged_with_the_secret(shop: Shop, google: GoogleStandIn) -> None:
    google.codes["4/one"] = google.id_token()
    output = await shop.output("POST", GOOGLE, json={"code": "4/one"})
    assert output["details"]["email"] == "ada@example.com"
    path, form = google.requests[0]
    assert path == "/token"
    assert form["redirect_uri"] == "postmessage"
    assert form["grant_type"] == "authorization_code"
    await assert_refused(shop, REFUSED, code="4/one")


async def test_an_access_token_must_be_issued_for_this_shop(
    shop: Shop, google: GoogleStandIn
) -> None:
    lasts = int(clock.now().timestamp()) + 3000
    info = {"aud": CLIENT_ID, "sub": "110", "email": "ada@gmail.com", "exp": str(lasts)}
    google.access_tokens = {
        "ours": info | {"email_verified": "true"},
        "of another shop": info | {"aud": "other.apps.googleusercontent.com"},
        "expired": info | {"exp": str(lasts - 6000)},
        "without email": {"aud": CLIENT_ID, "exp": str(lasts)},
    }
    output = await shop.output("POST", GOOGLE, json={"accessToken": "ours"})
    assert output["details"]["email"] == "ada@gmail.com"
    for token in ("of another shop", "expired", "without email", "unknown"):
        await assert_refused(shop, REFUSED, accessToken=token)


async def test_the_account_is_identified_by_its_permanent_id(
    shop: Shop, google: GoogleStandIn
) -> None:
    first = await shop.output("POST", GOOGLE, json={"credential": google.id_token()})
    moved = google.id_token(email="ada@elsewhere.example", given_name="Eve")
    second = await shop.output("POST", GOOGLE, json={"credential": moved})
    assert second["details"] == first["details"]


async def test_a_verified_address_signs_in_the_customer_who_has_it(
    shop: Shop, google: GoogleStandIn
) -> None:
    signed = await sign_in(shop, "ada@example.com")
    token = google.id_token(email="ADA@example.com")
    output = await shop.output("POST", GOOGLE, json={"credential": token})
    assert output["details"]["id"] == signed.id


async def test_an_address_that_google_does_not_verify_needs_a_code(
    shop: Shop, google: GoogleStandIn
) -> None:
    signed = await sign_in(shop, "ada@example.com")
    # A mailbox elsewhere may not belong to the owner of the Google account any more.
    unverified_claims: tuple[dict[str, Any], ...] = ({"hd": None}, {"email_verified": False})
    for changes in unverified_claims:
        token = google.id_token(**changes)
        await assert_refused(shop, (409, "google_email_unproven"), credential=token)
    unverified: dict[str, Any] = {"email": "ada@gmail.com", "hd": None, "email_verified": False}
    refused = (409, "google_email_unproven")
    await assert_refused(shop, refused, credential=google.id_token(**unverified))
    with clock.shift(timedelta(seconds=31)):
        await shop.output("POST", "/auth/otp/request", json={"email": "ada@example.com"})
        code = await last_code(shop, "ada@example.com")
        await assert_refused(shop, (422, "otp_invalid"), credential=token, otp=another(code))
        output = await shop.output("POST", GOOGLE, json={"credential": token, "otp": code})
    assert output["details"]["id"] == signed.id
    # The account is linked now, regardless of the address.
    again = await shop.output("POST", GOOGLE, json={"credential": google.id_token(hd=None)})
    assert again["details"]["id"] == signed.id


async def test_tokens_that_google_did_not_sign_for_this_shop_are_rejected(
    shop: Shop, google: GoogleStandIn
) -> None:
    now = int(clock.now().timestamp())
    stranger = new_key()
    forged = jwt.encode(claims(), stranger, "RS256", {"kid": "one"})
    public = google._public("one")["n"]
    good = google.id_token()
    for credential in (
        forged,
        jwt.encode(claims(), stranger, "RS256", {"kid": "unknown"}),
        jwt.encode(claims(), stranger, "RS256"),
        jwt.encode(claims(), public, "HS256", {"kid": "one"}),
        unsigned(claims()),
        good[:-6] + "AAAAAA",
        google.id_token(aud="other.apps.googleusercontent.com"),
        google.id_token(aud=[CLIENT_ID, "other"]),
        google.id_token(aud=None),
        google.id_token(iss="https://accounts.google.com.evil.example"),
        google.id_token(iss=None),
        google.id_token(exp=now - 60),
        google.id_token(exp=None),
        google.id_token(iat=now + 3600),
        google.id_token(sub=None),
        google.id_token(email=None),
        google.id_token(email="nobody"),
        "nonsense",
        "a.b.c",
    ):
        await assert_refused(shop, REFUSED, credential=credential)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 0


async def test_keys_are_cached_and_fetched_again_for_an_unknown_id(
    shop: Shop, google: GoogleStandIn
) -> None:
    for number in range(3):
        token = google.id_token(jti=str(number))
        await shop.output("POST", GOOGLE, json={"credential": token})
    assert [path for path, _ in google.requests] == ["/certs"]
    google.keys["two"] = new_key()
    with clock.shift(timedelta(seconds=61)):
        await shop.output("POST", GOOGLE, json={"credential": google.id_token("two")})
        # Unknown ids do not cause repeated requests to Google.
        for _ in range(3):
            token = jwt.encode(claims(), google.keys["one"], "RS256", {"kid": "made up"})
            await assert_refused(shop, REFUSED, credential=token)
    assert [path for path, _ in google.requests] == ["/certs", "/certs"]


async def test_google_is_unreachable(shop: Shop, google: GoogleStandIn) -> None:
    google.failing = True
    unreachable = (503, "google_unreachable")
    await assert_refused(shop, unreachable, credential=google.id_token())
    await assert_refused(shop, unreachable, code="4/one")
    await assert_refused(shop, unreachable, accessToken="ours")
    google.failing = False
    await shop.output("POST", GOOGLE, json={"credential": google.id_token()})


async def test_exactly_one_token_is_accepted(shop: Shop, google: GoogleStandIn) -> None:
    await assert_refused(shop, (422, "invalid_fields"))
    token = google.id_token()
    await assert_refused(shop, (422, "invalid_fields"), credential=token, code="4/one")
    await assert_refused(shop, (422, "invalid_fields"), credential="x" * 8193)


async def test_concurrent_sign_ins_create_one_customer(shop: Shop, google: GoogleStandIn) -> None:
    # A different token each, as from several tabs.
    tokens = [google.id_token(jti=str(number)) for number in range(8)]
    outputs = await asyncio.gather(
        *(shop.output("POST", GOOGLE, json={"credential": token}) for token in tokens)
    )
    assert len({output["details"]["id"] for output in outputs}) == 1
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 1
        assert await connection.fetchval("SELECT count(*) FROM google_accounts") == 1


async def test_a_google_token_can_be_used_once(shop: Shop, google: GoogleStandIn) -> None:
    token = google.id_token()
    responses = await asyncio.gather(
        *(shop.client.post(GOOGLE, json={"credential": token}) for _ in range(6))
    )
    assert sorted(response.status_code for response in responses) == [200] + [422] * 5
    await assert_refused(shop, REFUSED, credential=token)
    lasts = int(clock.now().timestamp()) + 3000
    google.access_tokens["ours"] = {
        "aud": CLIENT_ID,
        "sub": "110",
        "email": "eve@gmail.com",
        "email_verified": "true",
        "exp": str(lasts),
    }
    await shop.output("POST", GOOGLE, json={"accessToken": "ours"})
    await assert_refused(shop, REFUSED, accessToken="ours")


async def test_the_token_must_contain_the_nonce_of_the_browser(
    shop: Shop, google: GoogleStandIn
) -> None:
    for token, nonce in (
        (google.id_token(nonce="of another browser"), "mine"),
        (google.id_token(nonce="of another browser"), None),
        (google.id_token(), "mine"),
    ):
        await assert_refused(shop, REFUSED, credential=token, nonce=nonce)
        google.codes["4/one"] = token
        await assert_refused(shop, REFUSED, code="4/one", nonce=nonce)
    token = google.id_token(nonce="mine")
    await shop.output("POST", GOOGLE, json={"credential": token, "nonce": "mine"})


async def test_the_customer_gets_one_email_about_a_linked_account(
    shop: Shop, google: GoogleStandIn
) -> None:
    await sign_in(shop, "ada@example.com")
    browser = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    for number in range(2):
        token = google.id_token(jti=str(number))
        await shop.output("POST", GOOGLE, json={"credential": token}, headers=browser)
    # A customer who is created by the sign-in gets no email.
    token = google.id_token(sub="other", email="eve@example.com")
    await shop.output("POST", GOOGLE, json={"credential": token})
    await shop.work()
    emails = [one for one in shop.outbox() if one["kind"] != "otp"]
    assert [(one["kind"], one["to"]) for one in emails] == [("google_linked", "ada@example.com")]
    assert emails[0]["data"]["device"] == "Firefox on Linux"
    assert "Firefox on Linux" in emails[0]["text"]
    assert "Sign out everywhere" in emails[0]["text"]


async def test_the_client_id_is_returned(shop: Shop) -> None:
    output = await shop.output("GET", "/api/credentials/googleAuth")
    assert output == {"clientId": CLIENT_ID}


async def test_without_a_client_id_it_is_not_enabled(open_shop: OpenShop) -> None:
    async with open_shop() as plain:
        assert await plain.output("GET", "/api/credentials/googleAuth") == {"clientId": None}
        for body in ({"code": "x"}, {"credential": "x"}, {"accessToken": "x"}, {}):
            await assert_refused(plain, (503, "google_not_enabled"), **body)
