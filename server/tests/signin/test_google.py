"""POST /auth/google: only what Google signed or vouched for, for this shop, signs anybody in."""

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
    """Google, as far as the shop can tell."""
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


async def test_an_id_token_signs_in_and_makes_a_customer(shop: Shop, google: GoogleStandIn) -> None:
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
    path, form = google.asked[0]
    assert path == "/token"
    assert form["redirect_uri"] == "postmessage"
    assert form["grant_type"] == "authorization_code"
    await assert_refused(shop, REFUSED, code="4/one")


async def test_an_access_token_counts_only_where_it_is_for_this_shop(
    shop: Shop, google: GoogleStandIn
) -> None:
    lasts = int(clock.now().timestamp()) + 3000
    said = {"aud": CLIENT_ID, "sub": "110", "email": "ada@gmail.com", "exp": str(lasts)}
    google.access_tokens = {
        "ours": said | {"email_verified": "true"},
        "of another shop": said | {"aud": "other.apps.googleusercontent.com"},
        "over": said | {"exp": str(lasts - 6000)},
        "of nobody": {"aud": CLIENT_ID, "exp": str(lasts)},
    }
    output = await shop.output("POST", GOOGLE, json={"accessToken": "ours"})
    assert output["details"]["email"] == "ada@gmail.com"
    for token in ("of another shop", "over", "of nobody", "unknown"):
        await assert_refused(shop, REFUSED, accessToken=token)


async def test_the_account_is_known_by_its_lasting_id(shop: Shop, google: GoogleStandIn) -> None:
    first = await shop.output("POST", GOOGLE, json={"credential": google.id_token()})
    moved = google.id_token(email="ada@elsewhere.example", given_name="Eve")
    second = await shop.output("POST", GOOGLE, json={"credential": moved})
    assert second["details"] == first["details"]


async def test_a_vouched_address_joins_the_customer_who_has_it(
    shop: Shop, google: GoogleStandIn
) -> None:
    signed = await sign_in(shop, "ada@example.com")
    token = google.id_token(email="ADA@example.com")
    output = await shop.output("POST", GOOGLE, json={"credential": token})
    assert output["details"]["id"] == signed.id


async def test_an_address_without_googles_word_is_proven_by_a_code(
    shop: Shop, google: GoogleStandIn
) -> None:
    signed = await sign_in(shop, "ada@example.com")
    # Whoever opened a Google account with a mailbox elsewhere need not have that mailbox today.
    unproven: tuple[dict[str, Any], ...] = ({"hd": None}, {"email_verified": False})
    for claims_of_it in unproven:
        token = google.id_token(**claims_of_it)
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
    # From now on the account is linked, whatever Google says of the address.
    again = await shop.output("POST", GOOGLE, json={"credential": google.id_token(hd=None)})
    assert again["details"]["id"] == signed.id


async def test_what_google_did_not_sign_for_this_shop_is_refused(
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


async def test_keys_are_fetched_once_and_again_where_google_has_a_new_one(
    shop: Shop, google: GoogleStandIn
) -> None:
    for number in range(3):
        token = google.id_token(jti=str(number))
        await shop.output("POST", GOOGLE, json={"credential": token})
    assert [path for path, _ in google.asked] == ["/certs"]
    google.keys["two"] = new_key()
    with clock.shift(timedelta(seconds=61)):
        await shop.output("POST", GOOGLE, json={"credential": google.id_token("two")})
        # Unknown ids do not make the shop ask Google again and again.
        for _ in range(3):
            token = jwt.encode(claims(), google.keys["one"], "RS256", {"kid": "made up"})
            await assert_refused(shop, REFUSED, credential=token)
    assert [path for path, _ in google.asked] == ["/certs", "/certs"]


async def test_google_out_of_reach_is_said(shop: Shop, google: GoogleStandIn) -> None:
    google.failing = True
    unreachable = (503, "google_unreachable")
    await assert_refused(shop, unreachable, credential=google.id_token())
    await assert_refused(shop, unreachable, code="4/one")
    await assert_refused(shop, unreachable, accessToken="ours")
    google.failing = False
    await shop.output("POST", GOOGLE, json={"credential": google.id_token()})


async def test_exactly_one_proof_is_taken(shop: Shop, google: GoogleStandIn) -> None:
    await assert_refused(shop, (422, "invalid_fields"))
    token = google.id_token()
    await assert_refused(shop, (422, "invalid_fields"), credential=token, code="4/one")
    await assert_refused(shop, (422, "invalid_fields"), credential="x" * 8193)


async def test_the_same_account_at_once_is_one_customer(shop: Shop, google: GoogleStandIn) -> None:
    # Each is a token of its own, as of several tabs.
    tokens = [google.id_token(jti=str(number)) for number in range(8)]
    outputs = await asyncio.gather(
        *(shop.output("POST", GOOGLE, json={"credential": token}) for token in tokens)
    )
    assert len({output["details"]["id"] for output in outputs}) == 1
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM customers") == 1
        assert await connection.fetchval("SELECT count(*) FROM google_accounts") == 1


async def test_a_proof_of_google_is_good_once(shop: Shop, google: GoogleStandIn) -> None:
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


async def test_the_nonce_of_the_browser_has_to_be_in_the_token(
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


async def test_the_customer_is_told_of_a_linked_account_once(
    shop: Shop, google: GoogleStandIn
) -> None:
    await sign_in(shop, "ada@example.com")
    browser = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    for number in range(2):
        token = google.id_token(jti=str(number))
        await shop.output("POST", GOOGLE, json={"credential": token}, headers=browser)
    # Who is made by it knows.
    token = google.id_token(sub="other", email="eve@example.com")
    await shop.output("POST", GOOGLE, json={"credential": token})
    await shop.work()
    told = [one for one in shop.outbox() if one["kind"] != "otp"]
    assert [(one["kind"], one["to"]) for one in told] == [("google_linked", "ada@example.com")]
    assert told[0]["data"]["device"] == "Firefox on Linux"
    assert "Firefox on Linux" in told[0]["text"]
    assert "Sign out everywhere" in told[0]["text"]


async def test_the_client_id_is_told(shop: Shop) -> None:
    output = await shop.output("GET", "/api/credentials/googleAuth")
    assert output == {"clientId": CLIENT_ID}


async def test_without_a_client_id_it_is_not_enabled(open_shop: OpenShop) -> None:
    async with open_shop() as plain:
        assert await plain.output("GET", "/api/credentials/googleAuth") == {"clientId": None}
        for body in ({"code": "x"}, {"credential": "x"}, {"accessToken": "x"}, {}):
            await assert_refused(plain, (503, "google_not_enabled"), **body)
