"""The audit log: filters, search, pages, export; append-only and without secrets."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import asyncpg
import pytest

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.audit.queries import RECENT
from stallage.core import clock
from stallage.core.actor import Actor, acting
from tests.admin import Admin, operator_client
from tests.shop import Shop


async def add(shop: Shop, action: str, label: str, **after: Any) -> None:
    """Record something that an operator did."""
    with acting(Actor("operator", 77, "Grace Hopper", "198.51.100.7")):
        async with shop.database.transaction() as connection:
            await record(connection, action, Subject("order", label, label), after=after or None)


async def labels(admin: Admin, query: str = "") -> list[str]:
    """Return the subjects of entries."""
    page = await admin.get(f"/audit{query}")
    return [entry["subject"]["label"] for entry in page["items"]]


async def test_filters(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        await add(shop, "order.confirmed", "SO-1111")
        await add(shop, "order.cancelled", "SO-2222", reason="customer changed their MIND")
        with clock.shift(timedelta(days=2)):
            await add(shop, "order.confirmed", "SO-3333")
        later = quote((clock.now() + timedelta(days=1)).isoformat())
        for query, expected in {
            "": ["SO-3333", "SO-2222", "SO-1111"],
            "?action=order.confirmed": ["SO-3333", "SO-1111"],
            "?subjectKind=order&subjectId=SO-2222": ["SO-2222"],
            "?actorKind=operator&actorId=77": ["SO-3333", "SO-2222", "SO-1111"],
            "?actorKind=app": [],
            f"?since={later}": ["SO-3333"],
            f"?until={later}&action=order.confirmed": ["SO-1111"],
            "?search=hopper": ["SO-3333", "SO-2222", "SO-1111"],
            "?search=so-2222": ["SO-2222"],
            "?search=their%20mind": ["SO-2222"],
            "?search=198.51": ["SO-3333", "SO-2222", "SO-1111"],
            "?search=%25%25%25": [],
        }.items():
            assert await labels(admin, query) == expected, query
            counted = await admin.get(f"/audit/count{query}")
            assert counted == {"value": len(expected), "exact": True}
        values = await admin.get("/audit/filters")
        assert values["actions"] == ["order.cancelled", "order.confirmed"]
        assert values["subjectKinds"] == ["order"]
        assert values["actors"] == [{"kind": "operator", "id": 77, "name": "Grace Hopper"}]


async def test_times_that_utc_does_not_have_are_refused(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        for call in ("/audit", "/audit/count", "/audit/export"):
            for time in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00%2B14:00", "x"):
                status, error = await admin.error("GET", f"{call}?since={time}")
                assert (status, list(error["fields"])) == (422, ["since"]), (call, time)


async def test_pages_have_every_entry_once_in_both_directions(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        for number in range(7):
            await add(shop, "order.confirmed", f"SO-{number}")
        first = await admin.get("/audit?limit=3")
        second = await admin.get(f"/audit?limit=3&cursor={first['nextCursor']}")
        third = await admin.get(f"/audit?limit=3&cursor={second['nextCursor']}")
        pages = [
            [one["subject"]["label"][3:] for one in page["items"]]
            for page in (first, second, third)
        ]
        assert pages == [["6", "5", "4"], ["3", "2", "1"], ["0"]]
        assert third["nextCursor"] is None
        back = await admin.get(f"/audit?limit=3&cursor={third['previousCursor']}")
        assert back["items"] == second["items"]
        for cursor in (
            "x",
            "WyJhIiwxXQ",
            "WyJhIiwieCIsInkiXQ",
            "WyJhIiw5MjIzMzcyMDM2ODU0Nzc1ODA3LDFd",
        ):
            response = await admin.request("GET", f"/audit?cursor={cursor}")
            assert response.status_code in (200, 422)


async def test_rare_texts_are_found_beyond_the_newest_entries(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        await add(shop, "order.confirmed", "SO-NEEDLE")
        async with shop.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO audit_entries (happened_at, actor_kind, actor_name, action, subject_kind,"
                " subject_label, search) SELECT now() + n * interval '1 second', 'operator', 'x',"
                " 'stock.changed', 'sku', 'S', 'hay ' || n FROM generate_series(1, $1::integer) n",
                RECENT + 10,
            )
        assert await labels(admin, "?search=needle") == ["SO-NEEDLE"]
        assert len(await labels(admin, "?search=hay")) == 50
        assert await admin.get("/audit/count?search=hay") == {"value": 10_000, "exact": False}


async def test_entries_cannot_be_changed_or_deleted(shop: Shop) -> None:
    await add(shop, "order.confirmed", "SO-1111")
    async with shop.database.reading() as connection:
        for statement in (
            "UPDATE audit_entries SET actor_name = 'x'",
            "DELETE FROM audit_entries",
            "TRUNCATE audit_entries",
        ):
            with pytest.raises(asyncpg.RaiseError, match="cannot be changed"):
                await connection.execute(statement)


async def test_the_export_is_safe_in_spreadsheets_and_recorded(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        with acting(Actor("operator", 77, "=HYPERLINK(1)", "198.51.100.7")):
            async with shop.database.transaction() as connection:
                subject = Subject("order", None, '+1"quoted",\nline')
                await record(connection, "order.noted", subject, after={"note": "@SUM(1)"})
        response = await admin.request("GET", "/audit/export?action=order.noted")
        assert response.headers["content-type"] == "text/csv; charset=utf-8"
        assert 'filename="audit-' in response.headers["content-disposition"]
        header, line = csv.reader(io.StringIO(response.text.removeprefix("\ufeff")))
        assert header[0] == "time"
        assert line[3] == "'=HYPERLINK(1)"
        assert line[8] == '\'+1"quoted",\nline'
        assert line[10] == '{"note":"@SUM(1)"}'
        newest = (await admin.get("/audit"))["items"][0]
        assert newest["action"] == "audit.exported"


async def test_an_export_needs_a_recent_proof_of_identity(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        with clock.shift(timedelta(minutes=11)):
            assert (await admin.error("GET", "/audit/export"))[1]["code"] == "step_up_required"


async def test_an_entry_has_its_details(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        await add(shop, "order.cancelled", "SO-2222", reason="late")
        entry = (await admin.get("/audit"))["items"][0]
        assert await admin.get(f"/audit/{entry['id']}") == entry
        assert entry["after"] == {"reason": "late"}
        assert entry["address"] == "198.51.100.7"
        assert (await admin.error("GET", "/audit/999999"))[0] == 404


async def test_refused_calls_leave_no_entry(shop: Shop) -> None:
    async with operator_client(shop, "manager") as admin:
        before = len(await labels(admin))
        given = {"email": "x@example.com", "name": "X", "role": "owner"}
        assert (await admin.error("POST", "/team", json=given))[0] == 403
        assert len(await labels(admin)) == before
