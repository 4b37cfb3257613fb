"""The clock that tests move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from stallage.core import clock

HOUR = timedelta(hours=1)


def test_moves_that_overlap_end_in_any_order() -> None:
    first, second = clock.moved_by(HOUR), clock.moved_by(HOUR)
    with first:
        second.__enter__()
        assert clock.now() > datetime.now(UTC) + HOUR
    second.__exit__(None, None, None)
    assert clock.now() < datetime.now(UTC) + HOUR
