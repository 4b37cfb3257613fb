"""Lines take turns, places are honest, and nobody who gives up leaves a slot behind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from stallage.core import fair_queue
from stallage.core.errors import NotReady
from stallage.core.fair_queue import FairQueue

BOWL, VASE, PLATE = 1, 2, 3


class Crowd:
    """Those who wait for a queue, and the order in which they get their turns."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.served: list[str] = []

    async def come(self, name: str, *kinds: int, number: int = 0) -> asyncio.Task[None]:
        """Join a line; return once the place is taken."""
        joined = asyncio.Event()

        async def wait() -> None:
            joined.set()
            async with self.queue.turn(kinds, number=number):
                self.served.append(name)

        task = asyncio.create_task(wait())
        await joined.wait()
        return task


@contextmanager
def setting(name: str, value: float) -> Iterator[None]:
    before = getattr(fair_queue, name)
    setattr(fair_queue, name, value)
    try:
        yield
    finally:
        setattr(fair_queue, name, before)


async def test_lines_take_turns_and_are_served_in_order() -> None:
    queue = FairQueue(1)
    crowd = Crowd(queue)
    async with queue.turn([BOWL]):
        assert queue.is_full
        tasks = [await crowd.come(f"bowl {number}", BOWL) for number in range(4)]
        tasks += [await crowd.come(f"vase {number}", VASE) for number in range(2)]
    await asyncio.gather(*tasks)
    assert crowd.served == ["bowl 0", "vase 0", "bowl 1", "vase 1", "bowl 2", "bowl 3"]
    assert not queue.is_full


async def test_an_order_of_several_products_joins_the_longest_line() -> None:
    """So nobody passes a line by adding another product."""
    queue = FairQueue(1)
    crowd = Crowd(queue)
    async with queue.turn([BOWL]):
        tasks = [await crowd.come(f"bowl {number}", BOWL) for number in range(2)]
        tasks.append(await crowd.come("both", PLATE, BOWL))
        tasks.append(await crowd.come("plate", PLATE))
    await asyncio.gather(*tasks)
    assert crowd.served == ["bowl 0", "plate", "bowl 1", "both"]


async def test_who_gives_up_leaves_the_line() -> None:
    queue = FairQueue(1)
    crowd = Crowd(queue)
    async with queue.turn([BOWL]):
        first, second = [await crowd.come(name, BOWL) for name in ("first", "second")]
        first.cancel()
        await asyncio.wait([first])
    await second
    assert crowd.served == ["second"]
    assert not queue.is_full


async def test_a_turn_that_comes_with_a_cancellation_is_passed_on() -> None:
    queue = FairQueue(1)
    crowd = Crowd(queue)
    async with queue.turn([BOWL]):
        first = await crowd.come("first", BOWL)
    # Its turn has come, but its task has not run since.
    first.cancel()
    await asyncio.wait([first])
    assert not queue.is_full


async def test_who_waits_too_long_learns_when_to_try_again() -> None:
    queue = FairQueue(1)
    with setting("WAIT_SECONDS", 0.01):
        async with queue.turn([BOWL]):
            with pytest.raises(NotReady) as refused:
                async with queue.turn([BOWL]):
                    raise AssertionError("the only slot is taken")
    assert int(refused.value.headers["Retry-After"]) >= 2
    assert not queue.is_full


async def test_a_full_line_sends_away_but_others_may_come() -> None:
    queue = FairQueue(1)
    crowd = Crowd(queue)
    with setting("LONGEST", 2):
        async with queue.turn([BOWL]):
            tasks = [await crowd.come(f"bowl {number}", BOWL) for number in range(2)]
            with pytest.raises(NotReady):
                async with queue.turn([BOWL]):
                    raise AssertionError("the line is full")
            tasks.append(await crowd.come("vase", VASE))
    await asyncio.gather(*tasks)
    assert crowd.served == ["bowl 0", "vase", "bowl 1"]


async def test_in_a_line_the_lowest_number_comes_first() -> None:
    queue = FairQueue(1)
    crowd = Crowd(queue)
    async with queue.turn([BOWL]):
        tasks = [
            await crowd.come(f"{number} of {kind}", kind, number=number)
            for kind, number in ((BOWL, 7), (VASE, 9), (BOWL, 3), (BOWL, 5), (BOWL, 3), (BOWL, 0))
        ]
        assert queue.waiting == 6
        assert [queue.waiting_for(kind) for kind in (BOWL, VASE, PLATE)] == [5, 1, 0]
        assert queue.longest_of([VASE, BOWL]) == BOWL
        # A buyer of plates has all first turns of the other lines before them; one of bowls has all turns.
        assert queue.expected_seconds([PLATE]) < queue.expected_seconds([BOWL])
    await asyncio.gather(*tasks)
    assert crowd.served == ["0 of 1", "9 of 2", "3 of 1", "3 of 1", "5 of 1", "7 of 1"]
    assert queue.expected_seconds([BOWL]) == 0
