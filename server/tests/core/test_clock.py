"""The clock that tests shift, and that follows the database's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from stallage.core import clock
from tests.conftest import OpenShop
from tests.waiting import until

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@contextmanager
def wrong_by(difference: timedelta) -> Iterator[None]:
    """Let the clock of this process be wrong, as after a start on a host whose clock is."""
    clock.follow(clock.now() + difference, time.monotonic())
    try:
        yield
    finally:
        clock.follow(datetime.now(UTC), time.monotonic())


def test_overlapping_shifts_end_in_any_order() -> None:
    first, second = clock.shift(HOUR), clock.shift(HOUR)
    with first:
        second.__enter__()
        assert clock.now() > datetime.now(UTC) + HOUR
    second.__exit__(None, None, None)
    assert clock.now() < datetime.now(UTC) + HOUR


@pytest.mark.parametrize("difference", [HOUR, -HOUR], ids=["ahead", "behind"])
async def test_a_process_follows_the_database_whose_clock_differs(
    open_shop: OpenShop, difference: timedelta
) -> None:
    with wrong_by(difference):
        assert abs(clock.now() - datetime.now(UTC)) > HOUR / 2
        async with open_shop():
            await until(lambda: abs(clock.now() - datetime.now(UTC)) < SECOND)


def test_small_differences_are_tolerated_and_large_ones_are_reported() -> None:
    began = time.monotonic()
    assert clock.follow(clock.now() + 0.2 * SECOND, time.monotonic()) == 0
    assert clock.now() - datetime.now(UTC) < 0.1 * SECOND
    with wrong_by(HOUR):
        wrong = clock.follow(datetime.now(UTC), time.monotonic())
    assert abs(wrong - 3600) < 1 + time.monotonic() - began


def test_the_time_goes_on_from_a_time_that_was_read_before() -> None:
    with wrong_by(HOUR):
        clock.follow(datetime.now(UTC) - 10 * SECOND, time.monotonic() - 10)
        assert abs(clock.now() - datetime.now(UTC)) < SECOND
