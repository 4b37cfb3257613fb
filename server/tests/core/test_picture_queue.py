"""The picture queue shares identical work and refuses work if too much is waiting."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stallage.core.errors import NotReady
from stallage.core.picture_queue import PictureQueue
from tests.waiting import let_others_run, until


def create_queue(waiting: int = 8, per_owner: int = 8, seconds: float = 30) -> PictureQueue:
    return PictureQueue("test", threads=1, waiting=waiting, per_owner=per_owner, seconds=seconds)


class Gate:
    """Work that blocks until the gate opens."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.runs = 0

    def work(self) -> int:
        self.runs += 1
        assert self.open.wait(30)
        return self.runs


async def test_concurrent_calls_with_one_key_share_a_run() -> None:
    queue, gate = create_queue(waiting=1), Gate()
    callers = [asyncio.create_task(queue.run(gate.work, key="a")) for _ in range(50)]
    await until(lambda: gate.runs == 1)
    gate.open.set()
    assert await asyncio.gather(*callers) == [1] * 50
    # A later call runs again.
    assert await queue.run(gate.work, key="a") == 2


async def test_a_full_queue_refuses_work_with_retry_after() -> None:
    queue, gate = create_queue(waiting=3), Gate()
    callers = [asyncio.create_task(queue.run(gate.work)) for _ in range(3)]
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady) as refused:
        await queue.run(gate.work)
    assert int(refused.value.headers["Retry-After"]) > 0
    gate.open.set()
    assert await asyncio.gather(*callers) == [1, 2, 3]
    assert await queue.run(gate.work) == 4


async def test_one_owner_cannot_fill_the_queue() -> None:
    queue, gate = create_queue(per_owner=2), Gate()
    callers = [asyncio.create_task(queue.run(gate.work, owner="eve")) for _ in range(2)]
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady):
        await queue.run(gate.work, owner="eve")
    callers.append(asyncio.create_task(queue.run(gate.work, owner="ada")))
    await let_others_run()
    gate.open.set()
    assert await asyncio.gather(*callers) == [1, 2, 3]
    assert await queue.run(gate.work, owner="eve") == 4


async def test_work_that_timed_out_while_waiting_is_not_run() -> None:
    queue, gate = create_queue(seconds=0.05), Gate()
    first = asyncio.create_task(queue.run(gate.work))
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady):
        await queue.run(gate.work)
    # The loop passes the cancellation on to the thread pool in its next iteration.
    await let_others_run()
    gate.open.set()
    assert await first == 1
    assert await queue.run(lambda: "next") == "next"
    assert gate.runs == 1


async def test_a_failure_reaches_all_callers_and_leaves_the_queue_working() -> None:
    queue, gate = create_queue(), Gate()

    def fail() -> None:
        gate.work()
        raise ValueError("broken")

    callers = [asyncio.create_task(queue.run(fail, key="a")) for _ in range(2)]
    await until(lambda: gate.runs == 1)
    gate.open.set()
    failures = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(failure) for failure in failures] == [ValueError, ValueError]
    assert gate.runs == 1
    assert await queue.run(lambda: 7) == 7
