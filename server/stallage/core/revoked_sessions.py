"""Ended sign-ins whose access tokens may not have expired yet.

Access tokens are verified by their signature alone, without a query. Ending a sign-in writes its family
into a table; each process reads that table every second into memory, where requests look it up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import asyncpg
import structlog

from stallage.core.db import Connection, Database

log = structlog.get_logger(__name__)

POLL_SECONDS = 1.0
OVERLAP_SECONDS = 90
"""Rows become visible when their transaction commits, at most this much later. Tokens are accepted for
`leeway.LEEWAY_SECONDS` after their expiry, which is less."""

LoadFamilies = Callable[[Connection, float], Awaitable[list[str]]]
"""Loads the families that ended within a number of seconds."""


class RevokedSessions:
    """The families whose access tokens are no longer accepted."""

    def __init__(self, load_families: LoadFamilies, token_seconds: int) -> None:
        """Load families with `load_families`; access tokens live for `token_seconds`."""
        self._load_families = load_families
        self._retention_seconds = token_seconds + OVERLAP_SECONDS
        self._expires_at: dict[str, float] = {}
        """By family, on the monotonic clock; in the order of expiry."""
        self._is_complete = False

    def __contains__(self, family: str) -> bool:
        return family in self._expires_at

    async def refresh(self, database: Database) -> None:
        """Load newly ended sign-ins. Call it after a commit to apply it in this process at once."""
        window = OVERLAP_SECONDS if self._is_complete else self._retention_seconds
        async with database.reading() as connection:
            families = await self._load_families(connection, float(window))
        self._is_complete = True
        now = time.monotonic()
        for family in families:
            self._expires_at.setdefault(family, now + self._retention_seconds)
        while self._expires_at and next(iter(self._expires_at.values())) <= now:
            del self._expires_at[next(iter(self._expires_at))]

    async def poll(self, database: Database) -> None:
        """Refresh every second until cancelled. Errors of the database are logged and retried."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.refresh(database)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                # The outage may last longer than OVERLAP_SECONDS, so load everything after it.
                self._is_complete = False
                log.warning("revoked_sessions_refresh_failed", error=type(error).__name__)
