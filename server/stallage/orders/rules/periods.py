"""Periods in which orders were placed, as filters name them."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo

PERIOD = re.compile(
    r"^(today|yesterday|[1-9][0-9]{0,3}d|([0-9]{4}-[0-9]{2}-[0-9]{2})?\.\.([0-9]{4}-[0-9]{2}-[0-9]{2})?)$"
)
"""`7d` are the last seven days, today included. A period can be open on one side."""
FIRST_DAY = date(1970, 1, 1)


def days_of(period: str, today: date) -> tuple[date, date]:
    """The first and last day of a period. Raises ValueError, also for a day that does not exist."""
    if not PERIOD.match(period):
        raise ValueError(period)
    if period == "today":
        return today, today
    if period == "yesterday":
        return today - timedelta(days=1), today - timedelta(days=1)
    if period.endswith("d"):
        return today - timedelta(days=int(period[:-1]) - 1), today
    begin, end = period.split("..")
    first = date.fromisoformat(begin) if begin else FIRST_DAY
    last = date.fromisoformat(end) if end else max(today, first)
    if last < first or first < FIRST_DAY or last == date.max:
        raise ValueError(period)
    return first, last


def moments_of(period: str, today: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The moments at which a period begins and is over. Raises ValueError."""
    first, last = days_of(period, today)
    try:
        return (
            datetime.combine(first, time(), zone),
            datetime.combine(last + timedelta(days=1), time(), zone),
        )
    except OverflowError as error:
        raise ValueError(period) from error
