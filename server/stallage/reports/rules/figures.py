"""Periods of figures, in the shop's time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MAX_DAYS = 366
PACE_DAYS = 28
"""Days before today whose sales tell how long stock lasts."""


def day_start(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Period:
    """Whole days, the last of which may be unfinished."""

    first: date
    last: date
    until: datetime
    """The moment after the last one that counts."""

    @property
    def days(self) -> list[date]:
        """All days of the period."""
        count = (self.last - self.first).days + 1
        return [self.first + timedelta(days=number) for number in range(count)]


def period_ending(now: datetime, days: int, zone: ZoneInfo) -> Period:
    """The last `days` days up to now, today included."""
    today = now.astimezone(zone).date()
    return Period(today - timedelta(days=days - 1), today, now.astimezone(UTC))


def period_before(period: Period, zone: ZoneInfo) -> Period:
    """The same part of the days before, by the same weekdays: whole weeks earlier.

    The last day ends at the same time of day, also if clocks were changed in between.
    """
    length = len(period.days)
    earlier = timedelta(days=-(-length // 7) * 7)
    last = period.last - earlier
    local = period.until.astimezone(zone)
    if local.date() > period.last:
        until = day_start(last + timedelta(days=1), zone)
    else:
        until = datetime.combine(last, local.timetz()).astimezone(UTC)
    return Period(period.first - earlier, last, until)


def days_left(stock: int, sold: int) -> int | None:
    """How many days stock lasts at the pace of the last weeks; None if nothing was sold."""
    if stock <= 0:
        return 0
    return None if sold <= 0 else stock * PACE_DAYS // sold
