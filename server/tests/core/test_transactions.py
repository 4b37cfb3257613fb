"""Transactions are committed before the response is sent, and a failed commit is an error."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from stallage.core import http
from stallage.core.db import Database, Transaction
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import Runtime

NOTE_TABLE = "CREATE TABLE memos (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)"


@pytest.fixture
async def client(runtime: Runtime, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a small application with the real database and one route that writes."""
    await database.pool.execute(NOTE_TABLE)
    app = FastAPI()
    http.install(app)
    app.state.runtime = runtime

    @app.post("/notes/{text}", response_model=Answer[str])
    async def write(text: str, connection: Transaction) -> Answer[str]:
        await connection.execute("INSERT INTO memos VALUES ($1)", text)
        if text == "broken":
            raise RuntimeError("after the write")
        return answer(text)

    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as opened:
        yield opened


async def test_the_row_is_committed_before_the_response(
    client: httpx.AsyncClient, database: Database
) -> None:
    response = await client.post("/notes/one")
    assert response.status_code == 200
    assert await database.pool.fetchval("SELECT count(*) FROM memos") == 1


async def test_a_failed_commit_is_an_error(client: httpx.AsyncClient, database: Database) -> None:
    await client.post("/notes/one")
    # The constraint is deferred, so the COMMIT itself fails.
    response = await client.post("/notes/one")
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "not_ready"
    assert await database.pool.fetchval("SELECT count(*) FROM memos") == 1


async def test_an_unhandled_error_rolls_back_and_reveals_no_details(
    client: httpx.AsyncClient, database: Database
) -> None:
    response = await client.post("/notes/broken")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal_error"
    assert "after the write" not in response.text
    assert response.headers["x-request-id"]
    assert await database.pool.fetchval("SELECT count(*) FROM memos") == 0
