"""Busy work is done by few, once for all who ask for the same, and refused where too many wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from stallage.core.errors import NotReady
from stallage.core.picture_queue import PictureQueue


def queue_of(waiting: int = 8, per_owner: int = 8, seconds: float = 30) -> PictureQueue:
    return PictureQueue("test", threads=1, waiting=waiting, per_owner=per_owner, seconds=seconds)


class Gate:
    """Work that lasts until it is let go."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.runs = 0

    def work(self) -> int:
        self.runs += 1
        assert self.open.wait(30)
        return self.runs


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - a thread changes it, which sets no event here
            await asyncio.sleep(0.001)


async def test_the_same_is_made_once_for_all_who_ask() -> None:
    queue, gate = queue_of(waiting=1), Gate()
    asking = [asyncio.create_task(queue.run(gate.work, key="a")) for _ in range(50)]
    await until(lambda: gate.runs == 1)
    gate.open.set()
    assert await asyncio.gather(*asking) == [1] * 50
    # What is made again later is made anew.
    assert await queue.run(gate.work, key="a") == 2


async def test_who_comes_when_too_many_wait_is_told_when_to_come_again() -> None:
    queue, gate = queue_of(waiting=3), Gate()
    asking = [asyncio.create_task(queue.run(gate.work)) for _ in range(3)]
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady) as refused:
        await queue.run(gate.work)
    assert int(refused.value.headers["Retry-After"]) > 0
    gate.open.set()
    assert await asyncio.gather(*asking) == [1, 2, 3]
    assert await queue.run(gate.work) == 4


async def test_one_customer_leaves_room_for_others() -> None:
    queue, gate = queue_of(per_owner=2), Gate()
    asking = [asyncio.create_task(queue.run(gate.work, owner="eve")) for _ in range(2)]
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady):
        await queue.run(gate.work, owner="eve")
    asking.append(asyncio.create_task(queue.run(gate.work, owner="ada")))
    await asyncio.sleep(0)
    gate.open.set()
    assert await asyncio.gather(*asking) == [1, 2, 3]
    assert await queue.run(gate.work, owner="eve") == 4


async def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    queue, gate = queue_of(seconds=0.05), Gate()
    first = asyncio.create_task(queue.run(gate.work))
    await until(lambda: gate.runs == 1)
    with pytest.raises(NotReady):
        await queue.run(gate.work)
    gate.open.set()
    assert await first == 1
    assert await queue.run(lambda: "next") == "next"
    assert gate.runs == 1


async def test_a_failure_is_everybody_s_who_asked_and_leaves_the_queue_working() -> None:
    queue, gate = queue_of(), Gate()

    def fail() -> None:
        gate.work()
        raise ValueError("broken")

    asking = [asyncio.create_task(queue.run(fail, key="a")) for _ in range(2)]
    await until(lambda: gate.runs == 1)
    gate.open.set()
    failures = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(one) for one in failures] == [ValueError, ValueError]
    assert gate.runs == 1
    assert await queue.run(lambda: 7) == 7
