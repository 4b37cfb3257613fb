"""Idempotency keys: one effect and one result, also for concurrent requests."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.db import Database
from stallage.core.errors import InvalidFields
from stallage.core.idempotency import KeyReused, delete_expired, idempotent
from tests.waiting import let_others_run

DAY = 86_400


async def _run(database: Database, done: list[int], body: bytes = b"a", key: str = "k") -> Any:
    async def act() -> dict[str, Any]:
        done.append(1)
        await let_others_run()
        return {"number": len(done)}

    async with database.transaction() as connection:
        return await idempotent(
            connection, scope="order:7", key=key, body=body, keep_seconds=DAY, act=act
        )


async def test_a_repeat_returns_the_first_result(database: Database) -> None:
    done: list[int] = []
    assert await _run(database, done) == {"number": 1}
    assert await _run(database, done) == {"number": 1}
    assert len(done) == 1


async def test_concurrent_repeats_wait_for_the_first(database: Database) -> None:
    done: list[int] = []
    results = await asyncio.gather(*(_run(database, done) for _ in range(8)))
    assert results == [{"number": 1}] * 8
    assert len(done) == 1


async def test_another_body_is_refused(database: Database) -> None:
    done: list[int] = []
    await _run(database, done)
    with pytest.raises(KeyReused):
        await _run(database, done, body=b"b")


async def test_a_key_expires(database: Database) -> None:
    done: list[int] = []
    await _run(database, done)
    with clock.shift(timedelta(seconds=DAY + 1)):
        assert await _run(database, done, body=b"b") == {"number": 2}
        async with database.transaction() as connection:
            assert await delete_expired(connection, 0, 10) == 1
    assert await database.pool.fetchval("SELECT count(*) FROM idempotency_keys") == 0


async def test_a_failure_stores_no_key(database: Database) -> None:
    async def fail() -> dict[str, Any]:
        raise RuntimeError("refused")

    with pytest.raises(RuntimeError, match="refused"):
        async with database.transaction() as connection:
            await idempotent(connection, scope="s", key="k", body=b"", keep_seconds=DAY, act=fail)
    assert await database.pool.fetchval("SELECT count(*) FROM idempotency_keys") == 0


@pytest.mark.parametrize("key", ["", "x" * 256, "a\x00b"])
async def test_a_malformed_key_is_refused(database: Database, key: str) -> None:
    with pytest.raises(InvalidFields):
        await _run(database, [], key=key)
