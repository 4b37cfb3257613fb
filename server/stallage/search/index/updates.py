"""Keep a search engine up to date with the database.

The database records for each product in which transaction it changed last. The index has a position: it
contains what all transactions before it changed. Catching up writes the products that changed at or after
the position, and moves it to the oldest transaction that is still running. So no change is missed, however
long a transaction ran or the machine was away.

Many changes are written in rounds, those of the oldest transactions first. A round that leaves some moves the
position to the last transaction that it has products of, so a restart continues there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

import structlog

from stallage.core.db import Database
from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime
from stallage.search.index.analysis import language_of
from stallage.search.index.documents import read_all, read_documents
from stallage.search.index.engine import Batch, IndexUnusable, SearchEngine
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.settings import Settings

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
PROGRESS = 10_000
"""Products after which a rebuild says how far it is."""
BUILT_AT_START = 1_000
"""Products whose index the start of a process waits for, which takes half a second."""
MAX_ROUND = 20_000
"""Products written together. Smaller rounds are merged more often; larger ones are seen later."""
MAX_CHANGED = 5_000
"""From so many changes on, if the index has no more products, a new index is built."""

# One statement, so that both are of one snapshot.
CHANGES = """
    SELECT snapshot.position, c.product_id, c.changed_in
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS position) snapshot
    LEFT JOIN (
        SELECT product_id, changed_in FROM changed_products_view
        WHERE changed_in >= $1 ORDER BY changed_in, product_id LIMIT $2
    ) c ON true
"""
COUNT = "SELECT count(*) FROM changed_products_view WHERE changed_in >= $1"
POSITION = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
IS_LARGE = """
    SELECT EXISTS (SELECT FROM products_view WHERE card IS NOT NULL ORDER BY id OFFSET $1 LIMIT 1)
"""
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
    is_all: bool
    """Whether the index lacks no others."""


def search_engine(settings: Settings, dsn: str = "") -> SearchEngine:
    """Return the search engine that a shop is set up with. `dsn`: its database, to lock out other writers."""
    url = settings.opensearch_url.get_secret_value()
    if url:
        # Its client is an optional extra, which the settings check.
        adapter = import_module("stallage.search.index.opensearch.engine")
        engine: SearchEngine = adapter.OpenSearchEngine(
            url, language_of(settings.locale), dsn or settings.database_url
        )
        return engine
    return TantivyEngine(SearchIndex.of(settings))


def search_engine_of(runtime: Runtime) -> SearchEngine:
    """Return the process's search engine."""
    engine: SearchEngine | None = runtime.services.get("search.engine")
    if engine is None:
        engine = runtime.services["search.engine"] = search_engine(
            runtime.settings, runtime.database.dsn
        )
    return engine


async def database_key(database: Database) -> str:
    """Return the key that identifies the database."""
    async with database.reading() as connection:
        key: str = await connection.fetchval(DATABASE_KEY)
    return key


async def read_changes(
    engine: SearchEngine, database: Database, key: str, most: int | None = None
) -> Changes:
    """Return what the index lacks, at least `most` products if it lacks so many. Raises IndexUnusable."""
    since = (await engine.state(key)).position
    limit = (most or MAX_ROUND) + len(engine.indexed)
    async with database.reading() as connection:
        rows = await connection.fetch(CHANGES, since, limit)
    position: int = rows[0]["position"]
    changed = {row["product_id"]: row["changed_in"] for row in rows if row["product_id"]}
    is_all = len(rows) < limit
    if not is_all:
        # Other products of the last transaction may be left.
        position = min(position, rows[-1]["changed_in"])
    lacking = {one: number for one, number in changed.items() if engine.indexed.get(one) != number}
    return Changes(lacking, position, bool(changed) and min(changed.values()) < position, is_all)


async def seconds_behind(engine: SearchEngine, database: Database) -> float:
    """Return how long the oldest change waits that the index lacks. Raises IndexUnusable."""
    position = (await engine.state(await database_key(database))).position
    async with database.reading() as connection:
        seconds: float = await connection.fetchval(SECONDS_BEHIND, position)
    return seconds


def _log_progress(count: int) -> None:
    log.info("search_index_building", products=count)


async def catch_up(
    engine: SearchEngine, database: Database, on_progress: Callable[[int], None] = _log_progress
) -> int:
    """Write a round of changes, or rebuild an unusable index; return the number of products written."""
    key = await database_key(database)
    async with engine.locked():
        try:
            changes = await read_changes(engine, database, key)
            if await _is_too_many(engine, database, key, changes):
                raise IndexUnusable("Most products have changed.")
            if changes.transactions or changes.moves_on:
                await _write(engine, database, key, changes)
        except IndexUnusable as reason:
            log.info("search_index_built", reason=str(reason))
            count = await _rebuild(engine, database, key, on_progress)
            await notify(database, None)
            return count
    return len(changes.transactions)


async def rebuild(
    engine: SearchEngine, database: Database, on_progress: Callable[[int], None] = _log_progress
) -> int:
    """Rebuild the index and return its number of products. Readers switch when it is complete.

    `on_progress` is called with the number of products so far: with 0, and after each 10,000.
    """
    key = await database_key(database)
    async with engine.locked():
        count = await _rebuild(engine, database, key, on_progress)
    await notify(database, None)
    return count


async def open_index(
    engine: SearchEngine, database: Database, *, is_followed: bool = False
) -> None:
    """Open the index. If there is none that can be used, build it.

    A few missed changes are written first. To write many, the shop does not wait, nor for an engine that
    cannot be reached: it opens without search. `is_followed`: a follower builds the index of a large
    catalogue beside the requests.
    """
    try:
        await _open_or_build(engine, database, is_followed=is_followed)
    except NotReady:
        log.warning("search_engine_away")


async def _open_or_build(engine: SearchEngine, database: Database, *, is_followed: bool) -> None:
    key = await database_key(database)
    try:
        await engine.open(key)
        changes = await read_changes(engine, database, key)
    except IndexUnusable as reason:
        if is_followed and await _is_large(database):
            log.warning("search_index_is_built_beside_requests", reason=str(reason))
            return
        log.info("search_index_built", reason=str(reason))
        await rebuild(engine, database)
        await engine.open(key)
        return
    if 0 < len(changes.transactions) <= FEW:
        await catch_up(engine, database)
        await engine.open(key)


async def _is_large(database: Database) -> bool:
    async with database.reading() as connection:
        is_large: bool = await connection.fetchval(IS_LARGE, BUILT_AT_START)
    return is_large


async def _is_too_many(
    engine: SearchEngine, database: Database, key: str, changes: Changes
) -> bool:
    lacking = len(changes.transactions)
    if not changes.is_all:
        since = (await engine.state(key)).position
        async with database.reading() as connection:
            lacking = await connection.fetchval(COUNT, since) - len(engine.indexed)
    return lacking >= MAX_CHANGED and lacking >= await engine.count(key)


async def _write(engine: SearchEngine, database: Database, key: str, changes: Changes) -> None:
    ids = sorted(changes.transactions)
    if ids:
        # Before the engine merges files, which may take longer than all the rest.
        notify_all = partial(notify, database, ids)
        await engine.write(key, _batches(database, ids), changes.position, notify_all)
    else:
        await engine.move(key, changes.position)
    # Transactions before the position are not read again.
    known = engine.indexed | changes.transactions
    engine.indexed = {one: number for one, number in known.items() if number >= changes.position}


async def _batches(database: Database, ids: list[int]) -> AsyncIterator[Batch]:
    """Yield these products as they are now; those that are not on sale are dropped."""
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        async with database.reading() as connection:
            documents = await read_documents(connection, batch)
        yield Batch(documents, sorted(set(batch) - {one.id for one in documents}))


async def _counted(
    batches: AsyncIterator[list[SearchDocument]], on_progress: Callable[[int], None]
) -> AsyncIterator[list[SearchDocument]]:
    count = 0
    async for batch in batches:
        yield batch
        count += len(batch)
        if count % PROGRESS < len(batch):
            on_progress(count)


async def _rebuild(
    engine: SearchEngine,
    database: Database,
    key: str,
    on_progress: Callable[[int], None] = _log_progress,
) -> int:
    async with database.reading() as connection:
        position = await connection.fetchval(POSITION)
    on_progress(0)
    count = await engine.rebuild(key, _counted(read_all(database), on_progress), position)
    engine.indexed = {}
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
