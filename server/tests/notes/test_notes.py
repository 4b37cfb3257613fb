"""Notes about records, mentions of operators, and who may see and change them."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.jobs import TIMERS
from tests.admin import operator_client
from tests.orders.test_admin_details import guest_order
from tests.shop import Shop
from tests.webhooks.test_topics import add_role

SCRIPT = "<script>alert(1)</script> @nobody"


async def test_a_note_is_written_changed_and_deleted(shop: Shop) -> None:
    number = (await guest_order(shop, "ada@example.com"))["orderId"]
    path = f"/notes/order/{number}"
    async with operator_client(shop, "support") as admin, operator_client(shop) as other:
        note = await admin.post(path, json={"text": SCRIPT})
        assert (note["text"], note["isOwn"], note["mentions"]) == (SCRIPT, True, [])
        (seen,) = (await other.get(path.replace("SO-", "so-")))["items"]
        assert (seen["text"], seen["isOwn"]) == (SCRIPT, False)
        assert (await other.get(f"/orders/{number}"))["noteCount"] == 1
        status, error = await other.error(
            "PATCH", f"/notes/{note['id']}", json={"text": "mine now"}
        )
        assert (status, error["code"]) == (403, "not_your_note")
        status, _error = await other.error("DELETE", f"/notes/{note['id']}")
        assert status == 403
        edited = await admin.output("PATCH", f"/notes/{note['id']}", json={"text": "Better"})
        assert edited["editedAt"] is not None
        await admin.output("DELETE", f"/notes/{note['id']}")
        assert (await admin.get(path))["items"] == []
        assert (await admin.get(f"/orders/{number}"))["noteCount"] == 0
        restored = await admin.post(f"/notes/{note['id']}/restore")
        assert restored["text"] == "Better"
        await admin.output("DELETE", f"/notes/{note['id']}")
        with clock.shift(timedelta(days=2)):
            await TIMERS["notes.remove_deleted_notes"].run(shop.runtime)
        status, _error = await admin.error("POST", f"/notes/{note['id']}/restore")
        assert status == 404
        status, error = await admin.error("POST", path, json={"text": "  "})
        assert (status, list(error["fields"])) == (422, ["text"])
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT action, before, after FROM audit_entries WHERE action LIKE 'note%' ORDER BY id"
        )
    assert [row["action"] for row in rows] == [
        "note.added",
        "note.edited",
        "note.deleted",
        "note.restored",
        "note.deleted",
    ]
    assert "Better" not in str([dict(row) for row in rows])


async def test_a_mentioned_operator_is_notified_once(shop: Shop) -> None:
    number = (await guest_order(shop, "ada@example.com"))["orderId"]
    await shop.work()
    sent = len(shop.outbox())
    async with operator_client(shop) as admin, operator_client(shop, "orders") as other:
        known = await admin.get("/mentionable?kind=order")
        assert {one["id"] for one in known} == {admin.operator_id, other.operator_id}
        note = await admin.post(
            f"/notes/order/{number}",
            json={
                "text": "@Orders please call",
                "mentions": [other.operator_id, admin.operator_id],
            },
        )
        await admin.output(
            "PATCH",
            f"/notes/{note['id']}",
            json={"text": "@Orders please call today", "mentions": [other.operator_id]},
        )
        await shop.work()
        # Nobody is notified of their own note, nor twice of the same one.
        (mail,) = shop.outbox()[sent:]
        assert mail["kind"] == "note_mention"
        assert f"/backoffice/orders/{number}" in mail["text"]
        assert await other.get("/mentions/count") == {"unread": 1}
        (mention,) = (await other.get("/mentions"))["items"]
        assert (mention["subjectKey"], mention["readAt"]) == (number, None)
        assert mention["text"] == "@Orders please call today"
        assert await other.post("/mentions/read", json={"noteIds": [note["id"]]}) == {"unread": 0}
        assert (await other.get("/mentions"))["items"][0]["readAt"] is not None
        # A deleted note is no mention.
        await admin.output("DELETE", f"/notes/{note['id']}")
        assert (await other.get("/mentions"))["items"] == []


async def test_notes_follow_the_rights_of_their_subject(shop: Shop) -> None:
    number = (await guest_order(shop, "ada@example.com"))["orderId"]
    async with operator_client(shop) as admin, operator_client(shop, "content") as writer:
        await admin.post(f"/notes/order/{number}", json={"text": "Secret"})
        for method, path in (
            ("GET", f"/notes/order/{number}"),
            ("POST", f"/notes/order/{number}"),
        ):
            status, error = await writer.error(method, path, json={"text": "x"})
            assert (status, error["code"]) == (403, "forbidden")
        # Who may not see orders cannot be mentioned in their notes.
        status, error = await admin.error(
            "POST",
            f"/notes/order/{number}",
            json={"text": "@Content", "mentions": [writer.operator_id]},
        )
        assert (status, list(error["fields"])) == (422, ["mentions"])
        for path in ("/notes/order/SO-0000-0000", "/notes/customer/77", "/notes/ticket/ST-1"):
            status, error = await admin.error("POST", path, json={"text": "x"})
            assert (status, error["code"]) == (404, "not_found")


async def test_writing_is_a_right_of_its_own(shop: Shop) -> None:
    number = (await guest_order(shop, "ada@example.com"))["orderId"]
    path = f"/notes/order/{number}"
    await add_role(shop, "Note taker", "notes.write", "customers.read")
    async with (
        operator_client(shop) as admin,
        operator_client(shop, "read-only") as reader,
        operator_client(shop, "Note taker") as taker,
    ):
        note = await admin.post(path, json={"text": "Secret"})
        own = f"/notes/{note['id']}"
        assert [one["text"] for one in (await reader.get(path))["items"]] == ["Secret"]
        for method, call in (
            ("POST", path),
            ("PATCH", own),
            ("DELETE", own),
            ("POST", f"{own}/restore"),
        ):
            status, error = await reader.error(method, call, json={"text": "x"})
            assert (status, error["permission"]) == (403, "notes.write")
        # Nor does that right show what one may not see.
        status, error = await taker.error("POST", path, json={"text": "x"})
        assert (status, error["permission"]) == (403, "orders.read")
        status, _error = await taker.error("PATCH", own, json={"text": "x"})
        assert status == 404


async def test_notes_are_paged(shop: Shop) -> None:
    number = (await guest_order(shop, "ada@example.com"))["orderId"]
    path = f"/notes/order/{number}"
    async with operator_client(shop) as admin:
        for text in ("1", "2", "3"):
            await admin.post(path, json={"text": text})
        first = await admin.get(f"{path}?limit=2")
        assert [one["text"] for one in first["items"]] == ["3", "2"]
        second = await admin.get(f"{path}?limit=2&cursor={first['nextCursor']}")
        assert [one["text"] for one in second["items"]] == ["1"]
        back = await admin.get(f"{path}?limit=2&cursor={second['previousCursor']}")
        assert [one["text"] for one in back["items"]] == ["3", "2"]
        status, _error = await admin.error("GET", f"{path}?cursor=nonsense")
        assert status == 422
