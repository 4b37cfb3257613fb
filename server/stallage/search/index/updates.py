"""Keep the search index of a machine up to date with the database.

The database records for each product in which transaction it changed last. The index has a position: it
contains what all transactions before it changed. Catching up writes the products that changed at or after
the position, and moves it to the oldest transaction that is still running. So no change is missed, however
long a transaction ran or the machine was away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass

import structlog

from stallage.core.db import Connection, Database
from stallage.core.runtime import Runtime
from stallage.search.index.documents import read_after, read_documents
from stallage.search.index.search_index import IndexUnusable, SearchIndex

log = structlog.get_logger(__name__)

CHANNEL = "stallage_catalogue"
"""Notification channel of the database and of the index writer."""

DATABASE_KEY = "SELECT database_key FROM catalogue_state_view"
NOTIFY = "SELECT pg_notify($1, $2)"
MAX_NAMED = 380
"""Products that a notification names; its payload may have 8,000 bytes."""
MAX_NOTIFIED = 20_000
"""Products that notifications name; with more, the index counts as a new one."""
BATCH = 500
"""Products read from the database at a time."""
FEW = 50
"""Changed products that a serving process writes itself."""
PROGRESS = 50_000
"""Products after which a rebuild says how far it is."""
MAX_CHANGED = 5_000
"""From so many changes on, if they are also a quarter of the index, a new index is built."""

# One statement, so that both are of one snapshot.
CHANGES = """
    SELECT snapshot.position, c.product_id, c.changed_in
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS position) snapshot
    LEFT JOIN changed_products_view c ON c.changed_in >= $1
"""
POSITION = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
SECONDS_BEHIND = """
    SELECT coalesce(extract(epoch FROM now() - min(changed_at)), 0)::double precision
    FROM changed_products_view WHERE changed_in >= $1
"""


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since a position."""

    transactions: dict[int, int]
    """Product → the transaction that changed it, without those that the index has."""
    position: int
    """The index's next position: everything before it is final."""
    moves_on: bool
    """Whether the position is to be stored although nothing is to be written."""


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


async def read_changes(index: SearchIndex, database: Database, key: str) -> Changes:
    """Return what the index lacks. Raises IndexUnusable."""
    since = index.current(key).position
    async with database.reading() as connection:
        rows = await connection.fetch(CHANGES, since)
    position: int = rows[0]["position"]
    changed = {row["product_id"]: row["changed_in"] for row in rows if row["product_id"]}
    lacking = {one: number for one, number in changed.items() if index.indexed.get(one) != number}
    return Changes(lacking, position, bool(changed) and min(changed.values()) < position)


async def seconds_behind(index: SearchIndex, connection: Connection) -> float:
    """Return how long the oldest change waits that the index lacks. Raises IndexUnusable."""
    key: str = await connection.fetchval(DATABASE_KEY)
    seconds: float = await connection.fetchval(SECONDS_BEHIND, index.current(key).position)
    return seconds


async def catch_up(index: SearchIndex, database: Database) -> int:
    """Write what changed, or rebuild the index if it is unusable; return the number of products written."""
    key = await database_key(database)
    async with index.locked():
        try:
            changes = await read_changes(index, database, key)
            written: Collection[int] | None = changes.transactions.keys()
            if _is_too_many(index, len(changes.transactions), key):
                raise IndexUnusable("Most products have changed.")
            if changes.transactions or changes.moves_on:
                await _write(index, database, key, changes)
        except IndexUnusable as reason:
            log.info("search_index_built", reason=str(reason))
            count = await _rebuild(index, database, key)
            written = None
    if written is None:
        await notify(database, None)
        return count
    if written:
        await notify(database, sorted(written))
    return len(written)


def _log_progress(count: int) -> None:
    log.info("search_index_building", products=count)


async def rebuild(
    index: SearchIndex, database: Database, on_progress: Callable[[int], None] | None = None
) -> int:
    """Rebuild the index and return its number of products. Readers switch when it is complete.

    `on_progress` is called with the number of products so far, after each 50,000.
    """
    key = await database_key(database)
    async with index.locked():
        count = await _rebuild(index, database, key, on_progress or _log_progress)
    await notify(database, None)
    return count


async def open_index(index: SearchIndex, database: Database) -> None:
    """Open the index; build it first if there is none that can be used.

    A few missed changes are written first. To write many, the shop does not wait.
    """
    key = await database_key(database)
    try:
        index.reload(key)
        changes = await read_changes(index, database, key)
    except IndexUnusable as reason:
        log.info("search_index_built", reason=str(reason))
        await rebuild(index, database)
        index.reload(key)
        return
    if 0 < len(changes.transactions) <= FEW:
        await catch_up(index, database)
        index.reload(key)


def _is_too_many(index: SearchIndex, changed: int, key: str) -> bool:
    return changed >= MAX_CHANGED and changed * 4 >= index.count(key)


async def _write(index: SearchIndex, database: Database, key: str, changes: Changes) -> None:
    ids = sorted(changes.transactions)
    if ids:
        writer = await asyncio.to_thread(index.change, key)
        for start in range(0, len(ids), BATCH):
            batch = ids[start : start + BATCH]
            async with database.reading() as connection:
                documents = await read_documents(connection, batch)
            removed = sorted(set(batch) - {one.id for one in documents})
            await asyncio.to_thread(writer.put, removed, documents)
        await asyncio.to_thread(writer.finish, changes.position)
    else:
        index.move(key, changes.position)
    # Transactions before the position are not read again.
    known = index.indexed | changes.transactions
    index.indexed = {one: number for one, number in known.items() if number >= changes.position}


async def _rebuild(
    index: SearchIndex,
    database: Database,
    key: str,
    on_progress: Callable[[int], None] = _log_progress,
) -> int:
    async with database.reading() as connection:
        position = await connection.fetchval(POSITION)
        writer = index.begin(key)
        count = 0
        batch = await read_after(connection, 0)
        while batch:
            count += len(batch)
            # While one batch is written, the database reads the next one.
            written, following = await asyncio.gather(
                asyncio.to_thread(writer.put, [], batch),
                read_after(connection, batch[-1].id),
                return_exceptions=True,
            )
            if isinstance(written, BaseException):
                raise written
            if isinstance(following, BaseException):
                raise following
            if count % PROGRESS < len(batch):
                on_progress(count)
            batch = following
    await asyncio.to_thread(writer.finish, position)
    index.indexed = {}
    return count


async def notify(database: Database, product_ids: list[int] | None) -> None:
    """Tell all processes which products were written; None: the index is a new one."""
    if product_ids is None or len(product_ids) > MAX_NOTIFIED:
        messages = ["index"]
    else:
        messages = [
            f"index:{','.join(map(str, product_ids[start : start + MAX_NAMED]))}"
            for start in range(0, len(product_ids), MAX_NAMED)
        ]
    async with database.reading() as connection:
        for message in messages:
            await connection.execute(NOTIFY, CHANNEL, message)
