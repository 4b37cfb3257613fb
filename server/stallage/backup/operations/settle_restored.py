"""Settle a database that was restored by other means than `stallage restore`, such as pgBackRest."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import asyncpg

from stallage.backup.errors import BackupError
from stallage.backup.operations.after_restore import HELD, after_restore_sql
from stallage.backup.operations.check_restored import has_key, media_storage
from stallage.backup.operations.named_media import find_missing, named_media
from stallage.backup.operations.restore_external import CHECK_UNUSED
from stallage.backup.queries import database_in_use, has_shop
from stallage.core.db import Connection, prepare_connection
from stallage.core.db_limits import UNLIMITED
from stallage.core.storage import StorageUnavailable
from stallage.migrations import migrate
from stallage.settings import Settings
from stallage.shop.queries import shop_settings

_HELD_JOBS = "SELECT count(*) FROM pgqueuer WHERE status = 'failed' AND headers::text = $1"


@dataclass(frozen=True, slots=True)
class Settled:
    """What was settled."""

    held_jobs: int
    brought_back: int
    """Pictures that were deleted since, and that the database names."""


def settle_restored(settings: Settings, dsn: str) -> Settled:
    """Apply what `stallage restore` applies to the rows, migrate, and bring back deleted pictures.

    Raises BackupError, and then nothing was changed.
    """
    if not has_key(settings):
        raise BackupError(
            "There is no secret key here. Set STALLAGE_SECRET_KEY to the key of the shop first; a new "
            "one would make all links, tokens and stored secrets invalid."
        )
    deleted = asyncio.run(_settle_rows(dsn))
    migrate(dsn)
    return Settled(deleted, asyncio.run(_bring_back(settings, dsn)))


async def _settle_rows(dsn: str) -> int:
    connection: Connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        if not await has_shop(connection):
            raise BackupError("This database holds no shop.")
        if await connection.fetchval("SELECT pg_is_in_recovery()"):
            raise BackupError("The database is still being restored. Wait until it accepts writes.")
        if await database_in_use(connection):
            raise BackupError("The shop is running on this database. Stop all its processes first.")
        try:
            async with connection.transaction():
                await connection.execute(CHECK_UNUSED + after_restore_sql() + CHECK_UNUSED)
        except asyncpg.RaiseError as error:
            raise BackupError(str(error)) from error
        return int(await connection.fetchval(_HELD_JOBS, HELD))
    finally:
        await connection.close()


async def _bring_back(settings: Settings, dsn: str) -> int:
    connection: Connection = await asyncpg.connect(dsn, server_settings=UNLIMITED)
    try:
        await prepare_connection(connection)
        names = await named_media(connection)
        stored = await shop_settings(connection)
    finally:
        await connection.close()
    storage = media_storage(settings.with_shop(stored))
    try:
        media = await asyncio.to_thread(find_missing, storage, names)
        await asyncio.to_thread(storage.bring_back, media.deleted)
    except StorageUnavailable as error:
        raise BackupError(
            f"The database is settled, but its pictures could not be compared: {error}"
        ) from error
    return len(media.deleted)
