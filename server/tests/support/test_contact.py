"""The contact form: a ticket for whoever writes, with or without an account."""

from __future__ import annotations

import re

from stallage.core.events import publish
from stallage.customers.actions.contacts import customer_with_email
from stallage.customers.actions.forgetting import forget_customer
from stallage.signin.events import CustomerSignedIn
from stallage.support.actions import reply
from stallage.support.rules import GUESTS_OF_ADDRESS, GUESTS_OF_CLIENT
from tests.customers.factory import someone
from tests.shop import Shop

URL = "/api/contact"
WRITTEN = {
    "name": "Grace",
    "email": "grace@example.com",
    "subject": "Do you deliver to Maine?",
    "message": "To an <island>.",
}


async def test_a_guest_writes_and_is_answered_by_mail(shop: Shop) -> None:
    ticket_id = (await shop.output("POST", URL, json=WRITTEN))["ticketId"]
    assert re.fullmatch("ST-....-....", ticket_id)
    await shop.work()
    receipt = shop.outbox()[-1]
    assert (receipt["to"], receipt["kind"]) == ("grace@example.com", "ticket_received")
    assert ticket_id in receipt["text"]
    # The address is not proven: what a stranger wrote is not sent on under the shop's name.
    for word in ("Maine", "island", "Grace"):
        assert word not in receipt["text"] + receipt["html"] + receipt["subject"]
    async with shop.database.transaction() as connection:
        await reply(connection, ticket_id, "We do.")
    await shop.work()
    letter = shop.outbox()[-1]
    assert (letter["to"], letter["kind"]) == ("grace@example.com", "ticket_answered")
    assert "sign in with this e-mail address" in letter["text"].replace("\n", " ")


async def test_a_guests_ticket_becomes_theirs_who_prove_the_address(shop: Shop) -> None:
    ticket_id = (await shop.output("POST", URL, json=WRITTEN))["ticketId"]
    stranger = await someone(shop)
    grace = await someone(shop, "GRACE@example.com")
    for who in (stranger, grace):
        async with shop.database.transaction() as connection:
            signed_in = CustomerSignedIn(customer_id=who.id)
            await publish(connection, signed_in, signed_in)
    await shop.work()
    url = f"/api/supporttickets/{ticket_id}"
    status, _error = await shop.error("GET", url, headers=stranger.headers)
    assert status == 404
    whole = await shop.output("GET", url, headers=grace.headers)
    assert whole["messages"][0]["message"] == WRITTEN["message"]


async def test_a_customers_message_is_a_ticket_of_theirs(shop: Shop) -> None:
    ada = await someone(shop)
    body = {**WRITTEN, "name": "", "email": ""}
    ticket_id = (await shop.output("POST", URL, json=body, headers=ada.headers))["ticketId"]
    listed = await shop.output("GET", "/api/supporttickets", headers=ada.headers)
    assert [one["ticketId"] for one in listed["items"]] == [ticket_id]
    await shop.work()
    assert shop.outbox() == []


async def test_what_a_guest_has_to_say(shop: Shop) -> None:
    for changes, said in (
        ({"name": " "}, {"name": ["Your name cannot be blank."]}),
        ({"email": ""}, {"email": ["Your email cannot be blank."]}),
        ({"email": "grace"}, {"email": ["Please enter email in correct format."]}),
        ({"email": "a@b.c\r\nBcc: d@e.f"}, None),
        ({"subject": ""}, {"subject": ["Subject cannot be blank."]}),
        ({"message": "a" * 5001}, {"message": ["Message cannot exceed 5000 characters."]}),
        ({"message": "\x00"}, None),
    ):
        status, error = await shop.error("POST", URL, json={**WRITTEN, **changes})
        assert status == 422, changes
        assert said is None or error["fields"] == said
    status, _error = await shop.error(
        "POST", URL, json=WRITTEN, headers={"Authorization": "Bearer nonsense"}
    )
    assert status == 401


async def test_floods_are_held_back(shop: Shop) -> None:
    for _ in range(GUESTS_OF_ADDRESS.times):
        await shop.output("POST", URL, json=WRITTEN)
    status, _error = await shop.error("POST", URL, json=WRITTEN)
    assert status == 429
    for number in range(GUESTS_OF_CLIENT.times - GUESTS_OF_ADDRESS.times - 1):
        await shop.output("POST", URL, json={**WRITTEN, "email": f"g{number}@example.com"})
    response = await shop.client.post(URL, json={**WRITTEN, "email": "other@example.com"})
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0


async def test_who_is_forgotten_has_asked_nothing(shop: Shop) -> None:
    await shop.output("POST", URL, json=WRITTEN)
    async with shop.database.transaction() as connection:
        await forget_customer(connection, await customer_with_email(connection, WRITTEN["email"]))
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM tickets") == 0
