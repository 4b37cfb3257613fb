"""Compares signed times of other hosts, whose clocks may differ a little from this one's."""

from __future__ import annotations

LEEWAY_SECONDS = 30
"""How far the clocks of two hosts may be apart. `stallage doctor` reports two seconds."""


def has_expired(expires_at: float, now: float) -> bool:
    """Whether a time, in seconds since 1970, has passed by the clocks of all hosts."""
    return expires_at + LEEWAY_SECONDS <= now


def is_future(issued_at: float, now: float) -> bool:
    """Whether a time, in seconds since 1970, is still to come by the clocks of all hosts."""
    return issued_at > now + LEEWAY_SECONDS
