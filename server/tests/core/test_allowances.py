"""Allowances: many requests, few questions to the database, one limit for all processes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.core import allowances
from stallage.core.allowances import PORTIONS, Allowances
from stallage.core.clients import Client
from stallage.core.db import Database
from stallage.core.errors import TooMany
from stallage.core.limits import Limit

ADA = Client("203.0.113.9", "203.0.113.9")
BOB = Client("203.0.113.10", "203.0.113.10")
OFTEN = Limit("often", 600, 60)


async def let_through(taking: Allowances, times: int, client: Client = ADA) -> int:
    async def one() -> bool:
        try:
            await taking.take(OFTEN, client)
        except TooMany:
            return False
        return True

    return sum([await one() for _ in range(times)])


async def asked(database: Database) -> int:
    async with database.reading() as connection:
        return int(
            await connection.fetchval("SELECT coalesce(sum(cardinality(times)), 0) FROM limits")
        )


async def test_a_limit_is_counted_in_portions(database: Database) -> None:
    taking = Allowances(database)
    assert await let_through(taking, 100) == 100
    # The first portion is given unasked.
    assert await asked(database) == 100 * PORTIONS // OFTEN.times - 1
    assert await let_through(taking, 600) == 500
    assert await let_through(taking, 5, BOB) == 5


async def test_all_processes_share_it(database: Database) -> None:
    processes = [Allowances(database) for _ in range(3)]
    passed = await asyncio.gather(*(let_through(one, 400) for one in processes))
    # Each gives its first portion unasked.
    assert sum(passed) == OFTEN.times + 2 * (OFTEN.times // PORTIONS)


async def test_who_comes_seldom_costs_no_statement(database: Database) -> None:
    taking = Allowances(database)
    for number in range(50):
        assert await let_through(taking, 1, Client(str(number), str(number))) == 1
    assert await asked(database) == 0


async def test_who_is_refused_costs_nothing(database: Database, monkeypatch: Any) -> None:
    taking = Allowances(database)
    await let_through(taking, OFTEN.times + 1)

    async def unexpected(*_: object) -> None:
        pytest.fail("a refusal is remembered")

    monkeypatch.setattr(allowances, "seconds_to_wait", unexpected)
    assert await let_through(taking, 50) == 0


async def test_memory_is_bounded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowances, "CLIENTS", 10)
    taking = Allowances(database)
    for number in range(50):
        await taking.take(OFTEN, Client(str(number), str(number)))
        assert len(taking._allowances) <= 10


async def test_dear_requests_that_come_at_once_share_nothing_out(database: Database) -> None:
    taking = Allowances(database)

    async def one() -> bool:
        try:
            await taking.take(OFTEN, ADA, 110)
        except TooMany:
            return False
        return True

    # Ten each for all of them would be too little for any.
    assert sum(await asyncio.gather(*(one() for _ in range(60)))) >= 4
