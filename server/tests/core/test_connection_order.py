"""Connections of the pool are given in order of arrival, and return after failures and cancellations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from stallage.core.db import Database
from stallage.core.runtime import Runtime
from tests.waiting import let_others_run

SIZE = 2


@pytest.fixture
async def database(runtime: Runtime) -> AsyncIterator[Database]:
    """A pool of its own whose connections are open."""
    opened = await Database.connect(runtime.database.dsn, size=SIZE)
    async with opened.reading(), opened.reading():
        pass
    yield opened
    await opened.close()


async def test_connections_are_given_in_order_of_arrival(database: Database) -> None:
    order: list[int] = []

    async def use(number: int) -> None:
        async with database.reading() as connection:
            order.append(number)
            await connection.fetchval("SELECT 1")

    waiting: list[asyncio.Task[None]] = []
    # Somebody comes in every pass of the event loop, so also between the return of a connection and its use.
    while len(order) < 20 * SIZE:
        waiting.append(asyncio.create_task(use(len(waiting))))
        await let_others_run()
    await asyncio.gather(*waiting)
    assert order == sorted(order)


async def test_whoever_gives_up_takes_no_connection(database: Database) -> None:
    async with database.reading(), database.reading():
        gives_up = asyncio.create_task(database.reading().__aenter__())
        await let_others_run()
        gives_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gives_up
    async with database.reading(), database.reading() as connection:
        assert await connection.fetchval("SELECT 1") == 1


async def test_a_lost_connection_makes_room_for_another(database: Database) -> None:
    for _ in range(SIZE + 1):
        async with database.reading() as connection:
            connection.terminate()
    async with database.reading(), database.reading() as connection:
        assert await connection.fetchval("SELECT 1") == 1


async def test_a_transaction_cancelled_while_it_ends_is_rolled_back(database: Database) -> None:
    started = asyncio.Event()

    async def write() -> None:
        async with database.transaction() as connection:
            await connection.execute("CREATE TABLE never_committed ()")
            started.set()
            await connection.execute("SELECT pg_sleep(60)")

    writing = asyncio.create_task(write())
    await started.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    async with database.reading(), database.reading() as connection:
        assert await connection.fetchval("SELECT to_regclass('never_committed')") is None
