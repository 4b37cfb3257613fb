"""Deletes many rows without long locks: batch after batch, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stallage.core.db import Connection, Database

BATCH = 2000


async def in_batches(
    database: Database, delete: Callable[[Connection, int], Awaitable[int]], batch: int = BATCH
) -> int:
    """Calls `delete` with the most rows it may delete until it deletes fewer; how many in all."""
    total = 0
    while True:
        async with database.transaction() as connection:
            deleted = await delete(connection, batch)
        total += deleted
        if deleted < batch:
            return total


def rows_of(status: str) -> int:
    """How many rows a statement was about, from PostgreSQL's answer such as `DELETE 3`."""
    return int(status.rpartition(" ")[2])
