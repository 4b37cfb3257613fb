"""Scheduled reports: sent once, at the shop's time, to those who may see reports when they are sent."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.operators.actions import create_operator
from stallage.reports.jobs.schedules import queue_reports
from stallage.settings import Settings
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.shop import Shop
from tests.stocked_shop import stock_shop

NOW = datetime(2026, 11, 23, 15, 42, tzinfo=UTC)
"""10:42 on a Monday in New York."""
TOMORROW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
"""7:00 in New York."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The shop is in New York."""
    return settings.model_copy(update={"time_zone": "America/New_York"})


def mails(shop: Shop) -> list[dict[str, Any]]:
    return [one for one in shop.outbox() if one["kind"] == "report"]


async def member(shop: Shop, email: str, role: str = "manager") -> int:
    async with shop.database.transaction() as connection:
        return await create_operator(connection, email, email.split("@", maxsplit=1)[0], role)


def daily(*recipients: int, **changes: Any) -> dict[str, Any]:
    return {
        "report": "sales",
        "frequency": "daily",
        "atMinute": 7 * 60,
        "recipients": list(recipients),
        **changes,
    }


async def send_due(shop: Shop) -> None:
    # As two workers whose timers run at the same time, and once more.
    await asyncio.gather(queue_reports(shop.runtime), queue_reports(shop.runtime))
    await queue_reports(shop.runtime)
    await shop.work()


async def test_a_report_is_mailed_once_with_its_figures(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    with clock.freeze(NOW):
        await place(shop, [bowl.sku_id])
        async with operator_client(shop) as admin:
            ada = await member(shop, "ada@example.com")
            added = await admin.post("/reports/schedules", json=daily(ada, admin.operator_id))
            assert added["nextAt"] == "2026-11-24T12:00:00.000Z"
        await send_due(shop)
    assert mails(shop) == []
    with clock.freeze(TOMORROW):
        await send_due(shop)
    with clock.freeze(TOMORROW + timedelta(minutes=1)):
        await send_due(shop)
    assert len(mails(shop)) == 2
    assert "ada@example.com" in {one["to"] for one in mails(shop)}
    [mail] = [one for one in mails(shop) if one["to"] == "ada@example.com"]
    assert mail["subject"] == "Sales over time, Nov 23, 2026"
    assert "Revenue: $31.90 (before: $0.00)" in mail["text"]
    [attached] = mail["attachments"]
    assert attached["name"] == "sales-2026-11-23-2026-11-23.csv"
    assert "2026-11-23,1,1,25.00,0.00,6.90,31.90," in attached["text"]
    # A shop that was off for a week sends the last day, not seven emails.
    with clock.freeze(TOMORROW + timedelta(days=7, hours=3)):
        await send_due(shop)
    assert len(mails(shop)) == 4
    assert mails(shop)[-1]["subject"] == "Sales over time, Nov 30, 2026"


async def test_members_who_may_not_see_reports_get_nothing(shop: Shop) -> None:
    with clock.freeze(NOW):
        gone = await member(shop, "gone@example.com")
        moved = await member(shop, "moved@example.com")
        packer = await member(shop, "packer@example.com", "fulfilment")
        async with operator_client(shop) as admin:
            added = await admin.post("/reports/schedules", json=daily(gone, moved))
            status, error = await admin.error("POST", "/reports/schedules", json=daily(packer))
            assert (status, list(error["fields"])) == (422, ["recipients"])
            wrong: list[dict[str, Any]] = [
                {"report": "wages"},
                {"atMinute": 1440},
                {"recipients": []},
            ]
            for change in wrong:
                status, _ = await admin.error(
                    "POST", "/reports/schedules", json=daily(gone) | change
                )
                assert status == 422
            await send_test_and_pause(admin, added)
            await admin.output(
                "PATCH",
                f"/reports/schedules/{added['id']}",
                **resume(await admin.get(f"/reports/schedules/{added['id']}")),
            )
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE operators SET disabled_at = now() WHERE id = $1", gone)
            await connection.execute(
                "UPDATE operators SET role = 'fulfilment' WHERE id = $1", moved
            )
        await shop.work()
    [test] = mails(shop)
    assert test["subject"].startswith("Test: Sales over time")
    with clock.freeze(TOMORROW):
        await send_due(shop)
    assert mails(shop) == [test]
    async with operator_client(shop) as admin:
        [listed] = (await admin.get("/reports/schedules", params={"report": "sales"}))["items"]
        assert [one["getsMail"] for one in listed["recipients"]] == [False, False]
        await admin.output("DELETE", f"/reports/schedules/{listed['id']}")
        assert (await admin.get("/reports/schedules"))["items"] == []


def resume(schedule: Any) -> dict[str, Any]:
    return {"json": {"paused": False}, "headers": {"If-Match": schedule["etag"]}}


async def send_test_and_pause(admin: Admin, schedule: Any) -> None:
    path = f"/reports/schedules/{schedule['id']}"
    sent = await admin.post(f"{path}/test")
    assert sent["state"] == "queued"
    paused: dict[str, Any] = {"json": {"paused": True}, "headers": {"If-Match": schedule["etag"]}}
    status, _ = await admin.error("PATCH", path, json={"paused": True})
    assert status == 428
    changed = await admin.output("PATCH", path, **paused)
    assert changed["paused"]
    status, error = await admin.error("PATCH", path, **paused)
    assert (status, error["code"]) == (412, "edit_conflict")


async def test_a_paused_schedule_sends_nothing(shop: Shop) -> None:
    with clock.freeze(NOW):
        async with operator_client(shop) as admin:
            added = await admin.post("/reports/schedules", json=daily(admin.operator_id))
            await send_test_and_pause(admin, added)
        await shop.work()
    with clock.freeze(TOMORROW):
        await send_due(shop)
    assert len(mails(shop)) == 1
