"""The clock: all code asks here what time it is.

All hosts follow the database's clock, so that a host whose own is wrong or jumps neither refuses what others
have signed nor does anything too early. Tests can freeze or shift it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

TOLERATED_SECONDS = 0.5
"""Smaller differences are not corrected, so that the time does not go back all the time."""

_offset = timedelta(0)
_frozen: datetime | None = None
_start, _started_at = datetime.now(UTC), time.monotonic()
"""A time, and when it was by the clock of the kernel that never jumps."""


def now() -> datetime:
    """Return the time in UTC. SQL takes it as a parameter instead of calling `now()` itself."""
    if _frozen is not None:
        return _frozen
    return _start + timedelta(seconds=time.monotonic() - _started_at) + _offset


def follow(there: datetime, measured_at: float) -> float:
    """Take over the time of the database, which was read at `measured_at` of the monotonic clock.

    Returns by how many seconds this clock was wrong, or 0 if that is tolerated.
    """
    global _start, _started_at
    here = _start + timedelta(seconds=measured_at - _started_at)
    difference = (here - there).total_seconds()
    if abs(difference) <= TOLERATED_SECONDS:
        return 0.0
    _start, _started_at = there, measured_at
    return difference


@contextmanager
def freeze(time: datetime) -> Iterator[None]:
    """Stop the clock of this process at one time."""
    global _frozen  # noqa: PLW0603 - there is one clock per process
    before, _frozen = _frozen, time
    try:
        yield
    finally:
        _frozen = before


@contextmanager
def shift(offset: timedelta) -> Iterator[None]:
    """Shift the clock of this process, which keeps running.

    Shifts that overlap add up and may end in any order.
    """
    global _offset  # noqa: PLW0603 - there is one clock per process
    _offset += offset
    try:
        yield
    finally:
        _offset -= offset
