"""Tickets: open, answer, close, and access."""

from __future__ import annotations

import pytest

from stallage.core.errors import NotFound
from stallage.support.actions import close_as_operator, reply
from stallage.support.rules import MESSAGES_PER_CUSTOMER
from tests.customers.factory import someone
from tests.reviews.factory import buy
from tests.shop import Shop

URL = "/api/supporttickets"
TICKET = {"subject": "A chip in the glaze", "description": "It came like this.\nWhat now?"}


async def test_a_conversation(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    ticket = await shop.output("POST", URL, json=TICKET, headers=ada.headers)
    assert ticket["ticketId"].startswith("ST-")
    assert (ticket["status"], ticket["label"], ticket["unread"]) == (0, "Open", False)
    assert [one["message"] for one in ticket["messages"]] == [TICKET["description"]]
    url = f"{URL}/{ticket['ticketId']}"
    async with shop.database.transaction() as connection:
        await reply(connection, ticket["ticketId"], "We send a new one <today>.")
    listed = await shop.output("GET", URL, headers=ada.headers)
    assert (listed["total"], listed["items"][0]["unread"]) == (1, True)
    await shop.work()
    # The customer's details include the number of unread tickets.
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert me["unreadTickets"] == 1
    email = shop.message("ticket_answered")
    assert email["to"] == "ada@example.com"
    assert "We send a new one &lt;today&gt;." in email["html"]
    assert ticket["ticketId"] in email["text"]
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


async def test_a_ticket_can_refer_to_the_customers_own_order_only(shop: Shop) -> None:
    one = await buy(shop)
    headers = one.customer.headers
    ticket = await shop.output(
        "POST", URL, json={**TICKET, "orderId": one.order_id}, headers=headers
    )
    assert ticket["orderId"] == one.order_id
    stranger = await someone(shop)
    status, error = await shop.error(
        "POST", URL, json={**TICKET, "orderId": one.order_id}, headers=stranger.headers
    )
    assert (status, list(error["fields"])) == (422, ["orderId"])


async def test_another_customers_ticket_is_not_found(shop: Shop) -> None:
    ada, bob = await someone(shop), await someone(shop)
    ticket = await shop.output("POST", URL, json=TICKET, headers=ada.headers)
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


async def test_invalid_input_is_rejected(shop: Shop) -> None:
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
            "POST", URL, json={**TICKET, **changes}, headers=ada.headers
        )
        assert (status, list(error["fields"])) == (422, [field])


async def test_the_rate_limit_is_enforced(shop: Shop) -> None:
    ada = await someone(shop)
    ticket = await shop.output("POST", URL, json=TICKET, headers=ada.headers)
    url = f"{URL}/{ticket['ticketId']}/messages"
    for _ in range(MESSAGES_PER_CUSTOMER.times - 1):
        await shop.output("POST", url, json={"message": "Hello?"}, headers=ada.headers)
    status, error = await shop.error("POST", url, json={"message": "!"}, headers=ada.headers)
    assert (status, error["code"]) == (429, "too_many_requests")


async def test_an_operator_closes_and_answers_a_ticket(shop: Shop) -> None:
    ada = await someone(shop)
    ticket = await shop.output("POST", URL, json=TICKET, headers=ada.headers)
    async with shop.database.transaction() as connection:
        await close_as_operator(connection, ticket["ticketId"])
        await reply(connection, ticket["ticketId"], "One more thing.")
    whole = await shop.output("GET", f"{URL}/{ticket['ticketId']}", headers=ada.headers)
    assert whole["status"] == 1
    async with shop.database.transaction() as connection:
        with pytest.raises(NotFound):
            await reply(connection, "ST-NOPE-NOPE", "Hello")
