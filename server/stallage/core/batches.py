"""Deletes many rows without long locks: in batches, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stallage.core.db import Connection, Database

BATCH = 2000


async def delete_in_batches(
    database: Database, delete: Callable[[Connection, int], Awaitable[int]], batch: int = BATCH
) -> int:
    """Call `delete(connection, limit)` until it deletes fewer rows than the limit.

    Returns how many rows were deleted in total.
    """
    total = 0
    while True:
        async with database.transaction() as connection:
            deleted = await delete(connection, batch)
        total += deleted
        if deleted < batch:
            return total


def affected_rows(status: str) -> int:
    """Return the row count of a command tag such as `DELETE 3`."""
    return int(status.rpartition(" ")[2])
