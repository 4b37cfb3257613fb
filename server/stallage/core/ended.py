"""Which sign-ins have ended while access tokens of them may still be out.

An access token is believed by its signature alone, so that no request costs a query for it. What ends
a sign-in writes its family into `ended_sign_ins`; each process reads that table every second into
memory, where a request looks its family up.
"""

from __future__ import annotations

import asyncio
import time

import asyncpg
import structlog

from stallage.core.db import Database

log = structlog.get_logger(__name__)

POLL_SECONDS = 1.0
OVERLAP_SECONDS = 90
"""Rows become visible when their transaction commits, which is at most this much later."""

READ = """
SELECT family FROM ended_sign_ins
WHERE ended_at > clock_timestamp() - make_interval(secs => $1)
"""


class EndedSignIns:
    """The families that are not believed any more, for the process's life."""

    def __init__(self, token_seconds: int) -> None:
        self._token_seconds = token_seconds
        self._kept_seconds = token_seconds + OVERLAP_SECONDS
        self._until: dict[str, float] = {}
        self._is_primed = False

    def __contains__(self, family: str) -> bool:
        return family in self._until

    async def refresh(self, database: Database) -> None:
        """Reads what has ended since. After a commit it holds at once in this process."""
        window = OVERLAP_SECONDS if self._is_primed else self._kept_seconds
        async with database.reading() as connection:
            rows = await connection.fetch(READ, float(window))
        self._is_primed = True
        now = time.monotonic()
        for row in rows:
            self._until.setdefault(row["family"], now + self._kept_seconds)
        # Older ones come first: a dict keeps the order in which they were added.
        while self._until and next(iter(self._until.values())) <= now:
            del self._until[next(iter(self._until))]

    async def follow(self, database: Database) -> None:
        """Reads again and again until cancelled; an outage of the database is waited for."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.refresh(database)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                # After an outage the whole window counts, however long it was.
                self._is_primed = False
                log.warning("ended_sign_ins_not_read", error=type(error).__name__)
