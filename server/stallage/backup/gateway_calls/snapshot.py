"""A database snapshot, held open for pg_dump, with its metadata."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import asyncpg

from stallage.backup.errors import BackupError
from stallage.core.media_deletion import block_deletion
from stallage.migrations import plugin_revisions, revision_of

CONNECT_SECONDS = 30
APPLICATION = "stallage-backup"

NAMED_PICTURES = """
    SELECT path FROM product_images_view WHERE path LIKE '/media/%'
    UNION SELECT path FROM uploads_view
    UNION SELECT jsonb_path_query(videos, '$[*].path') #>> '{}' FROM products_view
    UNION SELECT jsonb_path_query(videos, '$[*].poster.path') #>> '{}' FROM products_view
    UNION SELECT jsonb_path_query(spin, '$[*].path') #>> '{}' FROM products_view
"""
"""Pictures and videos whose files must exist. Pictures on other servers have no such path."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that pg_dump can join while the context lasts."""

    name: str
    taken_at: datetime
    revision: str
    plugins: dict[str, str]
    """Schema revision by feature, for plug-ins that have tables."""
    postgresql: int
    pictures: frozenset[str]
    """Storage names of the pictures in the database."""


@contextmanager
def open_snapshot(dsn: str) -> Iterator[Snapshot]:
    """Take a snapshot; until the context ends, no picture is deleted from the storage.

    Raises BackupError where the database has no schema.
    """
    # The event loop runs only within these calls: the caller works synchronously in between.
    with asyncio.Runner() as runner:
        connection = runner.run(_connect(dsn))
        try:
            runner.run(block_deletion(connection))
            runner.run(connection.transaction(isolation="repeatable_read", readonly=True).start())
            yield runner.run(_take(connection))
        finally:
            connection.terminate()


async def _connect(dsn: str) -> asyncpg.Connection[asyncpg.Record]:
    return await asyncpg.connect(
        dsn,
        timeout=CONNECT_SECONDS,
        server_settings={
            "application_name": APPLICATION,
            # The embedded server ends idle transactions; this one waits for pg_dump.
            "idle_in_transaction_session_timeout": "0",
        },
    )


async def _take(connection: asyncpg.Connection[asyncpg.Record]) -> Snapshot:
    revision = await revision_of(connection)
    if revision is None:
        raise BackupError("This database holds no shop yet: there is nothing to back up.")
    number = int(await connection.fetchval("SHOW server_version_num"))
    rows = await connection.fetch(NAMED_PICTURES)
    return Snapshot(
        name=await connection.fetchval("SELECT pg_export_snapshot()"),
        taken_at=await connection.fetchval("SELECT transaction_timestamp()"),
        revision=revision,
        plugins=await plugin_revisions(connection),
        postgresql=number // 10_000,
        pictures=frozenset(row["path"].removeprefix("/media/") for row in rows),
    )
