"""Formats dates and times for shoppers in the shop's locale."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time


def _locale(locale: str) -> str:
    return locale.replace("-", "_")


def format_day(day: date, locale: str) -> str:
    """Format a date, such as `Mar 9, 2026` in US English."""
    return str(format_date(day, "medium", locale=_locale(locale)))


def format_datetime(at: datetime, locale: str, time_zone: str) -> str:
    """Format a time in a zone, such as `Mar 9, 2026, 4:05:00 PM EDT` in US English."""
    local = at.astimezone(ZoneInfo(time_zone))
    time = format_time(local, "long", tzinfo=local.tzinfo, locale=_locale(locale))
    return f"{format_day(local, locale)}, {time}"
