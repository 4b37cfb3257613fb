"""What a profile may say."""

from __future__ import annotations

from datetime import date

EARLIEST_BIRTHDAY = date(1900, 1, 1)


def is_birthday(day: date, today: date) -> bool:
    """Whether somebody can have been born on this day. The spec's date picker goes back 100 years."""
    return EARLIEST_BIRTHDAY <= day <= today


def merged_newest_first(newer: list[int], older: list[int], limit: int) -> list[int]:
    """The newer ids before the older ones, each once, cut to the limit."""
    return list(dict.fromkeys([*newer, *older]))[:limit]
