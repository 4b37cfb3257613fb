"""When a delivery is tried again."""

from __future__ import annotations

from datetime import datetime, timedelta

PAUSES = (
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=2),
    timedelta(hours=4),
    timedelta(hours=8),
)
"""After the first, second, … failure; the last one repeats."""

GIVE_UP = timedelta(days=4)
"""A delivery that has failed for so long is given up, so that later ones about its subject go out."""

PATIENCE = 3
"""Failures in a row after which an endpoint as a whole is paused, so that it does not take the places of
others."""

LONGEST_ENDPOINT_PAUSE = timedelta(minutes=15)

RETENTION = timedelta(days=30)
"""How long deliveries and their payloads are stored."""

TIMEOUT_SECONDS = 10
BODY_CHARACTERS = 2_000
"""How much of a response is stored."""


def next_try(tries: int, created_at: datetime, now: datetime) -> datetime | None:
    """Return when to try again after `tries` failures, or None to give up."""
    if now - created_at >= GIVE_UP:
        return None
    return now + PAUSES[min(tries, len(PAUSES)) - 1]


def endpoint_pause(failures: int) -> timedelta | None:
    """Return how long an endpoint with so many failures in a row is left alone, or None."""
    if failures < PATIENCE:
        return None
    doubled = timedelta(seconds=10) * (1 << min(failures - PATIENCE, 20))
    return min(doubled, LONGEST_ENDPOINT_PAUSE)


def is_success(status: int) -> bool:
    """Whether the receiver has the message: any 2xx."""
    return 200 <= status < 300
