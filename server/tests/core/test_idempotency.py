"""The same key and body: one effect and one answer, also when both come at once."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.db import Database
from stallage.core.errors import InvalidFields
from stallage.core.idempotency import KeyReused, forget_old, once

DAY = 86_400


async def _act(database: Database, done: list[int], body: bytes = b"a", key: str = "k") -> Any:
    async def act() -> dict[str, Any]:
        done.append(1)
        await asyncio.sleep(0)
        return {"number": len(done)}

    async with database.transaction() as connection:
        return await once(
            connection, scope="order:7", key=key, body=body, keep_seconds=DAY, act=act
        )


async def test_a_repeat_gives_the_first_answer(database: Database) -> None:
    done: list[int] = []
    assert await _act(database, done) == {"number": 1}
    assert await _act(database, done) == {"number": 1}
    assert len(done) == 1


async def test_repeats_at_once_wait_for_the_first(database: Database) -> None:
    done: list[int] = []
    answers = await asyncio.gather(*(_act(database, done) for _ in range(8)))
    assert answers == [{"number": 1}] * 8
    assert len(done) == 1


async def test_another_body_is_refused(database: Database) -> None:
    done: list[int] = []
    await _act(database, done)
    with pytest.raises(KeyReused):
        await _act(database, done, body=b"b")


async def test_a_key_lives_its_time(database: Database) -> None:
    done: list[int] = []
    await _act(database, done)
    with clock.moved_by(timedelta(seconds=DAY + 1)):
        assert await _act(database, done, body=b"b") == {"number": 2}
        async with database.transaction() as connection:
            assert await forget_old(connection, 0, 10) == 1
    assert await database.pool.fetchval("SELECT count(*) FROM idempotency_keys") == 0


async def test_an_effect_that_fails_keeps_no_key(database: Database) -> None:
    async def fail() -> dict[str, Any]:
        raise RuntimeError("refused")

    with pytest.raises(RuntimeError, match="refused"):
        async with database.transaction() as connection:
            await once(connection, scope="s", key="k", body=b"", keep_seconds=DAY, act=fail)
    assert await database.pool.fetchval("SELECT count(*) FROM idempotency_keys") == 0


@pytest.mark.parametrize("key", ["", "x" * 256, "a\x00b"])
async def test_a_key_of_bad_form_is_refused(database: Database, key: str) -> None:
    with pytest.raises(InvalidFields):
        await _act(database, [], key=key)
