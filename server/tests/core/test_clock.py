"""The clock that tests shift."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from stallage.core import clock

HOUR = timedelta(hours=1)


def test_overlapping_shifts_end_in_any_order() -> None:
    first, second = clock.shift(HOUR), clock.shift(HOUR)
    with first:
        second.__enter__()
        assert clock.now() > datetime.now(UTC) + HOUR
    second.__exit__(None, None, None)
    assert clock.now() < datetime.now(UTC) + HOUR
