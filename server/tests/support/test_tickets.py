"""Tickets: asked, answered, closed, and nobody else's business."""

from __future__ import annotations

import pytest

from stallage.core.errors import NotFound
from stallage.support.actions import close_as_operator, reply
from stallage.support.rules import MESSAGES
from tests.customers.factory import someone
from tests.reviews.factory import bought
from tests.shop import Shop

URL = "/api/supporttickets"
ASKED = {"subject": "A chip in the glaze", "description": "It came like this.\nWhat now?"}


async def test_a_conversation(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    ticket = await shop.output("POST", URL, json=ASKED, headers=ada.headers)
    assert ticket["ticketId"].startswith("ST-")
    assert (ticket["status"], ticket["label"], ticket["unread"]) == (0, "Open", False)
    assert [one["message"] for one in ticket["messages"]] == [ASKED["description"]]
    url = f"{URL}/{ticket['ticketId']}"
    async with shop.database.transaction() as connection:
        await reply(connection, ticket["ticketId"], "We send a new one <today>.")
    listed = await shop.output("GET", URL, headers=ada.headers)
    assert (listed["total"], listed["items"][0]["unread"]) == (1, True)
    await shop.work()
    # Whoever restores the session or asks for the customer learns of it without a further call.
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert me["unreadTickets"] == 1
    letter = shop.outbox()[-1]
    assert (letter["to"], letter["kind"]) == ("ada@example.com", "ticket_answered")
    assert "We send a new one &lt;today&gt;." in letter["html"]
    assert ticket["ticketId"] in letter["text"]
    whole = await shop.output("GET", url, headers=ada.headers)
    assert [one["by"] for one in whole["messages"]] == ["customer", "operator"]
    assert (whole["status"], whole["unread"]) == (1, False)
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert me["unreadTickets"] == 0
    for _ in range(2):
        closed = await shop.output("POST", f"{url}/close", headers=ada.headers)
        assert (closed["status"], closed["label"]) == (2, "Closed")
    opened = await shop.output(
        "POST", f"{url}/messages", json={"message": "It broke again."}, headers=ada.headers
    )
    assert opened["status"] == 0
    assert len(opened["messages"]) == 3


async def test_a_ticket_speaks_of_the_customers_own_order(shop: Shop) -> None:
    one = await bought(shop)
    headers = one.customer.headers
    ticket = await shop.output(
        "POST", URL, json={**ASKED, "orderId": one.order_id}, headers=headers
    )
    assert ticket["orderId"] == one.order_id
    stranger = await someone(shop)
    status, error = await shop.error(
        "POST", URL, json={**ASKED, "orderId": one.order_id}, headers=stranger.headers
    )
    assert (status, list(error["fields"])) == (422, ["orderId"])


async def test_another_customers_ticket_is_not_there(shop: Shop) -> None:
    ada, bob = await someone(shop), await someone(shop)
    ticket = await shop.output("POST", URL, json=ASKED, headers=ada.headers)
    url = f"{URL}/{ticket['ticketId']}"
    for method, path, body in (
        ("GET", url, None),
        ("POST", f"{url}/messages", {"message": "Hello"}),
        ("POST", f"{url}/close", None),
    ):
        status, _error = await shop.error(method, path, json=body, headers=bob.headers)
        assert status == 404, path
        status, _error = await shop.error(method, path, json=body)
        assert status == 401, path
    assert (await shop.output("GET", URL, headers=bob.headers))["total"] == 0


async def test_what_may_be_asked(shop: Shop) -> None:
    ada = await someone(shop)
    for changes, field in (
        ({"subject": ""}, "subject"),
        ({"subject": "a\nb"}, "subject"),
        ({"subject": "a" * 151}, "subject"),
        ({"description": " "}, "description"),
        ({"description": "a" * 5001}, "description"),
        ({"images": [7]}, "images"),
    ):
        status, error = await shop.error(
            "POST", URL, json={**ASKED, **changes}, headers=ada.headers
        )
        assert (status, list(error["fields"])) == (422, [field])


async def test_a_flood_is_held_back(shop: Shop) -> None:
    ada = await someone(shop)
    ticket = await shop.output("POST", URL, json=ASKED, headers=ada.headers)
    url = f"{URL}/{ticket['ticketId']}/messages"
    for _ in range(MESSAGES.times - 1):
        await shop.output("POST", url, json={"message": "Hello?"}, headers=ada.headers)
    status, error = await shop.error("POST", url, json={"message": "!"}, headers=ada.headers)
    assert (status, error["code"]) == (429, "too_many_requests")


async def test_an_operator_closes_and_answers_what_is_there(shop: Shop) -> None:
    ada = await someone(shop)
    ticket = await shop.output("POST", URL, json=ASKED, headers=ada.headers)
    async with shop.database.transaction() as connection:
        await close_as_operator(connection, ticket["ticketId"])
        await reply(connection, ticket["ticketId"], "One more thing.")
    whole = await shop.output("GET", f"{URL}/{ticket['ticketId']}", headers=ada.headers)
    assert whole["status"] == 1
    async with shop.database.transaction() as connection:
        with pytest.raises(NotFound):
            await reply(connection, "ST-NOPE-NOPE", "Hello")
