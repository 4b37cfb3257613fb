"""Law 1: a request's transaction is committed before its answer leaves, and a failed commit is an error."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from stallage.core import http
from stallage.core.db import Database, Transaction
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import Runtime

NOTE_TABLE = "CREATE TABLE notes (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)"


@pytest.fixture
async def client(runtime: Runtime, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """A small application over the real database: one route that writes."""
    await database.pool.execute(NOTE_TABLE)
    app = FastAPI()
    http.install(app)
    app.state.runtime = runtime

    @app.post("/notes/{text}", response_model=Answer[str])
    async def write(text: str, connection: Transaction) -> Answer[str]:
        await connection.execute("INSERT INTO notes VALUES ($1)", text)
        if text == "broken":
            raise RuntimeError("after the write")
        return answer(text)

    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as opened:
        yield opened


async def test_the_row_is_there_when_the_answer_is(
    client: httpx.AsyncClient, database: Database
) -> None:
    response = await client.post("/notes/one")
    assert response.status_code == 200
    assert await database.pool.fetchval("SELECT count(*) FROM notes") == 1


async def test_a_commit_that_fails_is_told(client: httpx.AsyncClient, database: Database) -> None:
    await client.post("/notes/one")
    # The constraint is deferred, so only COMMIT itself finds the repetition.
    response = await client.post("/notes/one")
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "not_ready"
    assert await database.pool.fetchval("SELECT count(*) FROM notes") == 1


async def test_an_unforeseen_error_rolls_back_and_says_nothing_of_itself(
    client: httpx.AsyncClient, database: Database
) -> None:
    response = await client.post("/notes/broken")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal_error"
    assert "after the write" not in response.text
    assert response.headers["x-request-id"]
    assert await database.pool.fetchval("SELECT count(*) FROM notes") == 0
