"""Keeps the index in step with the database."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import structlog

from stallage.core.db import Database
from stallage.core.runtime import Runtime
from stallage.search.index.documents import read_all, read_documents
from stallage.search.index.search_index import IndexUnusable, SearchIndex

log = structlog.get_logger(__name__)

CHANNEL = "stallage_catalogue"
"""Where the database, and the writer of the index, tell all processes what is out of date."""

DATABASE_KEY = "SELECT database_key FROM catalogue_state"
CHANGED_SINCE = "SELECT id FROM products WHERE card_at >= $1 ORDER BY id"
TELL = "SELECT pg_notify($1, 'index')"

LONGEST_TRANSACTION = timedelta(minutes=30)
"""A change may become visible this long after the time that is written with it."""


def index_of(runtime: Runtime) -> SearchIndex:
    """The process's index."""
    index: SearchIndex | None = runtime.services.get("search.index")
    if index is None:
        index = runtime.services["search.index"] = SearchIndex(runtime.settings.data_dir / "search")
    return index


async def database_key(database: Database) -> str:
    """Which database this is."""
    async with database.reading() as connection:
        key: str = await connection.fetchval(DATABASE_KEY)
    return key


async def index_products(index: SearchIndex, database: Database, product_ids: list[int]) -> None:
    """Brings some products in the index to what the database says of them now.

    Calls that wait for one another are written together: whoever comes to write takes along what
    the others wait for, and those find it done.
    """
    key = await database_key(database)
    index.waiting.update(product_ids)
    async with index.locked():
        taken, index.waiting = index.waiting, set()
        if not taken:
            return
        try:
            await _bring_up_to_date(index, database, key, sorted(taken))
        except BaseException:
            index.waiting |= taken
            raise
    await _tell(database)


async def _bring_up_to_date(
    index: SearchIndex, database: Database, key: str, product_ids: list[int]
) -> None:
    async with database.reading() as connection:
        documents = await read_documents(connection, product_ids)
    gone = sorted(set(product_ids) - {one.id for one in documents})
    try:
        await asyncio.to_thread(index.change, key, gone, documents)
    except IndexUnusable as error:
        log.warning("search_index_is_built_anew", reason=str(error))
        await _rebuild(index, database, key)


async def rebuild(index: SearchIndex, database: Database) -> int:
    """Builds the index anew; how many products are in it. Readers change over when it is whole."""
    key = await database_key(database)
    async with index.locked():
        count = await _rebuild(index, database, key)
    await _tell(database)
    return count


async def ensure_usable(index: SearchIndex, database: Database) -> None:
    """Opens the index, built first where there is none to use, and with what it has missed."""
    key = await database_key(database)
    try:
        written_at = index.current(key).written_at
        async with database.reading() as connection:
            rows = await connection.fetch(CHANGED_SINCE, written_at - LONGEST_TRANSACTION)
        if rows:
            await index_products(index, database, [row["id"] for row in rows])
        index.reload(key)
    except IndexUnusable as error:
        log.info("search_index_is_built", reason=str(error))
        await rebuild(index, database)
        index.reload(key)


async def _rebuild(index: SearchIndex, database: Database, key: str) -> int:
    writing = index.begin(key)
    count = 0
    async with database.reading() as connection:
        async for batch in read_all(connection):
            await asyncio.to_thread(writing.put, [], batch)
            count += len(batch)
    await asyncio.to_thread(writing.finish)
    return count


async def _tell(database: Database) -> None:
    async with database.reading() as connection:
        await connection.execute(TELL, CHANNEL)
