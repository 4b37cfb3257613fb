"""Reads schedules of reports and who may get them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.operators.queries import permissions_of
from stallage.reports.schemas import Recipient, Schedule

PERMISSION = "reports.read"

SELECT = """
    SELECT s.id, s.report, s.grouping, s.frequency, s.at_minute, s.weekday, s.month_day, s.paused,
        s.next_at, s.updated_at,
        (SELECT max(e.sent_at) FROM report_emails e WHERE e.schedule_id = s.id) AS last_sent_at,
        (SELECT array_agg(r.operator_id ORDER BY r.operator_id) FROM report_recipients r
            WHERE r.schedule_id = s.id) AS recipients
    FROM report_schedules s
"""
ALL = f"{SELECT} WHERE $1::text IS NULL OR s.report = $1 ORDER BY s.id"
ONE = f"{SELECT} WHERE s.id = $1"
LOCK = "SELECT id FROM report_schedules WHERE id = $1 FOR UPDATE"
MEMBERS = """
    SELECT id, name, email, role, permissions, disabled_at IS NOT NULL AS is_disabled
    FROM operators_view WHERE $1::bigint[] IS NULL OR id = ANY($1) ORDER BY lower(name), id
"""
WAS_SENT = """
    SELECT EXISTS (SELECT FROM report_emails
        WHERE schedule_id = $1 AND operator_id = $2 AND first = $3)
"""


VERSIONED = (
    "id",
    "updated_at",
    "grouping",
    "frequency",
    "at_minute",
    "weekday",
    "month_day",
    "paused",
)


def _member(row: Record) -> Recipient:
    may = PERMISSION in permissions_of(row["role"], row["permissions"])
    return Recipient(
        id=row["id"],
        name=row["name"],
        email=row["email"],
        gets_mail=may and not row["is_disabled"],
    )


async def members(connection: Connection, ids: Iterable[int] | None = None) -> list[Recipient]:
    """Team members, those with these ids or all."""
    requested = None if ids is None else list(ids)
    return [_member(row) for row in await connection.fetch(MEMBERS, requested)]


async def possible_recipients(connection: Connection) -> list[Recipient]:
    """The team members who may see reports."""
    return [one for one in await members(connection) if one.gets_mail]


async def schedules(connection: Connection, report: str | None) -> list[Schedule]:
    """All schedules, or those of a report, oldest first. There are at most 50."""
    rows = await connection.fetch(ALL, report)
    ids = {one for row in rows for one in row["recipients"] or []}
    known = {one.id: one for one in await members(connection, ids)}
    return [_schedule(row, known) for row in rows]


async def find_schedule(connection: Connection, schedule_id: int) -> Schedule | None:
    """A schedule, or None."""
    row = await connection.fetchrow(ONE, schedule_id)
    if row is None:
        return None
    known = {one.id: one for one in await members(connection, row["recipients"] or [])}
    return _schedule(row, known)


async def schedule_details(connection: Connection, schedule_id: int) -> Schedule:
    """A schedule. Raises NotFound."""
    found = await find_schedule(connection, schedule_id)
    if found is None:
        raise NotFound
    return found


async def lock_schedule(connection: Connection, schedule_id: int) -> Schedule:
    """A schedule, locked until the transaction ends. Raises NotFound."""
    if await connection.fetchval(LOCK, schedule_id) is None:
        raise NotFound
    return await schedule_details(connection, schedule_id)


async def was_sent(connection: Connection, schedule_id: int, operator_id: int, first: date) -> bool:
    """Whether a report of a period was mailed to somebody."""
    found: bool = await connection.fetchval(WAS_SENT, schedule_id, operator_id, first)
    return found


def _schedule(row: Record, known: dict[int, Recipient]) -> Schedule:
    recipients = row["recipients"] or []
    return Schedule.model_validate(
        {
            "id": row["id"],
            "report": row["report"],
            "group": row["grouping"],
            "frequency": row["frequency"],
            "at_minute": row["at_minute"],
            "weekday": row["weekday"],
            "month_day": row["month_day"],
            "paused": row["paused"],
            "next_at": row["next_at"],
            "last_sent_at": row["last_sent_at"],
            "recipients": [known[one] for one in recipients if one in known],
            "etag": etag_of(*(row[name] for name in VERSIONED), recipients),
        }
    )
