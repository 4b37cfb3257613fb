"""Adds, changes and deletes schedules of reports, and decides what is to be mailed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.reports.errors import TooManySchedules
from stallage.reports.events import ReportDue
from stallage.reports.queries.schedules import lock_schedule, members, schedule_details
from stallage.reports.rules.periods import next_sending, scheduled_days
from stallage.reports.rules.reports import REPORTS, grouping_of
from stallage.reports.schemas import Schedule, ScheduleChanges, ScheduleInput

MAX_SCHEDULES = 50
DUE_AT_ONCE = 20

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('report_schedules'))"
COUNT = "SELECT count(*) FROM report_schedules"
ADD = """
    INSERT INTO report_schedules (report, grouping, frequency, at_minute, weekday, month_day, paused,
        next_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, false, $7, $8, $8) RETURNING id
"""
CHANGE = """
    UPDATE report_schedules SET grouping = $2, frequency = $3, at_minute = $4, weekday = $5,
        month_day = $6, paused = $7, next_at = $8, updated_at = $9
    WHERE id = $1
"""
DELETE = "DELETE FROM report_schedules WHERE id = $1"
DELETE_RECIPIENTS = "DELETE FROM report_recipients WHERE schedule_id = $1"
ADD_RECIPIENTS = """
    INSERT INTO report_recipients (schedule_id, operator_id)
    SELECT $1, one FROM unnest($2::bigint[]) one ON CONFLICT DO NOTHING
"""
# Two workers never take the same schedule: the second skips it, or sees it moved on.
DUE = """
    SELECT id, frequency, at_minute, weekday, month_day, next_at FROM report_schedules
    WHERE next_at <= $1 AND NOT paused ORDER BY next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
"""
RECIPIENTS = """
    SELECT operator_id FROM report_recipients WHERE schedule_id = $1 ORDER BY operator_id
"""
MOVE_ON = "UPDATE report_schedules SET next_at = $2 WHERE id = $1"
MARK_SENT = """
    INSERT INTO report_emails (schedule_id, operator_id, first, sent_at)
    SELECT s.id, $2, $3, $4 FROM report_schedules s WHERE s.id = $1 ON CONFLICT DO NOTHING
"""
KEEP_DAYS = 60
DELETE_OLD = "DELETE FROM report_emails WHERE sent_at < $1"


def _audited(schedule: Schedule) -> JsonObject:
    return {
        "report": schedule.report,
        "group": schedule.group,
        "frequency": schedule.frequency,
        "at_minute": schedule.at_minute,
        "weekday": schedule.weekday,
        "month_day": schedule.month_day,
        "paused": schedule.paused,
        "recipients": [one.name for one in schedule.recipients],
    }


def _subject(schedule: Schedule) -> Subject:
    return Subject("report_schedule", schedule.id, REPORTS[schedule.report].title)


def _group(report: str, group: str | None) -> str:
    found = grouping_of(report, group)
    if found is None:
        raise InvalidFields(fields={"group": [message("invalid", "group")]})
    return found


async def _check_recipients(connection: Connection, ids: Sequence[int]) -> None:
    known = {one.id for one in await members(connection, ids) if one.gets_mail}
    if not set(ids) <= known:
        raise InvalidFields(fields={"recipients": [message("invalid", "recipients")]})


async def add_schedule(connection: Connection, new: ScheduleInput, zone: ZoneInfo) -> Schedule:
    """Add a schedule. Raises TooManySchedules and InvalidFields."""
    await connection.execute(LOCK_ALL)
    if await connection.fetchval(COUNT) >= MAX_SCHEDULES:
        raise TooManySchedules
    group = _group(new.report, new.group)
    await _check_recipients(connection, new.recipients)
    now = clock.now()
    next_at = next_sending(
        now,
        zone,
        frequency=new.frequency,
        at_minute=new.at_minute,
        weekday=new.weekday,
        month_day=new.month_day,
    )
    schedule_id: int = await connection.fetchval(
        ADD,
        new.report,
        group,
        new.frequency,
        new.at_minute,
        new.weekday,
        new.month_day,
        next_at,
        now,
    )
    await connection.execute(ADD_RECIPIENTS, schedule_id, new.recipients)
    added = await schedule_details(connection, schedule_id)
    await record(connection, "report_schedule.created", _subject(added), after=_audited(added))
    return added


async def change_schedule(
    connection: Connection,
    schedule_id: int,
    changes: ScheduleChanges,
    zone: ZoneInfo,
    if_match: str | None,
) -> Schedule:
    """Change a schedule. It sends next at the first of its times after now.

    Raises NotFound, PreconditionRequired, EditConflict and InvalidFields.
    """
    before = await lock_schedule(connection, schedule_id)
    check_match(if_match, before.etag, before)
    given = changes.model_dump(exclude_none=True)
    frequency = changes.frequency or before.frequency
    at_minute: int = given.get("at_minute", before.at_minute)
    weekday: int = given.get("weekday", before.weekday)
    month_day: int = given.get("month_day", before.month_day)
    now = clock.now()
    await connection.execute(
        CHANGE,
        schedule_id,
        _group(before.report, given.get("group", before.group)),
        frequency,
        at_minute,
        weekday,
        month_day,
        given.get("paused", before.paused),
        next_sending(
            now,
            zone,
            frequency=frequency,
            at_minute=at_minute,
            weekday=weekday,
            month_day=month_day,
        ),
        now,
    )
    if changes.recipients is not None:
        await _check_recipients(connection, changes.recipients)
        await connection.execute(DELETE_RECIPIENTS, schedule_id)
        await connection.execute(ADD_RECIPIENTS, schedule_id, changes.recipients)
    changed = await schedule_details(connection, schedule_id)
    await record(
        connection,
        "report_schedule.changed",
        _subject(changed),
        before=_audited(before),
        after=_audited(changed),
    )
    return changed


async def delete_schedule(connection: Connection, schedule_id: int) -> None:
    """Delete a schedule. Raises NotFound."""
    before = await lock_schedule(connection, schedule_id)
    await connection.execute(DELETE, schedule_id)
    await record(connection, "report_schedule.deleted", _subject(before), before=_audited(before))


async def send_test(
    connection: Connection, schedule_id: int, operator_id: int, zone: ZoneInfo
) -> None:
    """Mail the report as it would be sent now to one team member. Raises NotFound."""
    schedule = await schedule_details(connection, schedule_id)
    first, last = scheduled_days(schedule.frequency, clock.now().astimezone(zone).date())
    await publish(
        connection,
        ReportDue(
            schedule_id=schedule_id, operator_id=operator_id, first=first, last=last, is_test=True
        ),
    )
    await record(connection, "report_schedule.tested", _subject(schedule))


async def queue_due_reports(connection: Connection, now: datetime, zone: ZoneInfo) -> bool:
    """Queue the emails of schedules that are due; return whether there may be others.

    A shop that was off sends each schedule once, about the days of its last time.
    """
    rows = await connection.fetch(DUE, now, DUE_AT_ONCE)
    for row in rows:
        when = {name: row[name] for name in ("frequency", "at_minute", "weekday", "month_day")}
        due = row["next_at"]
        while (following := next_sending(due, zone, **when)) <= now:
            due = following
        first, last = scheduled_days(row["frequency"], due.astimezone(zone).date())
        recipients = await connection.fetch(RECIPIENTS, row["id"])
        await publish(
            connection,
            *(
                ReportDue(
                    schedule_id=row["id"], operator_id=one["operator_id"], first=first, last=last
                )
                for one in recipients
            ),
        )
        await connection.execute(MOVE_ON, row["id"], following)
    return len(rows) == DUE_AT_ONCE


async def mark_sent(
    connection: Connection, schedule_id: int, operator_id: int, first: date
) -> None:
    """Record that a report was mailed, so that it is not sent again."""
    await connection.execute(MARK_SENT, schedule_id, operator_id, first, clock.now())


async def delete_old_emails(connection: Connection, before: datetime) -> None:
    """Delete what is known of emails that were sent before a time."""
    await connection.execute(DELETE_OLD, before)
