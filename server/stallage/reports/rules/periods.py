"""Periods of reports, and what they are compared with."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from stallage.reports.rules.figures import Period, day_start

Comparison = Literal["none", "before", "year"]
Unit = Literal["day", "week", "month"]
MAX_PERIOD_DAYS = 1830


def period_of(first: date, last: date, now: datetime, zone: ZoneInfo) -> Period:
    """Whole days. What is later than now does not count yet."""
    end = day_start(last + timedelta(days=1), zone)
    return Period(first, last, max(min(end, now.astimezone(UTC)), day_start(first, zone)))


def _months(day: date) -> int:
    return day.year * 12 + day.month - 1


def first_of_month(months: int) -> date:
    """The first day of a month that is counted from the year 0."""
    return date(months // 12, months % 12 + 1, 1)


def _year_earlier(day: date) -> date:
    # The 29th of February has the 28th before it.
    return day.replace(year=day.year - 1, day=min(day.day, 28 if day.month == 2 else 31))


def _same_part(period: Period, first: date, last: date, zone: ZoneInfo) -> Period:
    """Days that end as far from the end of their last day as a period does from its own."""
    open_days = (period.last - period.until.astimezone(zone).date()).days
    if open_days < 0:
        return Period(first, last, day_start(last + timedelta(days=1), zone))
    clock_time = period.until.astimezone(zone).timetz()
    until = datetime.combine(last - timedelta(days=open_days), clock_time).astimezone(UTC)
    return Period(first, last, max(until, day_start(first, zone)))


def compared_with(period: Period, comparison: Comparison, zone: ZoneInfo) -> Period | None:
    """The period that a period is compared with; None without a comparison.

    Calendar months are compared with as many calendar months before, and everything else with the same
    days whole weeks earlier, so that weekdays agree.
    """
    if comparison == "none":
        return None
    if comparison == "year":
        # A period that starts on the 29th of February of a leap year is as long as it was.
        first, last = _year_earlier(period.first), _year_earlier(period.last)
        return _same_part(period, first, last, zone)
    is_months = period.first.day == 1 and (period.last + timedelta(days=1)).day == 1
    if is_months:
        count = _months(period.last) - _months(period.first) + 1
        first = first_of_month(_months(period.first) - count)
        last = period.first - timedelta(days=1)
        if day_start(period.last + timedelta(days=1), zone) <= period.until:
            return Period(first, last, day_start(period.first, zone))
        # Of a month that is not over, only as many days are compared.
        return _days_into(period, first, last, zone)
    earlier = timedelta(days=-(-len(period.days) // 7) * 7)
    return _same_part(period, period.first - earlier, period.last - earlier, zone)


def _days_into(period: Period, first: date, last: date, zone: ZoneInfo) -> Period:
    local = period.until.astimezone(zone)
    day = first + (local.date() - period.first)
    if day > last:
        return Period(first, last, day_start(last + timedelta(days=1), zone))
    return Period(first, last, datetime.combine(day, local.timetz()).astimezone(UTC))


def unit_start(day: date, unit: Unit) -> date:
    """The first day of the week or month of a day; weeks begin on Monday."""
    if unit == "month":
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if unit == "week" else day


def unit_starts(period: Period, unit: Unit) -> list[date]:
    """The starts of all days, weeks or months of a period."""
    return sorted({unit_start(day, unit) for day in period.days})


Frequency = Literal["daily", "weekly", "monthly"]


def scheduled_days(frequency: Frequency, day: date) -> tuple[date, date]:
    """The days that a report sent on a day is about: the last day, week or month that is over."""
    if frequency == "daily":
        return day - timedelta(days=1), day - timedelta(days=1)
    if frequency == "weekly":
        monday = unit_start(day, "week")
        return monday - timedelta(days=7), monday - timedelta(days=1)
    last = day.replace(day=1) - timedelta(days=1)
    return last.replace(day=1), last


def next_sending(
    after: datetime,
    zone: ZoneInfo,
    *,
    frequency: Frequency,
    at_minute: int,
    weekday: int,
    month_day: int,
) -> datetime:
    """The next time after a moment at which a schedule sends, in UTC.

    A time that clocks skip is sent as much later; one that comes twice is sent the first time.
    """
    day = after.astimezone(zone).date() - timedelta(days=1)
    while True:
        if (
            frequency == "daily"
            or (frequency == "weekly" and day.isoweekday() == weekday)
            or (frequency == "monthly" and day.day == month_day)
        ):
            at = datetime.combine(day, time(at_minute // 60, at_minute % 60), zone)
            if at.astimezone(UTC) > after:
                return at.astimezone(UTC)
        day += timedelta(days=1)
