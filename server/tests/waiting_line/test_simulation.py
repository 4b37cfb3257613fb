"""What a line announces, and how fair it is, with crowds of all kinds in simulated time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stallage.waiting_line.rules.pace import TICK_SECONDS, Pace
from tests.waiting_line.simulation import Crowd, Simulation, measure

pytestmark = pytest.mark.fast

HOSTS = [(100.0,), (45.0, 55.0)]


def rush(now: float) -> float:
    """Everybody comes in ten seconds."""
    return 200.0 if now < 10 else 0.0


def growing(now: float) -> float:
    return min(300.0, 10 * now) if now < 40 else 0.0


def pausing(now: float) -> float:
    """A rush each minute, and nobody in between."""
    return 300.0 if now % 60 < 15 else 0.0


@pytest.mark.parametrize("hosts", HOSTS, ids=["one", "two"])
@pytest.mark.parametrize(
    ("crowd", "since", "until"),
    [
        (Crowd(lambda _: 120.0), 20, 100),
        (Crowd(growing), 10, 40),
        (Crowd(pausing), 60, 180),
        (Crowd(rush, comes_again=True), 10, 80),
        (Crowd(lambda now: 240.0 if now < 80 else 0.0, stays_away=0.5), 20, 80),
    ],
    ids=["steady", "growing", "pausing", "buying again", "half stay away"],
)
def test_waits_are_even_and_as_announced(
    hosts: tuple[float, ...], crowd: Crowd, since: float, until: float
) -> None:
    measured = measure(Simulation(hosts, crowd).run(200), since, until)
    assert measured.error < 0.2
    assert abs(measured.bias) < 2.5
    assert measured.largest < 4
    assert measured.unfairness <= 2


@pytest.mark.parametrize("hosts", HOSTS, ids=["one", "two"])
@pytest.mark.parametrize("known", [1.0, 20.0])
def test_announcements_are_true_before_the_line_has_moved(
    hosts: tuple[float, ...], known: float
) -> None:
    simulation = Simulation(hosts, Crowd(rush, comes_again=True))
    for host in simulation.hosts:
        host.pace.rate = known
    measured = measure(simulation.run(100), 0, 10)
    assert measured.error < 0.3
    assert measured.largest < 6
    assert measured.unfairness < 3
    assert measured.busy > 0.75


@pytest.mark.parametrize("hosts", HOSTS, ids=["one", "two"])
def test_a_process_that_is_busy_with_those_who_wait_announces_what_it_serves(
    hosts: tuple[float, ...],
) -> None:
    """It has no orders that wait, since it reads other requests, and yet cannot serve more."""
    crowd = Crowd(at_once=2000, comes_again=True)
    measured = measure(Simulation(hosts, crowd, reading=0.3).run(120), 20, 100)
    assert measured.busy < 0.5
    assert measured.error < 0.2
    assert measured.largest < 2
    assert measured.unfairness < 1.5


@pytest.mark.parametrize("crowd", [rush, pausing], ids=["rush", "pausing"])
def test_slow_requests_do_not_bring_too_many_at_once(crowd: Callable[[float], float]) -> None:
    """Whoever comes late for a turn is not taken for absent, whose turns others would have."""
    simulation = Simulation([100.0], Crowd(crowd, comes_again=crowd is rush, latency=(0.3, 3.0)))
    assert simulation.run(180).longest_in_process < 5


def test_whoever_leaves_makes_the_wait_shorter_than_announced() -> None:
    crowd = Crowd(lambda now: 240.0 if now < 80 else 0.0, leaves=0.5)
    measured = measure(Simulation([100.0], crowd).run(200), 20, 80)
    assert measured.error < 0.3
    assert measured.bias < 0
    assert measured.busy > 0.95


def test_the_rate_of_a_line_is_that_of_all_processes_also_after_a_pause() -> None:
    pace = Pace(50.0)
    of_all = 0
    for _ in range(120):
        pace.see(of_all)
        pace.turns(100_000, 100, TICK_SECONDS)
        pace.give(25)
        of_all += 75
        pace.served = pace.came = 25
    assert 140 < pace.line_rate < 160
    # The crowd goes, and those whose turn has just come go too.
    for _ in range(100):
        pace.see(of_all)
        pace.turns(0, 0, TICK_SECONDS)
    assert 140 < pace.line_rate < 200
