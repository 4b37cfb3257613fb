"""The support inbox: tickets, questions and reviews in one list, by what waits."""

from __future__ import annotations

from typing import Any

from stallage.backoffice.queries.inbox import inbox
from stallage.core.cursors import CursorQuery
from tests.admin import Admin, operator_client
from tests.customers.factory import Someone, someone
from tests.products.factory import make_product
from tests.questions.test_questions import ask
from tests.reviews.factory import buy, write
from tests.shop import Shop
from tests.support.test_admin import HOSTILE, open_ticket, patch


async def listed(admin: Admin, **params: Any) -> list[str]:
    page = await admin.get("/inbox", params=params)
    return [one["id"] for one in page["items"]]


async def counts(admin: Admin) -> dict[str, int]:
    return {name: one["value"] for name, one in (await admin.get("/inbox/counts")).items()}


async def report(shop: Shop, who: Someone, review_id: int) -> None:
    path = f"/api/productcomment/{review_id}/report"
    await shop.output("POST", path, json={"reason": "spam"}, headers=who.headers)


async def test_everything_that_waits_is_in_one_list(shop: Shop) -> None:
    purchase = await buy(shop)
    ada = purchase.customer
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title=HOSTILE[:100])
    ticket = await open_ticket(shop, ada)
    question = (await ask(shop, product, ada, HOSTILE))["id"]
    review = (await write(shop, purchase, comment=HOSTILE))["id"]
    async with operator_client(shop) as admin:
        # A published review waits for nobody until it is reported.
        assert await listed(admin) == [str(question), ticket]
        await report(shop, await someone(shop), review)
        items = (await admin.get("/inbox"))["items"]
        assert [(one["kind"], one["id"]) for one in items] == [
            ("review", str(review)),
            ("question", str(question)),
            ("ticket", ticket),
        ]
        assert items[1]["title"] == HOSTILE[:100].strip()
        assert items[0]["excerpt"].startswith("Lovely: <script>")
        assert await listed(admin, sort="oldest") == [ticket, str(question), str(review)]
        assert await counts(admin) == {
            "mine": 0,
            "unassigned": 1,
            "open": 3,
            "waiting": 0,
            "questions": 1,
            "reviews": 1,
            "heldEmails": 0,
        }
        await patch(
            admin,
            await admin.get(f"/tickets/{ticket}"),
            assigneeId=admin.operator_id,
            state="waiting",
        )
        assert await listed(admin, view="mine") == await listed(admin, view="waiting") == [ticket]
        assert await listed(admin, view="unassigned") == []
        await admin.post(f"/reviews/{review}/dismiss-reports")
        shown = await admin.get(f"/questions/{question}")
        await admin.post(
            f"/questions/{question}/answers",
            json={"answer": "It is."},
            headers={"If-Match": shown["etag"]},
        )
        await patch(admin, await admin.get(f"/tickets/{ticket}"), state="solved")
        assert await listed(admin) == []
        assert set(await listed(admin, view="done")) == {str(review), str(question), ticket}
    async with operator_client(shop, "content") as content:
        status, _error = await content.error("GET", "/inbox")
        assert status == 403
        assert (await content.get("/reviews"))["items"] == []


async def test_pages_have_every_item_once_in_both_directions(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
    for number in range(3):
        await open_ticket(shop, ada, subject=f"Ticket {number}")
        await ask(shop, product, ada, f"Question {number}?")
    async with shop.database.transaction() as connection:
        # Equal times: the kind and the id decide.
        await connection.execute("UPDATE tickets SET last_message_at = '2026-01-01Z'")
        await connection.execute("UPDATE questions SET created_at = '2026-01-01Z'")
    async with operator_client(shop) as admin:
        for sort in ("newest", "oldest"):
            whole = await listed(admin, sort=sort)
            assert len(set(whole)) == 6
            seen: list[str] = []
            params: dict[str, Any] = {"sort": sort, "limit": 4}
            first = await admin.get("/inbox", params=params)
            second = await admin.get("/inbox", params={**params, "cursor": first["nextCursor"]})
            seen = [one["id"] for one in (*first["items"], *second["items"])]
            assert (seen, second["nextCursor"]) == (whole, None)
            back = await admin.get("/inbox", params={**params, "cursor": second["previousCursor"]})
            assert [one["id"] for one in back["items"]] == whole[:4]
        for cursor in (
            "x",
            "WyJhIiwxLCJ4IiwxXQ",
            "WyJhIiw5MjIzMzcyMDM2ODU0Nzc1ODA3LCJ0IiwxXQ",
            "W10",
        ):
            response = await admin.request("GET", "/inbox", params={"cursor": cursor})
            assert response.status_code in (200, 422), cursor


async def test_tickets_are_found_in_all_states(shop: Shop) -> None:
    purchase = await buy(shop)
    ada = purchase.customer
    ticket = await open_ticket(
        shop, ada, subject="The glaze's chipped, really", orderId=purchase.order_id
    )
    await open_ticket(shop, await someone(shop), subject="Another matter")
    async with operator_client(shop) as admin:
        await patch(admin, await admin.get(f"/tickets/{ticket}"), state="solved")
        for term in (ticket.lower(), purchase.order_id, ada.email.upper(), "chip glaz", "REALLY"):
            assert await listed(admin, view="mine", q=term) == [ticket], term
        for term in ("chip wood", "%", "'", "\\", "a & b | !c:*", "<->", "ST-0000-0000", "🦉"):
            assert await listed(admin, q=term) == [], term


async def test_a_page_reads_as_many_rows_as_it_shows(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO tickets (public_id, customer_id, subject, status, state, last_message_at,"
            " created_at, updated_at) SELECT 'ST-' || n, $1, 'Subject ' || n, n % 3,"
            " (ARRAY['open', 'waiting', 'solved'])[n % 3 + 1], now() - n * interval '1 minute', now(),"
            " now() FROM generate_series(1, 30000) n",
            ada.id,
        )
    async with shop.database.pool.acquire() as connection:
        await connection.execute("ANALYZE tickets")
    async with shop.database.transaction() as connection:
        before = await _rows_read(connection)
        page = await inbox(
            connection,
            "open",
            CursorQuery(None, 50),
            operator_id=1,
            kinds=frozenset({"ticket", "question", "review"}),
        )
        assert len(page.items) == 50
        assert await _rows_read(connection) - before < 500


async def _rows_read(connection: Any) -> int:
    """Rows of tickets that this transaction has read so far."""
    return int(
        await connection.fetchval(
            "SELECT sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))"
            " FROM pg_class c WHERE c.relname LIKE 'tickets' OR c.relname LIKE 'ix_tickets%'"
        )
    )
