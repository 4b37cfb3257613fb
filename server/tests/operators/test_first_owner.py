"""The first owner's account, created in the browser with the link that `serve` prints."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.core import clock
from stallage.operators.rules.sessions import first_owner_url
from stallage.welcome import greeting
from tests.command import run_stallage
from tests.operators.factory import accept, browser, signed_in
from tests.shop import Shop

ADA = {"email": "ada@example.com", "name": "Ada Lovelace"}


def token_of(shop: Shop) -> str:
    runtime = shop.runtime
    url = first_owner_url(runtime.settings.public_url, runtime.secret, clock.now())
    return url.partition("#")[2]


async def printed(shop: Shop) -> str:
    settings = shop.runtime.settings
    return "\n".join(await greeting(settings, settings.database_url, shop.url))


async def test_the_printed_link_makes_one_owner(shop: Shop) -> None:
    text = await printed(shop)
    token = text.partition("/backoffice/first-owner#")[2].partition("\n")[0]
    async with browser(shop) as person:
        link = await person.output("POST", "/first-owner", json={"token": token, **ADA})
        await accept(person, link["token"], ADA["email"])
        session = await person.output("GET", "/session")
        assert (session["name"], session["role"]) == ("Ada Lovelace", "owner")
    assert "first-owner" not in await printed(shop)
    async with browser(shop) as stranger:
        again = {"token": token, "email": "eve@example.com", "name": "Eve"}
        assert await stranger.code_of("POST", "/first-owner", json=again) == "first_owner_refused"
    async with shop.database.reading() as connection:
        entry = await connection.fetchrow(
            "SELECT actor_name, subject_label FROM audit_entries WHERE action = $1",
            "operator.first_owner_created",
        )
    assert entry is not None
    assert (entry["actor_name"], entry["subject_label"]) == ("Ada Lovelace", "ada@example.com")


async def test_who_left_before_the_sign_in_starts_again(shop: Shop) -> None:
    token = token_of(shop)
    async with browser(shop) as person:
        typo = {"token": token, "email": "ada@exmaple.com", "name": "Ada"}
        first = await person.output("POST", "/first-owner", json=typo)
        second = await person.output("POST", "/first-owner", json={"token": token, **ADA})
        old = {"token": first["token"]}
        assert await person.code_of("POST", "/links/open", json=old) == "link_invalid"
        await accept(person, second["token"], ADA["email"])
    listed = await run_stallage(shop.runtime.settings, "operator", "list")
    assert [line.split()[0] for line in listed.output.splitlines()] == [ADA["email"]]


async def test_bad_tokens_are_refused(shop: Shop) -> None:
    good = token_of(shop)
    with clock.freeze(clock.now() - timedelta(hours=25)):
        expired = token_of(shop)
    _, _, mac = good.partition(".")
    async with browser(shop) as person:
        for token in (expired, f"ffffffffff.{mac}", "x" * 40, f"{good}x"):
            given = {"token": token, **ADA}
            code = await person.code_of("POST", "/first-owner", json=given)
            assert code == "first_owner_refused", token
        bad_email = {"token": good, "email": "nobody", "name": "Ada"}
        assert await person.code_of("POST", "/first-owner", json=bad_email) == "invalid_fields"


async def test_a_shop_with_a_team_has_no_first_owner(shop: Shop) -> None:
    token = token_of(shop)
    async with signed_in(shop) as owner:
        settings = shop.runtime.settings
        await run_stallage(settings, "operator", "reset", owner.email)
    async with browser(shop) as person:
        code = await person.code_of("POST", "/first-owner", json={"token": token, **ADA})
        assert code == "first_owner_refused"


async def test_two_at_once_make_one_owner(shop: Shop) -> None:
    token = token_of(shop)
    async with browser(shop) as one, browser(shop) as other:
        links = await asyncio.gather(
            *(
                person.output(
                    "POST",
                    "/first-owner",
                    json={"token": token, "email": f"{name}@example.com", "name": name},
                )
                for person, name in ((one, "ada"), (other, "eve"))
            )
        )
        valid = [
            link["token"]
            for link in links
            if await one.code_of("POST", "/links/open", json={"token": link["token"]}) == ""
        ]
        assert len(valid) == 1
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM operators") == 1
