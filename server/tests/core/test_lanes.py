"""A lane that was full is filled again at once, but not after each job."""

from __future__ import annotations

from pgqueuer.types import JobId

from stallage.core.lanes import Lanes, WakingDriver
from stallage.core.retry_policies import Lane
from stallage.core.runtime import Runtime
from tests.waiting import until


async def finish(lanes: Lanes, *numbers: int) -> None:
    """Run jobs that were taken."""
    for number in numbers:
        async with lanes.slot(Lane.BULK, JobId(number)):
            pass


async def test_room_is_reported_once_when_half_of_a_full_lane_is_free() -> None:
    reports: list[int] = []
    lanes = Lanes({Lane.BULK: 2}, on_room=lambda: reports.append(1))
    for number in range(4):
        assert lanes.has_room(Lane.BULK)
        lanes.add(Lane.BULK, JobId(number))
    assert not lanes.has_room(Lane.BULK)
    await finish(lanes, 0)
    assert reports == []
    await finish(lanes, 1)
    assert reports == [1]
    await finish(lanes, 2, 3)
    assert reports == [1]


async def test_a_lane_that_was_not_full_reports_nothing() -> None:
    reports: list[int] = []
    lanes = Lanes({Lane.BULK: 2}, on_room=lambda: reports.append(1))
    for number in range(3):
        lanes.add(Lane.BULK, JobId(number))
    assert lanes.has_room(Lane.BULK)
    await finish(lanes, 0, 1, 2)
    assert reports == []


async def test_the_driver_wakes_whoever_listens(runtime: Runtime) -> None:
    connection = await runtime.database.connect_dedicated()
    driver = WakingDriver(connection)
    received: list[object] = []
    await driver.add_listener("anything", received.append)
    driver.wake()
    assert len(received) == 1
    await connection.execute("SELECT pg_notify('anything', 'from the database')")
    await until(lambda: "from the database" in received)
    await connection.close()
