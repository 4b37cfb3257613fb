"""The contact form, for customers and guests."""

from __future__ import annotations

import re

from stallage.core.events import publish
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.customers.actions.forgetting import forget_customer
from stallage.signin.events import CustomerSignedIn
from stallage.support.actions import reply
from stallage.support.rules import GUEST_TICKETS_PER_ADDRESS, GUEST_TICKETS_PER_CLIENT
from tests.customers.factory import someone
from tests.shop import Shop

URL = "/api/contact"
MESSAGE = {
    "name": "Grace",
    "email": "grace@example.com",
    "subject": "Do you deliver to Maine?",
    "message": "To an <island>.",
}


async def test_a_guest_writes_and_gets_an_answer_by_email(shop: Shop) -> None:
    ticket_id = (await shop.output("POST", URL, json=MESSAGE))["ticketId"]
    assert re.fullmatch("ST-....-....", ticket_id)
    await shop.work()
    receipt = shop.message("ticket_received")
    assert receipt["to"] == "grace@example.com"
    assert ticket_id in receipt["text"]
    # The address is not verified, so the email quotes nothing that the guest wrote.
    for word in ("Maine", "island", "Grace"):
        assert word not in receipt["text"] + receipt["html"] + receipt["subject"]
    async with shop.database.transaction() as connection:
        await reply(connection, ticket_id, "We do.")
    await shop.work()
    email = shop.message("ticket_answered")
    assert email["to"] == "grace@example.com"
    assert "sign in with this email address" in email["text"].replace("\n", " ")


async def test_a_guests_ticket_is_assigned_to_the_customer_who_verifies_the_address(
    shop: Shop,
) -> None:
    ticket_id = (await shop.output("POST", URL, json=MESSAGE))["ticketId"]
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
    assert whole["messages"][0]["message"] == MESSAGE["message"]


async def test_a_customers_message_opens_their_own_ticket(shop: Shop) -> None:
    ada = await someone(shop)
    body = {**MESSAGE, "name": "", "email": ""}
    ticket_id = (await shop.output("POST", URL, json=body, headers=ada.headers))["ticketId"]
    listed = await shop.output("GET", "/api/supporttickets", headers=ada.headers)
    assert [one["ticketId"] for one in listed["items"]] == [ticket_id]
    await shop.work()
    assert shop.outbox() == []


async def test_invalid_messages_are_rejected(shop: Shop) -> None:
    for changes, expected in (
        ({"name": " "}, {"name": ["Your name cannot be blank."]}),
        ({"email": ""}, {"email": ["Your email cannot be blank."]}),
        ({"email": "grace"}, {"email": ["Please enter email in correct format."]}),
        ({"email": "a@b.c\r\nBcc: d@e.f"}, None),
        ({"subject": ""}, {"subject": ["Subject cannot be blank."]}),
        ({"message": "a" * 5001}, {"message": ["Message cannot exceed 5000 characters."]}),
        ({"message": "\x00"}, None),
    ):
        status, error = await shop.error("POST", URL, json={**MESSAGE, **changes})
        assert status == 422, changes
        assert expected is None or error["fields"] == expected
    status, _error = await shop.error(
        "POST", URL, json=MESSAGE, headers={"Authorization": "Bearer nonsense"}
    )
    assert status == 401


async def test_rate_limits_of_guests(shop: Shop) -> None:
    for _ in range(GUEST_TICKETS_PER_ADDRESS.times):
        await shop.output("POST", URL, json=MESSAGE)
    status, _error = await shop.error("POST", URL, json=MESSAGE)
    assert status == 429
    for number in range(GUEST_TICKETS_PER_CLIENT.times - GUEST_TICKETS_PER_ADDRESS.times - 1):
        await shop.output("POST", URL, json={**MESSAGE, "email": f"g{number}@example.com"})
    response = await shop.client.post(URL, json={**MESSAGE, "email": "other@example.com"})
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0


async def test_tickets_of_a_forgotten_guest_are_deleted(shop: Shop) -> None:
    await shop.output("POST", URL, json=MESSAGE)
    async with shop.database.transaction() as connection:
        await forget_customer(
            connection, await get_or_create_by_email(connection, MESSAGE["email"])
        )
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM tickets") == 0
