"""The newsletter is sent only to confirmed subscribers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import typer

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.newsletter import cli
from stallage.newsletter.rules import RESEND_SECONDS, SUBSCRIPTIONS
from tests.customers.factory import someone
from tests.shop import Shop
from tests.support.test_commands import run_with

URL = "/api/newsletter"
COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def sign_up(shop: Shop, email: str = "grace@example.com") -> list[dict[str, Any]]:
    """Sign up and return the emails that were sent."""
    before = len(shop.outbox())
    assert await shop.output("POST", URL, json={"email": email}) == {"email": email}
    await shop.work()
    return shop.outbox()[before:]


def token_of(email: dict[str, Any]) -> str:
    return str(email["data"]["confirm"].rpartition("/")[2])


async def list_subscribers(shop: Shop) -> str:
    result = await run_with(COMMANDS, shop, "newsletter", "list")
    assert result.exit_code == 0
    return result.stdout


async def wait_until_resend(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE newsletter_subscribers SET requested_at = $1",
            clock.now() - timedelta(seconds=RESEND_SECONDS),
        )


async def test_an_address_is_subscribed_after_confirming(shop: Shop) -> None:
    (email,) = await sign_up(shop)
    assert (email["to"], email["kind"]) == ("grace@example.com", "newsletter_confirm")
    assert email["data"]["confirm"] in email["text"]
    assert email["headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "grace" not in await list_subscribers(shop)
    for _ in range(2):
        await shop.output("POST", f"{URL}/confirm", json={"token": token_of(email)})
    listed = await list_subscribers(shop)
    assert listed.count("grace@example.com") == 1
    assert email["data"]["unsubscribe"].rpartition("/")[2] in listed


async def test_a_repeated_sign_up_is_answered_the_same_and_rate_limited(shop: Shop) -> None:
    (first,) = await sign_up(shop)
    assert await sign_up(shop) == []
    await wait_until_resend(shop)
    (second,) = await sign_up(shop, "Grace@example.com")
    # The link in the older email is no longer valid.
    status, error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(first)})
    assert (status, error["code"]) == (404, "not_found")
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(second)})
    await wait_until_resend(shop)
    assert await sign_up(shop) == []


async def test_unsubscribing_takes_one_click_and_allows_a_new_sign_up(shop: Shop) -> None:
    (email,) = await sign_up(shop)
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(email)})
    for _ in range(2):
        response = await shop.client.post(
            email["data"]["unsubscribe"], data={"List-Unsubscribe": "One-Click"}
        )
        assert response.status_code == 200
    assert "grace" not in await list_subscribers(shop)
    # A link that was used to unsubscribe does not subscribe again.
    status, _error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(email)})
    assert status == 404
    (again,) = await sign_up(shop)
    await shop.output("POST", f"{URL}/confirm", json={"token": token_of(again)})
    assert "grace" in await list_subscribers(shop)


async def test_invalid_addresses_and_floods_are_rejected(shop: Shop) -> None:
    for address in ("", "grace", "a@b", "a@b.c\nBcc: d@e.f", "a" * 400 + "@example.com", None, 7):
        status, error = await shop.error("POST", URL, json={"email": address})
        assert (status, list(error["fields"])) == (422, ["email"]), address
    assert shop.outbox() == []
    assert (await shop.error("POST", f"{URL}/confirm", json={"token": "x" * 65}))[0] == 422
    for number in range(SUBSCRIPTIONS.times):
        await shop.output("POST", URL, json={"email": f"g{number}@example.com"})
    assert (await shop.error("POST", URL, json={"email": "h@example.com"}))[0] == 429


async def test_the_address_of_an_erased_customer_is_deleted(shop: Shop) -> None:
    grace = await someone(shop, "grace@example.com")
    (email,) = await sign_up(shop)
    export = await shop.output("GET", "/customer/export", headers=grace.headers)
    assert export["newsletter"]["status"] == "waiting"
    async with shop.database.transaction() as connection:
        await forget_customer(connection, grace.id)
    await shop.work()
    status, _error = await shop.error("POST", f"{URL}/confirm", json={"token": token_of(email)})
    assert status == 404


async def test_a_customer_subscribes_and_unsubscribes_without_confirmation(shop: Shop) -> None:
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
    assert (await list_subscribers(shop)).count("ada@example.com") == 1
    for _ in range(2):
        body = {"isSubscribed": False}
        assert await shop.output("PUT", URL, headers=ada.headers, json=body) == off
    assert "ada@example.com" not in await list_subscribers(shop)


async def test_a_customer_confirms_a_waiting_sign_up(shop: Shop) -> None:
    await sign_up(shop, "ada@example.com")
    ada = await someone(shop, "Ada@example.com")
    body = {"isSubscribed": True}
    output = await shop.output("PUT", URL, headers=ada.headers, json=body)
    assert output["isSubscribed"] is True
    assert (await list_subscribers(shop)).count("ada@example.com") == 1


async def test_a_customer_without_an_address_cannot_subscribe(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE customers SET email = NULL, phone = '+12025550143' WHERE id = $1", ada.id
        )
    body = {"isSubscribed": True}
    output = await shop.output("PUT", URL, headers=ada.headers, json=body)
    assert output == {"email": None, "isSubscribed": False}
