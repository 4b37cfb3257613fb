"""The states of promotions, and generated codes."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Literal

ScheduleState = Literal["active", "scheduled", "ended"]
CodeState = Literal["active", "scheduled", "ended", "used_up"]

MAX_BATCH = 10_000
"""Codes that are generated at once."""
RANDOM_CHARACTERS = 8
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without characters that are easily confused: I, L, O, U, 0, 1."""


def schedule_state(starts_at: datetime, ends_at: datetime | None, now: datetime) -> ScheduleState:
    """The state of something that runs from a start to an end."""
    if ends_at is not None and ends_at <= now:
        return "ended"
    return "scheduled" if now < starts_at else "active"


def generate_codes(prefix: str, count: int) -> list[str]:
    """Generate different codes such as `WINTER-K7QM2XNB`, each with 39 random bits."""
    start = f"{prefix}-" if prefix else ""
    codes: set[str] = set()
    while len(codes) < count:
        codes.add(start + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_CHARACTERS)))
    return sorted(codes)
