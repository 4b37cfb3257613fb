"""Keeps pictures while a backup copies them: who deletes files from the storage asks here first.

A backup reads the database first and the pictures afterwards. A picture deleted in between would be
missing from a restored shop whose rows still name it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from stallage.core.db import Database

_LOCK = 0x6D656469
"""An advisory lock of sessions: shared by backups, exclusive for whoever deletes."""


@asynccontextmanager
async def may_delete(database: Database) -> AsyncIterator[bool]:
    """Whether files may be deleted now; if so, no backup begins before the context ends.

    It uses a connection of its own and no transaction, so the storage may take its time.
    """
    connection = await database.connect_alone()
    try:
        yield bool(await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK))
    finally:
        await connection.close()


async def hold_off_deletion(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Wait for a deletion that runs, then keep others off until the connection is closed."""
    await connection.execute("SELECT pg_advisory_lock_shared($1)", _LOCK)
