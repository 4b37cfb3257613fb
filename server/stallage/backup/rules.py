"""When a scheduled backup is due, and which ones are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta, tzinfo

_NAME = re.compile(r"stallage-(\d{8}T\d{6}Z)\.tar")
_FORM = "%Y%m%dT%H%M%SZ"
RETRY = timedelta(minutes=10)
"""How long a failed backup waits before it is tried again."""
LATE = timedelta(hours=2)
"""How long after its time a missing backup is overdue."""


def name_of(moment: datetime) -> str:
    """The file name of a scheduled backup; names sort by time."""
    return f"stallage-{moment.astimezone(UTC).strftime(_FORM)}.tar"


def moment_of(name: str) -> datetime | None:
    """The moment in the name of a scheduled backup; None for other files."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return datetime.strptime(match[1], _FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def last_slot(now: datetime, time_of_day: str, zone: tzinfo) -> datetime:
    """The latest moment, not after `now`, at which the clock in `zone` shows `time_of_day`."""
    local = now.astimezone(zone)
    slot = datetime.combine(local.date(), time.fromisoformat(time_of_day), zone)
    if slot > local:
        slot = datetime.combine(
            local.date() - timedelta(days=1), slot.timetz().replace(tzinfo=None), zone
        )
    return slot.astimezone(UTC)


def is_due(
    now: datetime, slot: datetime, newest: datetime | None, failed_at: datetime | None
) -> bool:
    """Whether a backup is to be made now."""
    if newest is not None and newest >= slot:
        return False
    # A failure in what is now the future was before the machine's clock was set back.
    return failed_at is None or not timedelta() <= now - failed_at < RETRY


def to_delete(
    moments: Iterable[datetime], zone: tzinfo, *, daily: int, weekly: int
) -> list[datetime]:
    """Those that are neither the last of one of the `daily` newest days nor of the `weekly` newest
    weeks that have one."""
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    newest_first = sorted(moments, reverse=True)
    for moment in newest_first:
        local = moment.astimezone(zone)
        if len(days) < daily:
            days.setdefault(local.date(), moment)
        if len(weeks) < weekly:
            weeks.setdefault(local.isocalendar()[:2], moment)
    kept = {*days.values(), *weeks.values()}
    return [moment for moment in newest_first if moment not in kept]
