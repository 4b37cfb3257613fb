"""The clock: all code asks here what time it is, so that tests can freeze or shift it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_offset = timedelta(0)
_frozen: datetime | None = None


def now() -> datetime:
    """Return the time in UTC. SQL takes it as a parameter instead of calling `now()` itself."""
    if _frozen is not None:
        return _frozen
    return datetime.now(UTC) + _offset


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
