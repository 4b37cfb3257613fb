"""The newsletter: nobody gets it who has not asked for it and proven it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import typer

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.newsletter import cli
from stallage.newsletter.rules import ASK_AGAIN_SECONDS, SUBSCRIPTIONS
from tests.customers.factory import someone
from tests.shop import Shop
from tests.support.test_commands import run_with

URL = "/api/newsletter"
COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def ask(shop: Shop, email: str = "grace@example.com") -> list[dict[str, Any]]:
    """Signs up; the letters that came of it."""
    before = len(shop.outbox())
    assert await shop.output("POST", URL, json={"email": email}) == {"email": email}
    await shop.work()
    return shop.outbox()[before:]


def token_of(letter: dict[str, Any]) -> str:
    return str(letter["data"]["confirm"].rpartition("/")[2])


async def readers(shop: Shop) -> str:
    shown = await run_with(COMMANDS, shop, "newsletter", "list")
    assert shown.exit_code == 0
    return shown.stdout


async def later(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE newsletter_subscribers SET asked_at = $1",
            clock.now() - timedelta(seconds=ASK_AGAIN_SECONDS),
        )


async def test_nobody_reads_it_before_confirming(shop: Shop) -> None:
    (letter,) = await ask(shop)
    assert (letter["to"], letter["kind"]) == ("grace@example.com", "newsletter_confirm")
    assert letter["data"]["confirm"] in letter["text"]
    assert letter["headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "grace" not in await readers(shop)
    for _ in range(2):
        await shop.output("POST", f"{URL}/confirm", json={"token": token_of(letter)})
    listed = await readers(shop)
    assert listed.count("grace@example.com") == 1
    assert letter["data"]["unsubscribe"].rpartition("/")[2] in listed


async def test_asking_again_says_the_same_and_sends_no_flood(shop: Shop) -> None:
    (first,) = await ask(shop)
    assert await ask(shop) == []
    await later(shop)
    (second,) = await ask(shop, "Grace@example.com")
    # The older letter's link is no longer good.
    status, error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(first)})
    assert (status, error["code"]) == (404, "not_found")
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(second)})
    await later(shop)
    assert await ask(shop) == []


async def test_it_ends_with_one_click_and_can_begin_again(shop: Shop) -> None:
    (letter,) = await ask(shop)
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(letter)})
    for _ in range(2):
        response = await shop.client.post(
            letter["data"]["unsubscribe"], data={"List-Unsubscribe": "One-Click"}
        )
        assert response.status_code == 200
    assert "grace" not in await readers(shop)
    # A link once used to leave does not bring anybody back.
    status, _error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(letter)})
    assert status == 404
    (again,) = await ask(shop)
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(again)})
    assert "grace" in await readers(shop)


async def test_what_is_no_address(shop: Shop) -> None:
    for email in ("", "grace", "a@b", "a@b.c\nBcc: d@e.f", "a" * 400 + "@example.com", None, 7):
        status, error = await shop.error("POST", URL, json={"email": email})
        assert (status, list(error["fields"])) == (422, ["email"]), email
    assert shop.outbox() == []
    assert (await shop.error("POST", f"{URL}/confirm", json={"token": "x" * 65}))[0] == 422
    for number in range(SUBSCRIPTIONS.times):
        await shop.output("POST", URL, json={"email": f"g{number}@example.com"})
    assert (await shop.error("POST", URL, json={"email": "h@example.com"}))[0] == 429


async def test_who_is_forgotten_is_not_written_to(shop: Shop) -> None:
    grace = await someone(shop, "grace@example.com")
    (letter,) = await ask(shop)
    export = await shop.output("GET", "/customer/export", headers=grace.headers)
    assert export["newsletter"]["status"] == "waiting"
    async with shop.database.transaction() as connection:
        await forget_customer(connection, grace.id)
    await shop.work()
    status, _error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(letter)})
    assert status == 404


async def test_a_customer_starts_and_ends_it_without_a_letter(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    off = {"email": "ada@example.com", "isSubscribed": False}
    on = {**off, "isSubscribed": True}
    assert await shop.output("GET", URL, headers=ada.headers) == off
    before = len(shop.outbox())
    for _ in range(2):
        body = {"isSubscribed": True}
        assert await shop.output("PUT", URL, headers=ada.headers, json=body) == on
    await shop.work()
    assert len(shop.outbox()) == before
    assert (await readers(shop)).count("ada@example.com") == 1
    for _ in range(2):
        body = {"isSubscribed": False}
        assert await shop.output("PUT", URL, headers=ada.headers, json=body) == off
    assert "ada@example.com" not in await readers(shop)


async def test_a_sign_up_that_waits_is_confirmed_by_the_customer(shop: Shop) -> None:
    await ask(shop, "ada@example.com")
    ada = await someone(shop, "Ada@example.com")
    body = {"isSubscribed": True}
    output = await shop.output("PUT", URL, headers=ada.headers, json=body)
    assert output["isSubscribed"] is True
    assert (await readers(shop)).count("ada@example.com") == 1


async def test_a_customer_without_an_address_has_none(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE customers SET email = NULL, phone = '+12025550143' WHERE id = $1", ada.id
        )
    body = {"isSubscribed": True}
    output = await shop.output("PUT", URL, headers=ada.headers, json=body)
    assert output == {"email": None, "isSubscribed": False}
