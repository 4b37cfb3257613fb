"""Rules of the profile."""

from __future__ import annotations

from datetime import date

EARLIEST_BIRTHDAY = date(1900, 1, 1)


def is_birthday(day: date, today: date) -> bool:
    """Whether a date of birth is plausible: since 1900 and not in the future."""
    return EARLIEST_BIRTHDAY <= day <= today


def merge_newest_first(newer: list[int], older: list[int], limit: int) -> list[int]:
    """Return newer ids before older ones, without duplicates, at most `limit`."""
    return list(dict.fromkeys([*newer, *older]))[:limit]
