"""Parses times as people write them in files, and formats them for the API."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_AGO = re.compile(r"(\d{1,5}) days? ago")
_FROM_NOW = re.compile(r"in (\d{1,5}) days?")
TIME_FORMATS = (
    "a date such as 2026-03-09, a time such as 2026-03-09T18:00:00Z, or “5 days ago” or “in 9 days”"
)


def parse_time(value: object, start: datetime, zone: tzinfo = UTC) -> datetime:
    """Parse one of TIME_FORMATS and return it in UTC.

    Relative days are counted from `start`. A date means its midnight in `zone`; a time without a zone
    is in `zone` too. Raises ValueError.
    """
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=zone)).astimezone(UTC)
    if isinstance(value, date):
        return datetime.combine(value, time(), zone).astimezone(UTC)
    text = value if isinstance(value, str) else ""
    if match := _AGO.fullmatch(text):
        return start - timedelta(days=int(match[1]))
    if match := _FROM_NOW.fullmatch(text):
        return start + timedelta(days=int(match[1]))
    raise ValueError(f"must be {TIME_FORMATS}")


def format_iso(at: datetime | None) -> str | None:
    """Format a UTC time as ISO 8601 with milliseconds, as in responses."""
    if at is None:
        return None
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
