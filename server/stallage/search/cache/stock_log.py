"""Reads which products' stock has changed, from the log that every change of stock is written to.

It reads after a hint, and regularly, since hints may get lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog

from stallage.core.db import DATABASE_AWAY, Database, required

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 0.05
"""Between two reads: changes of so long are read together."""
MAX_AGE_SECONDS = 120
"""The log is kept for longer than this."""

SNAPSHOT = "SELECT pg_current_snapshot()::text"
# One statement, so that both are of one snapshot.
CHANGES = """
    SELECT pg_current_snapshot()::text AS snapshot, coalesce(array_agg(DISTINCT product_id), '{}') AS products
    FROM changed_stock_view
    WHERE changed_in >= pg_snapshot_xmin($1::text::pg_snapshot)::text::bigint
        AND NOT pg_visible_in_snapshot(changed_in::text::xid8, $1::text::pg_snapshot)
"""


class StockLog:
    """What of the log a process has read. `on_changed` gets products; None: any may have changed."""

    def __init__(self, database: Database, on_changed: Callable[[list[int] | None], None]) -> None:
        self._database = database
        self._on_changed = on_changed
        self._snapshot: str | None = None
        """What the last read saw; None: nothing has been read, so nothing counts as known."""
        self._read_at = 0.0
        self._is_due = False
        self._is_reading = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_behind(self) -> bool:
        """Whether a read is due or under way."""
        return self._is_due or self._is_reading

    def read_soon(self) -> None:
        """Read what has changed."""
        self._is_due = True
        if self._task is None:
            self._task = asyncio.create_task(self._read_while_due())

    def restart(self) -> None:
        """Forget what was read, for instance since the database may be another server."""
        self._snapshot = None
        self.read_soon()

    async def close(self) -> None:
        """Wait for a read that is under way."""
        if self._task is not None:
            await self._task

    async def _read_while_due(self) -> None:
        try:
            while self._is_due:
                self._is_due, self._is_reading = False, True
                await self._read()
                self._is_reading = False
                await asyncio.sleep(PAUSE_SECONDS)
        except DATABASE_AWAY as error:
            log.warning("stock_log_not_read", error=repr(error))
            self._snapshot = None
        finally:
            self._is_reading, self._task = False, None

    async def _read(self) -> None:
        snapshot, began = self._snapshot, time.monotonic()
        async with self._database.reading() as connection:
            if snapshot is None or began - self._read_at > MAX_AGE_SECONDS:
                current, products = await connection.fetchval(SNAPSHOT), None
            else:
                row = await connection.fetchrow(CHANGES, snapshot)
                current, products = required(row)
        self._snapshot, self._read_at = current, began
        if products is None or products:
            self._on_changed(products)
