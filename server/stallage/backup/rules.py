"""When a scheduled backup is due, and which backups the retention keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta, tzinfo

from stallage.core.retry_policies import Lane, RetryPolicy

_NAME = re.compile(r"stallage-(\d{8}T\d{6}Z)\.tar")
_FORM = "%Y%m%dT%H%M%SZ"
POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(minutes=10),
    retry_for=timedelta(minutes=10),
    run_limit=timedelta(hours=6),
)
"""Of a backup that an operator asked for."""
RETRY = timedelta(minutes=10)
"""Pause after a failed backup."""
LATE = timedelta(hours=2)
"""How long after its scheduled time a missing backup counts as overdue."""


def file_name(moment: datetime) -> str:
    """Return the file name of a scheduled backup. Names sort by time."""
    return f"stallage-{moment.astimezone(UTC).strftime(_FORM)}.tar"


def parse_file_name(name: str) -> datetime | None:
    """Return the time in the name of a scheduled backup; None for other files."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def last_scheduled_time(now: datetime, time_of_day: str, zone: tzinfo) -> datetime:
    """Return the latest `time_of_day` (`HH:MM` in `zone`) that is not after `now`, in UTC."""
    local = now.astimezone(zone)
    slot = datetime.combine(local.date(), time.fromisoformat(time_of_day), zone)
    if slot > local:
        slot = datetime.combine(
            local.date() - timedelta(days=1), slot.timetz().replace(tzinfo=None), zone
        )
    return slot.astimezone(UTC)


def next_scheduled_time(now: datetime, time_of_day: str, zone: tzinfo) -> datetime:
    """Return the first `time_of_day` (`HH:MM` in `zone`) after `now`, in UTC."""
    day = now.astimezone(zone).date()
    slots = (
        datetime.combine(day + timedelta(days=later), time.fromisoformat(time_of_day), zone)
        for later in (0, 1, 2)
    )
    return next(slot for slot in slots if slot > now).astimezone(UTC)


def is_due(
    now: datetime, slot: datetime, newest: datetime | None, failed_at: datetime | None
) -> bool:
    """Whether a backup must be made now.

    `slot` is the last scheduled time, `newest` the time of the newest backup.
    """
    if newest is not None and newest >= slot:
        return False
    # A failure in the future happened before the machine's clock was set back.
    return failed_at is None or not timedelta() <= now - failed_at < RETRY


def select_expired(
    moments: Iterable[datetime], zone: tzinfo, *, daily: int, weekly: int
) -> list[datetime]:
    """Return the backups beyond the retention, newest first.

    Retained are the last backup of each of the `daily` newest days and `weekly` newest weeks that
    have one.
    """
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    newest_first = sorted(moments, reverse=True)
    for moment in newest_first:
        local = moment.astimezone(zone)
        if len(days) < daily:
            days.setdefault(local.date(), moment)
        if len(weeks) < weekly:
            weeks.setdefault(local.isocalendar()[:2], moment)
    retained = {*days.values(), *weeks.values()}
    return [moment for moment in newest_first if moment not in retained]
