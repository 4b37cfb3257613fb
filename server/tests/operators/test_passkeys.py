"""Passkeys: signing in without typing, and attacks with replayed or foreign responses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.conftest import OpenShop
from tests.operators.factory import Authenticator, Person, browser, signed_in
from tests.shop import Shop

ORIGIN = "http://localhost:8000"


@pytest.fixture
async def shop(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop at an address where browsers have passkeys."""
    async with open_shop(public_url=ORIGIN) as opened:
        yield opened


async def add(person: Person, passkey: Authenticator, name: str = "Laptop") -> str:
    """Add a passkey; return the error's code."""
    begun = await person.output("POST", "/account/passkeys/options")
    assertion = {"challenge": begun["challenge"], "credential": passkey.create(begun["options"])}
    given = {"name": name, "passkey": assertion}
    return await person.code_of("POST", "/account/passkeys", json=given)


@asynccontextmanager
async def with_passkey(shop: Shop) -> AsyncIterator[tuple[Person, Authenticator]]:
    """Return somebody with a password, an authenticator app and a passkey."""
    async with signed_in(shop) as person:
        passkey = Authenticator(ORIGIN)
        assert await add(person, passkey) == ""
        yield person, passkey


async def test_sign_in_with_a_passkey(shop: Shop) -> None:
    async with with_passkey(shop) as (person, passkey), browser(shop) as other:
        begun = await other.output("POST", "/sign-in/passkey/options")
        assert begun["options"]["allowCredentials"] == []
        assert begun["options"]["userVerification"] == "required"
        assertion = {"challenge": begun["challenge"], "credential": passkey.get(begun["options"])}
        session = await other.output("POST", "/sign-in/passkey", json=assertion)
        assert session["email"] == person.email
        # The same response again: the challenge is used up.
        assert (
            await other.code_of("POST", "/sign-in/passkey", json=assertion) == "challenge_expired"
        )
        # The same response with a new challenge: it was signed for another.
        again = await other.output("POST", "/sign-in/passkey/options")
        replayed = assertion | {"challenge": again["challenge"]}
        assert await other.code_of("POST", "/sign-in/passkey", json=replayed) == "sign_in_refused"


@pytest.mark.parametrize("attack", ["origin", "counter", "user", "key", "unknown", "junk"])
async def test_forged_responses_are_refused(shop: Shop, attack: str) -> None:
    async with with_passkey(shop) as (_, passkey), browser(shop) as other:
        begun = await other.output("POST", "/sign-in/passkey/options")
        first = {"challenge": begun["challenge"], "credential": passkey.get(begun["options"])}
        await other.output("POST", "/sign-in/passkey", json=first)
        begun = await other.output("POST", "/sign-in/passkey/options")
        if attack == "origin":
            passkey.origin = "https://phishing.example"
        elif attack == "counter":
            passkey.count = 0  # A copy of the authenticator that was left behind.
        elif attack == "user":
            passkey.verifies_user = False
        elif attack == "key":
            passkey.key = Authenticator(ORIGIN).key
        elif attack == "unknown":
            passkey.credential_id = Authenticator(ORIGIN).credential_id
        credential = passkey.get(begun["options"])
        if attack == "junk":
            credential = {"rawId": [1], "response": "x", "id": None}
        assertion = {"challenge": begun["challenge"], "credential": credential}
        assert await other.code_of("POST", "/sign-in/passkey", json=assertion) == "sign_in_refused"


async def test_a_passkey_cannot_be_added_twice_or_from_another_origin(shop: Shop) -> None:
    async with with_passkey(shop) as (person, passkey), signed_in(shop) as other:
        assert await add(other, passkey) == "proof_refused"
        assert await add(other, Authenticator("https://phishing.example")) == "proof_refused"
        unverified = Authenticator(ORIGIN, verifies_user=False)
        assert await add(other, unverified) == "proof_refused"
        assert len((await person.output("GET", "/account"))["passkeys"]) == 1


async def test_a_challenge_of_another_operator_is_refused(shop: Shop) -> None:
    async with with_passkey(shop) as (person, _), signed_in(shop) as other:
        begun = await person.output("POST", "/account/passkeys/options")
        assertion = {
            "challenge": begun["challenge"],
            "credential": Authenticator(ORIGIN).create(begun["options"]),
        }
        given = {"name": "Stolen", "passkey": assertion}
        assert await other.code_of("POST", "/account/passkeys", json=given) == "challenge_expired"


async def test_the_last_way_to_sign_in_stays(shop: Shop) -> None:
    async with with_passkey(shop) as (person, _):
        passkey_id = (await person.output("GET", "/account"))["passkeys"][0]["id"]
        path = f"/account/passkeys/{passkey_id}"
        renamed = await person.output("PATCH", path, json={"name": "Phone"})
        assert renamed["passkeys"][0]["name"] == "Phone"
        assert await person.code_of("DELETE", "/account/totp") == "last_sign_in_method"
        await person.output("DELETE", "/account/password")
        assert await person.code_of("DELETE", path) == "last_sign_in_method"
        await person.output("DELETE", "/account/totp")
        begun = {"password": "another unusual 77 phrase"}
        refused = await person.code_of("PUT", "/account/password", json=begun)
        assert refused == "second_factor_missing"


async def test_passkeys_of_others_cannot_be_changed(shop: Shop) -> None:
    async with with_passkey(shop) as (person, _), signed_in(shop) as other:
        passkey_id = (await person.output("GET", "/account"))["passkeys"][0]["id"]
        path = f"/account/passkeys/{passkey_id}"
        assert await other.code_of("PATCH", path, json={"name": "Mine"}) == "not_found"
        assert await other.code_of("DELETE", path) == "not_found"


async def test_a_passkey_proves_the_identity_again(shop: Shop) -> None:
    async with with_passkey(shop) as (person, passkey), signed_in(shop) as other:
        begun = await person.output("POST", "/session/verify/passkey")
        assert len(begun["options"]["allowCredentials"]) == 1
        assertion = {"challenge": begun["challenge"], "credential": passkey.get(begun["options"])}
        session = await person.output("POST", "/session/verify", json={"passkey": assertion})
        person.csrf = session["csrfToken"]
        # Somebody else's passkey proves nothing.
        begun = await other.output("POST", "/session/verify/passkey")
        options = begun["options"]
        assertion = {"challenge": begun["challenge"], "credential": passkey.get(options)}
        refused = await other.code_of("POST", "/session/verify", json={"passkey": assertion})
        assert refused == "proof_refused"


async def test_without_tls_or_a_name_there_are_no_passkeys(open_shop: OpenShop) -> None:
    async with open_shop() as plain, browser(plain) as person:
        assert await person.output("GET", "/sign-in") == {"passkeys": False}
        refused = await person.code_of("POST", "/sign-in/passkey/options")
        assert refused == "passkeys_unavailable"
