"""Invitations and resets: one-time links that set up how an operator signs in."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.operators.factory import (
    PASSWORD,
    Authenticator,
    accept,
    actions_in_audit,
    browser,
    create_link,
    signed_in,
)
from tests.shop import Shop


async def test_the_command_prints_a_link_that_works_once(shop: Shop) -> None:
    done = await run_stallage(shop.runtime.settings, "operator", "create", "ada@example.com")
    assert done.status == 0, done.errors
    url = done.output.splitlines()[0]
    assert "/backoffice/invitation#" in url
    token = url.partition("#")[2]
    async with browser(shop) as person:
        await accept(person, token, "ada@example.com")
        session = await person.output("GET", "/session")
        assert (session["name"], session["role"]) == ("Ada Lovelace", "owner")
        assert len(person.recovery_codes) == 10
        assert await person.code_of("POST", "/links/open", json={"token": token}) == "link_invalid"
    listed = await run_stallage(shop.runtime.settings, "operator", "list")
    assert "ada@example.com  Ada Lovelace  owner  active" in listed.output


async def test_the_commands_disable_enable_and_reset(shop: Shop) -> None:
    settings = shop.runtime.settings
    async with signed_in(shop, email="first@example.com"), signed_in(shop) as person:
        for word in ("disable", "enable"):
            done = await run_stallage(settings, "operator", word, person.email)
            assert done.status == 0, done.errors
            assert await person.code_of("GET", "/session") == "unauthorized"
        await person.sign_in(person.recovery_codes[0])
        done = await run_stallage(settings, "operator", "reset", person.email)
        token = done.output.splitlines()[0].partition("#")[2]
        assert await person.code_of("GET", "/session") == "unauthorized"
        given = {"email": person.email, "password": PASSWORD}
        assert await person.code_of("POST", "/sign-in/password", json=given) == "sign_in_refused"
        await accept(person, token, person.email, "another unusual 77 phrase")
        assert await person.code_of("GET", "/session") == ""
    unknown = await run_stallage(settings, "operator", "reset", "nobody@example.com")
    assert (unknown.status, "nobody@example.com" in unknown.errors) == (1, True)


async def test_the_last_owner_is_not_disabled_by_the_command(shop: Shop) -> None:
    async with signed_in(shop) as person:
        done = await run_stallage(shop.runtime.settings, "operator", "disable", person.email)
        assert done.status == 1
        assert "at least one owner" in done.errors


async def test_two_who_accept_a_link_at_once_get_one_session(shop: Shop) -> None:
    token = await create_link(shop, "ada@example.com")
    async with browser(shop) as one, browser(shop) as other:
        results = await asyncio.gather(
            accept(one, token, "ada@example.com"),
            accept(other, token, "ada@example.com"),
            return_exceptions=True,
        )
    assert len([result for result in results if result is None]) == 1
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM operator_sessions") == 1
    assert (await actions_in_audit(shop)).count("operator.link_used") == 1


async def test_a_link_expires(shop: Shop) -> None:
    token = await create_link(shop, "ada@example.com")
    async with browser(shop) as person:
        with clock.shift(timedelta(hours=47)):
            assert await person.code_of("POST", "/links/open", json={"token": token}) == ""
        with clock.shift(timedelta(hours=49)):
            refused = await person.code_of("POST", "/links/open", json={"token": token})
            assert refused == "link_invalid"


async def test_a_wrong_code_does_not_use_the_link_up(shop: Shop) -> None:
    token = await create_link(shop, "ada@example.com")
    async with browser(shop) as person:
        link = await person.output("POST", "/links/open", json={"token": token})
        given = {
            "token": token,
            "name": "Ada",
            "password": PASSWORD,
            "challenge": link["totp"]["challenge"],
            "code": "000000",
        }
        assert await person.code_of("POST", "/links/password", json=given) == "proof_refused"
        await accept(person, token, "ada@example.com")


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "Password1234!",
        "qwertyuiop123",
        "123456789012",
        "aaaaaaaaaaaaaa",
        "iloveyou12345",
        "Sommer2024!!x",
        "W1llkommen2026",
        "abcabcabcabc",
        "the-ada-at-lovelace-river",
        "x" * 201,
    ],
)
async def test_weak_passwords_are_refused(shop: Shop, password: str) -> None:
    token = await create_link(shop, "ada@example.com")
    async with browser(shop) as person:
        link = await person.output("POST", "/links/open", json={"token": token})
        given = {
            "token": token,
            "name": "Ada Lovelace",
            "password": password,
            "challenge": link["totp"]["challenge"],
            "code": "123456",
        }
        response = await person.request("POST", "/links/password", json=given)
        assert response.status_code == 422
        assert "password" in response.json()["error"]["fields"]


async def test_a_link_of_another_operator_does_not_fit_a_challenge(shop: Shop) -> None:
    """The authenticator secret that somebody saw for one link cannot be used with another."""
    one = await create_link(shop, "one@example.com")
    two = await create_link(shop, "two@example.com")
    async with browser(shop) as person:
        link = await person.output("POST", "/links/open", json={"token": one})
        person.secret = link["totp"]["secret"]
        given = {
            "token": two,
            "name": "Two",
            "password": PASSWORD,
            "challenge": link["totp"]["challenge"],
            "code": person.code(),
        }
        assert await person.code_of("POST", "/links/password", json=given) == "challenge_expired"


async def test_an_invitation_is_mailed_and_accepted_with_a_passkey(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        member = await owner.output(
            "POST",
            "/team",
            json={"email": "Grace@Example.com", "name": "Grace", "role": "support"},
        )
        assert (member["status"], member["email"]) == ("invited", "grace@example.com")
        await shop.work()
        first = shop.message("operator_link")
        assert first["to"] == "grace@example.com"
        await owner.output("POST", f"/team/{member['id']}/invitation")
        await shop.work()
        second = shop.message("operator_link")
        token = second["data"]["url"].partition("#")[2]
        assert token in second["text"]
        async with browser(shop) as person:
            old = first["data"]["url"].partition("#")[2]
            assert (
                await person.code_of("POST", "/links/open", json={"token": old}) == "link_invalid"
            )
            await accept(person, token, "grace@example.com")
        refused = await owner.code_of("POST", f"/team/{member['id']}/invitation")
        assert refused == "already_set_up"


async def test_a_link_is_not_mailed_after_it_was_used(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        given = {"email": "grace@example.com", "name": "Grace", "role": "support"}
        member = await owner.output("POST", "/team", json=given)
        await owner.output("POST", f"/team/{member['id']}/disable")
        await shop.work()
        assert shop.outbox() == []


async def test_a_passkey_alone_accepts_a_link(open_shop: OpenShop) -> None:
    async with open_shop(public_url="http://localhost:8000") as shop, browser(shop) as person:
        token = await create_link(shop, "ada@example.com")
        link = await person.output("POST", "/links/open", json={"token": token})
        passkey = Authenticator("http://localhost:8000")
        given = {
            "token": token,
            "name": "Ada",
            "passkey": {
                "challenge": link["passkey"]["challenge"],
                "credential": passkey.create(link["passkey"]["options"]),
            },
            "passkeyName": "Key ring",
        }
        done = await person.output("POST", "/links/passkey", json=given)
        assert done["session"]["verificationMethods"] == ["passkey"]
        account = await person.output("GET", "/account")
        assert [one["name"] for one in account["passkeys"]] == ["Key ring"]
        assert (account["hasPassword"], account["hasTotp"]) == (False, False)
