"""The one place that asks what time it is, so that a test can hold or move the clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

_offset = timedelta(0)
_held: datetime | None = None


def now() -> datetime:
    """The time in UTC. SQL takes it as a parameter and never asks the database's own clock."""
    if _held is not None:
        return _held
    return datetime.now(UTC) + _offset


@contextmanager
def held_at(moment: datetime) -> Iterator[None]:
    """Holds the clock of this process at one moment."""
    global _held  # noqa: PLW0603 - the clock of the whole process is what is being held
    before, _held = _held, moment
    try:
        yield
    finally:
        _held = before


@contextmanager
def moved_by(offset: timedelta) -> Iterator[None]:
    """Moves the clock of this process; it goes on ticking. Moves at once add up, and end in any order."""
    global _offset  # noqa: PLW0603 - the clock of the whole process is what is being moved
    _offset += offset
    try:
        yield
    finally:
        _offset -= offset
