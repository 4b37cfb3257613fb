"""The text of an email with a report."""

from __future__ import annotations

from datetime import date

from stallage.core.dates import format_day
from stallage.reports.rules.reports import TITLES

TOP = 10
MAX_CSV_BYTES = 5_000_000
"""Larger files are refused by many mail servers; the email then has a link alone."""


def days_text(first: date, last: date, locale: str) -> str:
    """Such as `Mar 2, 2026 – Mar 8, 2026`."""
    if first == last:
        return format_day(first, locale)
    return f"{format_day(first, locale)} – {format_day(last, locale)}"


def row_name(names: tuple[str, ...], columns: tuple[str, ...], locale: str) -> str:
    """The name of a row, such as `Moss bowl, green, BOWL-1` or `Week from Mar 2, 2026`."""
    if columns[0] in ("day", "week", "month", "cohort"):
        day = format_day(date.fromisoformat(names[0]), locale)
        return day if columns[0] == "day" else f"{TITLES[columns[0]]} {day}"
    return ", ".join(name for name in names if name)
