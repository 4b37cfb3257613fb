"""Prevents deletion of stored files while a backup copies them.

A backup reads the database first and the pictures afterwards. A picture deleted in between would be
missing from a restored shop whose rows still name it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from stallage.core.db import Database

_LOCK = 0x6D656469
"""A session-level advisory lock: shared by backups, exclusive for deletion."""


@asynccontextmanager
async def try_deletion_lock(database: Database) -> AsyncIterator[bool]:
    """Try to lock out backups; yields whether files may be deleted while the context lasts.

    It uses a connection of its own and no transaction, because deleting from storage may be slow.
    """
    connection = await database.connect_dedicated()
    try:
        yield bool(await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK))
    finally:
        await connection.close()


async def block_deletion(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Wait for a running deletion, then block further ones until the connection is closed."""
    await connection.execute("SELECT pg_advisory_lock_shared($1)", _LOCK)
