"""Connections look up PostgreSQL's own types once in a process, and those of a database each time."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from stallage.core import db_types
from stallage.core.db_types import TypedConnection
from tests.conftest import run_on
from tests.waiting import let_others_run


async def run(dsn: str, query: str, *arguments: Any, **options: Any) -> tuple[Any, list[str]]:
    """Return the value of a query on a new connection, and all queries that the connection sent."""
    connection = await asyncpg.connect(dsn, connection_class=TypedConnection, **options)
    sent: list[str] = []
    connection.add_query_logger(lambda record: sent.append(record.query))
    try:
        value = await connection.fetchval(query, *arguments)
        await let_others_run()
        return value, sent
    finally:
        await connection.close()


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin as a new process does."""
    monkeypatch.setattr(db_types, "_known", {})


@pytest.mark.parametrize("cached_statements", [100, 0])
async def test_a_second_connection_looks_up_no_array(dsn: str, cached_statements: int) -> None:
    query = "SELECT $1::bigint[]"
    first, looked_up = await run(dsn, query, [1, 2], statement_cache_size=cached_statements)
    second, sent = await run(dsn, query, [3, None], statement_cache_size=cached_statements)
    assert (first, second) == ([1, 2], [3, None])
    assert len(looked_up) > 1
    assert sent == [query]


async def test_known_and_unknown_types_in_one_statement(dsn: str) -> None:
    await run(dsn, "SELECT $1::bigint[]", [1])
    query = "SELECT ROW($1::bigint[], $2::numeric[])::text"
    value, _ = await run(dsn, query, [1, 2], [3])
    assert value == '("{1,2}",{3})'


async def test_a_type_of_the_shop_is_looked_up_by_each_connection(dsn: str) -> None:
    query = "SELECT $1::mood[]"
    for moods in ("calm", "lively"):
        await run_on(dsn, f"CREATE TYPE mood AS ENUM ('{moods}')")
        value, sent = await run(dsn, query, [moods])
        assert value == [moods]
        assert len(sent) > 1
        await run_on(dsn, "DROP TYPE mood")
    assert all(oid < db_types.FIRST_OTHER for oid in db_types._known)
