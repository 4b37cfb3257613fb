"""Keep the search index up to date with the database."""

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
"""Notification channel of the database and of the index writer."""

DATABASE_KEY = "SELECT database_key FROM catalogue_state_view"
CHANGED_SINCE = "SELECT id FROM products_view WHERE card_at >= $1 ORDER BY id"
NOTIFY = "SELECT pg_notify($1, 'index')"

MAX_TRANSACTION = timedelta(minutes=30)
"""How long after `card_at` a change may become visible."""


def search_index_of(runtime: Runtime) -> SearchIndex:
    """Return the process's search index."""
    index: SearchIndex | None = runtime.services.get("search.index")
    if index is None:
        index = runtime.services["search.index"] = SearchIndex.of(runtime.settings)
    return index


async def database_key(database: Database) -> str:
    """Return the key that identifies the database."""
    async with database.reading() as connection:
        key: str = await connection.fetchval(DATABASE_KEY)
    return key


async def index_products(index: SearchIndex, database: Database, product_ids: list[int]) -> None:
    """Update products in the index from the database.

    Concurrent calls are batched: the call that gets the lock writes the products of all waiting calls.
    """
    key = await database_key(database)
    index.waiting.update(product_ids)
    async with index.locked():
        batch, index.waiting = index.waiting, set()
        if not batch:
            return
        try:
            await _update(index, database, key, sorted(batch))
        except BaseException:
            index.waiting |= batch
            raise
    await _notify(database)


async def _update(index: SearchIndex, database: Database, key: str, product_ids: list[int]) -> None:
    async with database.reading() as connection:
        documents = await read_documents(connection, product_ids)
    removed = sorted(set(product_ids) - {one.id for one in documents})
    try:
        await asyncio.to_thread(index.change, key, removed, documents)
    except IndexUnusable as error:
        log.warning("search_index_rebuilt", reason=str(error))
        await _rebuild(index, database, key)


async def rebuild(index: SearchIndex, database: Database) -> int:
    """Rebuild the index and return its number of products. Readers switch when it is complete."""
    key = await database_key(database)
    async with index.locked():
        count = await _rebuild(index, database, key)
    await _notify(database)
    return count


async def open_index(index: SearchIndex, database: Database) -> None:
    """Open the index: add missed changes, or rebuild it if it is unusable."""
    key = await database_key(database)
    try:
        written_at = index.current(key).written_at
        async with database.reading() as connection:
            rows = await connection.fetch(CHANGED_SINCE, written_at - MAX_TRANSACTION)
        if rows:
            await index_products(index, database, [row["id"] for row in rows])
        index.reload(key)
    except IndexUnusable as error:
        log.info("search_index_built", reason=str(error))
        await rebuild(index, database)
        index.reload(key)


async def _rebuild(index: SearchIndex, database: Database, key: str) -> int:
    writer = index.begin(key)
    count = 0
    async with database.reading() as connection:
        async for batch in read_all(connection):
            await asyncio.to_thread(writer.put, [], batch)
            count += len(batch)
    await asyncio.to_thread(writer.finish)
    return count


async def _notify(database: Database) -> None:
    async with database.reading() as connection:
        await connection.execute(NOTIFY, CHANNEL)
