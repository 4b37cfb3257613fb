"""Writes of several features in one statement: their order, and what stops or refuses it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from stallage.core.db import Connection, Database
from stallage.core.hints import Hint, hints_of
from stallage.core.one_statement import Part, Refused, begun, refuse_unless, write_parts
from tests.waiting import until

HINT = Hint("stallage_catalogue", "noted")
NOTES = "SELECT array_agg(text ORDER BY id) FROM notes_of_test"


@pytest.fixture
async def notes(database: Database) -> Database:
    """A database with a table of notes."""
    await database.pool.execute(
        "CREATE TABLE notes_of_test (id serial, text text UNIQUE, length int)"
    )
    return database


def note(name: str, text: str, done: str = "") -> Part:
    """A part that writes a text and its length."""
    sql = (
        f"{name} AS (INSERT INTO notes_of_test (text, length) SELECT $1, $2 FROM {{after}}"
        " ON CONFLICT DO NOTHING RETURNING text, length)"
    )
    return Part(sql, (text, len(text)), done or f"EXISTS (SELECT FROM {name})")


async def test_parts_are_written_in_order(notes: Database) -> None:
    async with notes.reading() as connection:
        assert await write_parts(connection, [note("a", "one"), note("b", "two")]) is not None
        assert await connection.fetchval(NOTES) == ["one", "two"]
        assert await connection.fetchval("SELECT sum(length) FROM notes_of_test") == 6


async def test_a_part_returns_a_column(notes: Database) -> None:
    counted = Part(
        "c AS (SELECT $1::int AS number)", (7,), "true", "(SELECT number FROM c) AS seven"
    )
    async with notes.reading() as connection:
        row = await write_parts(connection, [note("a", "one"), counted])
    assert row is not None
    assert row["seven"] == 7


async def test_a_part_that_stops_lets_later_ones_do_nothing(notes: Database) -> None:
    last = note("b", "two")
    last = Part(last.expressions, last.values, last.done, hint=HINT)
    async with notes.reading() as connection:
        await write_parts(connection, [note("a", "one")])
        assert await write_parts(connection, [note("a", "one"), last]) is None
        assert hints_of(connection) == set()
        assert await connection.fetchval(NOTES) == ["one"]
        assert await write_parts(connection, [note("a", "three"), last]) is not None
        assert hints_of(connection) == {HINT}


async def test_parts_beside_each_other_do_nothing_after_one_that_stops(notes: Database) -> None:
    def three(first: str) -> list[Part]:
        return [note("a", first), note("b", "two"), replace(note("c", "three"), beside=True)]

    async with notes.reading() as connection:
        await write_parts(connection, [note("a", "one")])
        assert await write_parts(connection, three("one")) is None
        assert await connection.fetchval(NOTES) == ["one"]
        assert await write_parts(connection, [*three("more"), note("d", "four")]) is not None
        assert await connection.fetchval("SELECT count(*) FROM notes_of_test") == 5


async def test_an_expression_that_has_begun_writes_all_its_rows(notes: Database) -> None:
    several = Part(
        "several AS (INSERT INTO notes_of_test (text)"
        " SELECT given.text FROM {after}, unnest($1::text[]) AS given (text) RETURNING 1)",
        (["one", "two", "three"],),
        begun("several"),
    )
    nothing = Part(several.expressions.replace("several", "no"), ([],), begun("no"), beside=True)
    async with notes.reading() as connection:
        assert await write_parts(connection, [several, nothing, note("b", "four")]) is not None
        assert sorted(await connection.fetchval(NOTES)) == ["four", "one", "three", "two"]


async def test_a_part_that_refuses_takes_all_back(notes: Database) -> None:
    refused = note("b", "two", refuse_unless("(SELECT length FROM b) > $2", "too_short"))
    async with notes.reading() as connection:
        with pytest.raises(Refused, match="too_short") as raised:
            await write_parts(connection, [note("a", "one"), refused, note("c", "three")])
        assert raised.value.reason == "too_short"
        assert await connection.fetchval(NOTES) is None


async def test_other_errors_are_those_of_the_database(notes: Database) -> None:
    broken = Part("a AS (SELECT 1 / $1::int AS number)", (0,), "(SELECT number FROM a) > 0")
    async with notes.reading() as connection:
        with pytest.raises(asyncpg.DivisionByZeroError):
            await write_parts(connection, [broken])


async def test_a_later_part_locks_nothing_while_an_earlier_one_waits(notes: Database) -> None:
    """The last part's row stays free until the first one has got what it waits for."""
    free = "SELECT text FROM notes_of_test WHERE text = 'last' FOR UPDATE NOWAIT"
    last = Part(
        "b AS (UPDATE notes_of_test n SET length = $1 FROM {after} WHERE n.text = 'last'"
        " RETURNING 1)",
        (9,),
        "EXISTS (SELECT FROM b)",
    )

    async def write() -> None:
        async with notes.reading() as connection:
            await write_parts(connection, [note("a", "first"), last])

    async def is_waiting(connection: Connection) -> bool:
        return bool(
            await connection.fetchval(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
        )

    async with notes.reading() as observer:
        await write_parts(observer, [note("a", "last")])
        async with notes.transaction() as other:
            await other.execute("INSERT INTO notes_of_test (text) VALUES ('first')")
            writing = asyncio.create_task(write())
            await until(lambda: is_waiting(observer))
            assert await observer.fetchval(free) == "last"
            await other.execute("DELETE FROM notes_of_test WHERE text = 'first'")
        await writing
        assert await observer.fetchval(NOTES) == ["last", "first"]
