"""The arithmetic of a line: places, times, and how many turns a process gives."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pytest

from stallage.waiting_line.rules.pace import TICK_SECONDS, Pace
from stallage.waiting_line.rules.states import (
    GENERAL,
    LineState,
    line_to_open,
    poll_seconds,
    seconds_to_order,
)

pytestmark = pytest.mark.fast

MANY = 100_000
TICKS_TO_COME = 4
"""How long after their turn shoppers send their orders."""


def a_line(**changes: Any) -> LineState:
    state = LineState(
        line=1,
        epoch=1,
        issued=100,
        admitted=40,
        lapsed=0,
        served=40,
        is_sold_out=False,
        left=[],
        front_joined_ms=1,
    )
    return replace(state, **changes)


def test_places_and_times() -> None:
    line = a_line()
    assert (line.waiting, line.ahead(41), line.ahead(100)) == (60, 0, 59)
    with_leavers = a_line(left=[50, 60, 70])
    assert (with_leavers.waiting, with_leavers.ahead(65), with_leavers.ahead(100)) == (57, 22, 56)
    # 0.5 s until processes see the turn, and 1 s until the page does.
    assert [seconds_to_order(ahead, Pace(10), 2) for ahead in (0, 9, 59)] == [3.6, 4.5, 9.5]


def test_pages_ask_often_only_near_their_turn() -> None:
    assert [poll_seconds(seconds) for seconds in (1, 4, 5, 20, 60, 1000)] == [2, 2, 2, 10, 30, 45]


def test_a_product_that_many_want_gets_a_line_of_its_own() -> None:
    assert line_to_open(7, 50, 60) == 7
    assert line_to_open(7, 2, 60) == GENERAL


def simulate(pace: Pace, per_tick: float, share: float, ticks: int) -> tuple[int, int]:
    """Serve up to `per_tick` orders a tick, of the share of shoppers who come.

    Returns the number of orders and the most that waited after the beginning.
    """
    coming: deque[float] = deque([0.0] * TICKS_TO_COME)
    waiting = served = 0.0
    most = 0.0
    for tick in range(ticks):
        turns = pace.turns(MANY, int(waiting), TICK_SECONDS)
        pace.give(turns)
        coming.append(turns * share)
        came = coming.popleft()
        pace.came += round(came)
        waiting += came
        now = min(waiting, per_tick)
        waiting -= now
        served += now
        pace.served += round(now)
        if tick > ticks // 4:
            most = max(most, waiting)
    return int(served), int(most)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.2])
@pytest.mark.parametrize(("known", "used"), [(1.0, 0.5), (200.0, 0.85)])
def test_a_process_is_busy_and_nobody_waits_long_in_it(
    share: float, known: float, used: float
) -> None:
    served, most = simulate(Pace(known), per_tick=100, share=share, ticks=240)
    assert served > used * 240 * 100
    assert most < 3 * 200


def test_a_line_moves_evenly() -> None:
    pace = Pace(200.0)
    coming: deque[int] = deque([0] * TICKS_TO_COME)
    waiting = 600
    given = []
    for _ in range(120):
        turns = pace.turns(MANY, waiting, TICK_SECONDS)
        pace.give(turns)
        given.append(turns)
        coming.append(turns)
        pace.came = coming.popleft()
        waiting += pace.came
        pace.served = min(waiting, 100)
        waiting -= pace.served
    seconds = [first + second for first, second in zip(given[20::2], given[21::2], strict=True)]
    assert all(100 <= turns <= 300 for turns in seconds), seconds


def test_a_process_that_nobody_comes_to_gives_few_turns() -> None:
    pace = Pace(1.0)
    given = []
    for _ in range(200):
        given.append(pace.turns(MANY, 0, TICK_SECONDS))
        pace.give(given[-1])
    assert sum(given[50:]) <= 150 * TICK_SECONDS * 2


def test_a_slow_process_still_gives_turns() -> None:
    pace = Pace(0.1)
    assert sum(pace.turns(MANY, 0, TICK_SECONDS) for _ in range(4)) >= 1
