"""Moments as people write them into files: a date, a time, or days before or after a start."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_AGO = re.compile(r"(\d{1,5}) days? ago")
_AHEAD = re.compile(r"in (\d{1,5}) days?")
FORMS = (
    "a date such as 2026-03-09, a time such as 2026-03-09T18:00:00Z, or “5 days ago” or “in 9 days”"
)


def moment_of(value: object, start: datetime, zone: tzinfo = UTC) -> datetime:
    """The moment in UTC.

    `start` is what days are counted from; a date is its midnight in `zone`, as is a time that names no
    zone of its own. Raises ValueError for anything else.
    """
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=zone)).astimezone(UTC)
    if isinstance(value, date):
        return datetime.combine(value, time(), zone).astimezone(UTC)
    text = value if isinstance(value, str) else ""
    if match := _AGO.fullmatch(text):
        return start - timedelta(days=int(match[1]))
    if match := _AHEAD.fullmatch(text):
        return start + timedelta(days=int(match[1]))
    raise ValueError(f"must be {FORMS}")
