"""Days and times as shoppers read them, in the shop's language: `Mar 9, 2026` in US English."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time


def _locale(locale: str) -> str:
    return locale.replace("-", "_")


def day_text(day: date, locale: str) -> str:
    """A calendar day in the short format."""
    return str(format_date(day, "medium", locale=_locale(locale)))


def time_text(moment: datetime, locale: str, time_zone: str) -> str:
    """A moment where the shop is, with its zone: `Mar 9, 2026, 4:05:00 PM EDT` in US English."""
    there = moment.astimezone(ZoneInfo(time_zone))
    time = format_time(there, "long", tzinfo=there.tzinfo, locale=_locale(locale))
    return f"{day_text(there, locale)}, {time}"
