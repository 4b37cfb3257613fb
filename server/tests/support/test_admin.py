"""Operators answer, assign and sort tickets, and use saved replies."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import Admin, operator_client
from tests.customers.factory import Someone, someone
from tests.reviews.factory import buy
from tests.shop import Shop

URL = "/api/supporttickets"
HOSTILE = '<script>alert(1)</script> "><img src=x onerror=alert(1)> javascript:alert(1) {{7*7}}'


async def open_ticket(shop: Shop, who: Someone, **changes: Any) -> str:
    body = {"subject": "A chip in the glaze", "description": "It came like this.", **changes}
    ticket = await shop.output("POST", URL, json=body, headers=who.headers)
    ticket_id: str = ticket["ticketId"]
    return ticket_id


async def write(shop: Shop, who: Someone, ticket_id: str, message: str) -> Any:
    url = f"{URL}/{ticket_id}/messages"
    return await shop.output("POST", url, json={"message": message}, headers=who.headers)


async def reply(admin: Admin, ticket_id: str, text: str, etag: str, **more: Any) -> Any:
    return await admin.post(
        f"/tickets/{ticket_id}/replies",
        json={"message": text, **more},
        headers={"If-Match": etag},
    )


async def patch(admin: Admin, ticket: Any, **changes: Any) -> Any:
    return await admin.output(
        "PATCH",
        f"/tickets/{ticket['ticketId']}",
        json=changes,
        headers={"If-Match": ticket["etag"]},
    )


async def audited(shop: Shop) -> list[tuple[str, str]]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT action, subject_label FROM audit_entries WHERE action LIKE 'ticket.%'"
            " OR action LIKE 'saved_reply.%' ORDER BY id"
        )
    return [(row["action"], row["subject_label"]) for row in rows]


async def test_an_operator_answers_and_the_customer_answers_back(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    ticket_id = await open_ticket(shop, ada)
    async with operator_client(shop, "support") as admin:
        ticket = await admin.get(f"/tickets/{ticket_id}")
        assert (ticket["state"], ticket["contact"]["name"]) == ("open", "Ada Miller")
        ticket = await reply(admin, ticket_id, "We send a new one.", ticket["etag"])
        assert ticket["state"] == "waiting"
        last = ticket["messages"][-1]
        assert (last["by"], last["message"]) == ("operator", "We send a new one.")
        assert last["author"].startswith("Support-")
        await shop.work()
        email = shop.message("ticket_answered")
        assert email["to"] == "ada@example.com"
        # The customer sees the shop, not the person.
        seen = await shop.output("GET", f"{URL}/{ticket_id}", headers=ada.headers)
        assert seen["status"] == 1
        assert last["author"] not in str(seen)
        assert "state" not in seen
        # A ticket that waits for the customer is open again when they write.
        seen = await write(shop, ada, ticket_id, "Thank you!")
        assert seen["status"] == 1
        ticket = await admin.get(f"/tickets/{ticket_id}")
        assert ticket["state"] == "open"
        ticket = await patch(admin, ticket, state="solved")
        seen = await shop.output("GET", f"{URL}/{ticket_id}", headers=ada.headers)
        assert (ticket["state"], seen["status"]) == ("solved", 2)
        seen = await write(shop, ada, ticket_id, "It broke again.")
        assert seen["status"] == 0
        assert (await admin.get(f"/tickets/{ticket_id}"))["state"] == "open"
    assert await audited(shop) == [("ticket.answered", ticket_id), ("ticket.changed", ticket_id)]


async def test_the_second_of_two_answers_is_a_conflict(shop: Shop) -> None:
    ada = await someone(shop)
    ticket_id = await open_ticket(shop, ada)
    async with operator_client(shop, "support") as lena, operator_client(shop) as omar:
        seen = await lena.get(f"/tickets/{ticket_id}")
        bodies = [{"message": f"Answer {number}"} for number in range(2)]
        responses = await asyncio.gather(
            *(
                admin.request(
                    "POST",
                    f"/tickets/{ticket_id}/replies",
                    json=body,
                    headers={"If-Match": seen["etag"]},
                )
                for admin, body in zip((lena, omar), bodies, strict=True)
            )
        )
        assert sorted(one.status_code for one in responses) == [201, 412]
        (refused,) = (one for one in responses if one.status_code == 412)
        error = refused.json()["error"]
        assert error["code"] == "edit_conflict"
        # The second sees what the first has written, and its answer was not sent.
        assert len(error["current"]["messages"]) == 2
        ticket = await lena.get(f"/tickets/{ticket_id}")
        assert len(ticket["messages"]) == 2
        # So is somebody who has not seen the customer's latest message.
        await write(shop, ada, ticket_id, "By the way…")
        status, _error = await omar.error(
            "POST",
            f"/tickets/{ticket_id}/replies",
            json={"message": "Late"},
            headers={"If-Match": ticket["etag"]},
        )
        assert status == 412
        status, error = await omar.error(
            "POST", f"/tickets/{ticket_id}/replies", json={"message": "Blind"}
        )
        assert (status, error["code"]) == (428, "precondition_required")
    await shop.work()
    answers = [one for one in shop.outbox() if one["kind"] == "ticket_answered"]
    assert len(answers) == 1


async def test_assignment_priority_tags_and_order(shop: Shop) -> None:
    purchase = await buy(shop)
    ticket_id = await open_ticket(shop, purchase.customer)
    async with operator_client(shop, "support") as admin, operator_client(shop, "orders") as orders:
        (me,) = (
            one for one in await admin.get("/support/assignees") if one["id"] == admin.operator_id
        )
        # Only those who may answer can be assigned.
        assert orders.operator_id not in [
            one["id"] for one in await admin.get("/support/assignees")
        ]
        ticket = await admin.get(f"/tickets/{ticket_id}")
        ticket = await patch(
            admin,
            ticket,
            assigneeId=me["id"],
            priority=2,
            tags=["Glaze", " broken  item ", "glaze"],
            orderId=purchase.order_id,
        )
        assert ticket["assignee"] == me
        assert (ticket["priority"], ticket["tags"]) == (2, ["broken item", "glaze"])
        assert ticket["orderId"] == purchase.order_id
        # Fields that are left out stay.
        ticket = await patch(admin, ticket, state="waiting")
        assert (ticket["assignee"], ticket["orderId"]) == (me, purchase.order_id)
        ticket = await patch(admin, ticket, assigneeId=None, orderId=None)
        assert (ticket["assignee"], ticket["orderId"]) == (None, None)
        for wrong, field in (
            ({"assigneeId": 987_654}, "assigneeId"),
            ({"orderId": "SO-0000-0000"}, "orderId"),
            ({"priority": 3}, "priority"),
            ({"state": "lost"}, "state"),
            ({"tags": ["x"] * 11}, "tags"),
        ):
            status, error = await admin.error(
                "PATCH",
                f"/tickets/{ticket_id}",
                json=wrong,
                headers={"If-Match": ticket["etag"]},
            )
            assert (status, list(error["fields"])) == (422, [field]), wrong
        # Reading is not answering.
        status, _error = await orders.error(
            "PATCH",
            f"/tickets/{ticket_id}",
            json={"state": "solved"},
            headers={"If-Match": ticket["etag"]},
        )
        assert status == 403
        assert (await orders.get(f"/tickets/{ticket_id}"))["state"] == "waiting"


async def test_spam_stays_spam(shop: Shop) -> None:
    ada = await someone(shop)
    ticket_id = await open_ticket(shop, ada)
    async with operator_client(shop) as admin:
        await patch(admin, await admin.get(f"/tickets/{ticket_id}"), state="spam")
        seen = await write(shop, ada, ticket_id, "Buy my pills")
        assert seen["status"] == 2
        assert (await admin.get(f"/tickets/{ticket_id}"))["state"] == "spam"
        open_ones = await admin.get("/inbox", params={"view": "open"})
        assert open_ones["items"] == []
        (spam,) = (await admin.get("/inbox", params={"view": "spam"}))["items"]
        assert spam["id"] == ticket_id


async def test_internal_notes_never_reach_the_customer(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    ticket_id = await open_ticket(shop, ada)
    async with operator_client(shop, "support") as admin:
        await admin.post(f"/notes/ticket/{ticket_id}", json={"text": "Grumpylemon customer"})
        ticket = await admin.get(f"/tickets/{ticket_id}")
        await reply(admin, ticket_id, "Dear Ada", ticket["etag"])
        notes = await admin.get(f"/notes/ticket/{ticket_id}")
        assert [one["text"] for one in notes["items"]] == ["Grumpylemon customer"]
    await shop.work()
    for path in (URL, f"{URL}/{ticket_id}", "/customer"):
        response = await shop.client.get(path, headers=ada.headers)
        assert response.status_code == 200
        assert "Grumpylemon" not in response.text
    export = await shop.client.get("/customer/export", headers=ada.headers)
    assert "Grumpylemon" not in export.text
    assert "Grumpylemon" not in str(shop.outbox())


async def test_hostile_text_is_data_everywhere(shop: Shop) -> None:
    ada = await someone(shop, "ada@example.com")
    ticket_id = await open_ticket(shop, ada, subject=HOSTILE[:150], description=HOSTILE)
    async with operator_client(shop) as admin:
        response = await admin.request("GET", f"/tickets/{ticket_id}")
        assert response.headers["content-type"] == "application/json"
        assert response.headers["x-content-type-options"] == "nosniff"
        ticket = response.json()["output"]
        assert ticket["messages"][0]["message"] == HOSTILE
        await admin.post(
            "/support/saved-replies",
            json={"name": HOSTILE[:80], "text": f"{HOSTILE} {{first_name}}"},
        )
        (filled,) = await admin.get(f"/tickets/{ticket_id}/saved-replies")
        assert filled["text"] == f"{HOSTILE} Ada"
        await reply(admin, ticket_id, filled["text"], ticket["etag"])
    await shop.work()
    email = shop.message("ticket_answered")
    assert "<script>alert(1)" not in email["html"]
    assert "<img src=x" not in email["html"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in email["html"]
    assert "{{7*7}}" in email["text"]


async def test_saved_replies_are_filled_in_once(shop: Shop) -> None:
    purchase = await buy(shop)
    ticket_id = await open_ticket(shop, purchase.customer, orderId=purchase.order_id)
    await shop.output(
        "POST",
        "/api/contact",
        json={
            "name": "{order_number} Grace",
            "email": "grace@example.com",
            "subject": "Hi",
            "message": "Hello",
        },
    )
    async with operator_client(shop) as admin:
        saved = await admin.post(
            "/support/saved-replies",
            json={
                "name": "Parcel",
                "text": "Hi {first_name}, {order_number} is on its way. {ticket_number} {operator_name}",
            },
        )
        (filled,) = await admin.get(f"/tickets/{ticket_id}/saved-replies")
        assert filled["text"].startswith(
            f"Hi Ada, {purchase.order_id} is on its way. {ticket_id} Owner-"
        )
        # A name that looks like a placeholder is not replaced again; a missing order reads well.
        guest = (await admin.get("/inbox", params={"view": "unassigned"}))["items"][0]
        (filled,) = await admin.get(f"/tickets/{guest['id']}/saved-replies")
        assert filled["text"].startswith("Hi {order_number}, your order is on its way.")
        status, error = await admin.error(
            "POST", "/support/saved-replies", json={"name": "parcel", "text": "Again"}
        )
        assert (status, error["code"]) == (409, "name_taken")
        status, error = await admin.error(
            "POST", "/support/saved-replies", json={"name": "Odd", "text": "{password}"}
        )
        assert (status, list(error["fields"])) == (422, ["text"])
        path = f"/support/saved-replies/{saved['id']}"
        body = {"name": "Parcel sent", "text": "Hello {customer_name}"}
        status, _error = await admin.error("PUT", path, json=body)
        assert status == 428
        changed = await admin.output("PUT", path, json=body, headers={"If-Match": saved["etag"]})
        status, error = await admin.error(
            "PUT", path, json=body, headers={"If-Match": saved["etag"]}
        )
        assert (status, error["current"]["name"]) == (412, "Parcel sent")
        assert (await admin.get("/support/saved-replies"))["items"] == [changed]
        await admin.output("DELETE", path)
        assert (await admin.get("/support/saved-replies"))["items"] == []
        status, _error = await admin.error("DELETE", path)
        assert status == 404


async def test_the_assigned_operator_is_notified_of_messages(shop: Shop) -> None:
    ada = await someone(shop)
    ticket_id = await open_ticket(shop, ada)
    async with operator_client(shop, "support") as admin:
        ticket = await admin.get(f"/tickets/{ticket_id}")
        await shop.work()
        await patch(admin, ticket, assigneeId=admin.operator_id)
        before = len(shop.outbox())
        await write(shop, ada, ticket_id, "Any <news>?")
        await shop.work()
        (email,) = shop.outbox()[before:]
        assert email["kind"] == "ticket_customer_replied"
        assert "Any &lt;news&gt;?" in email["html"]
        # Without inbound mail, it cannot be answered by email.
        assert "headers" not in email
        assert "Reply above" not in email["text"]
