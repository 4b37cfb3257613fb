"""Notices that the stored settings have changed since this process read them, or that it has to stop.

A process reads its settings once. When they change in the database, by the back office or by
`stallage apply`, its application starts again: `serve` replaces supervised processes one after the
other, and a process without a supervisor restarts its application. Neither refuses a connection. The same
happens when an archive is to be imported: the application that then starts does not use the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg
import structlog

from stallage.archive.operations.import_state import is_import_pending
from stallage.core.db import Database
from stallage.core.runtime import Runtime
from stallage.settings.stored import version_of
from stallage.shop.queries import shop_settings

log = structlog.get_logger(__name__)

POLL_SECONDS = 2.0


async def watch_for_restart(runtime: Runtime, on_change: Callable[[], None]) -> None:
    """Call `on_change` once for each change, until cancelled."""
    known = runtime.settings_version
    imports = False
    while True:
        await asyncio.sleep(POLL_SECONDS)
        if await asyncio.to_thread(is_import_pending, runtime.settings.data_dir):
            if not imports:
                log.info("stopping_for_an_import")
                on_change()
            imports = True
            continue
        current = await _version(runtime.database)
        if current is not None and current != known:
            known = current
            log.info("settings_changed", version=current)
            on_change()


async def _version(database: Database) -> str | None:
    """Return the version in the database; None while it cannot be read."""
    try:
        async with database.reading() as connection:
            return version_of(await shop_settings(connection))
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        # Requests report a database that is away.
        return None
