"""Keeps the lists of customers up to date, and finishes merges."""

from __future__ import annotations

from stallage.backoffice.actions.customer_overviews import refresh_overviews
from stallage.backoffice.actions.merging import forget_old_merges, merges_to_sweep, sweep_merge
from stallage.core.jobs import every
from stallage.core.runtime import Runtime

BATCH = 200
"""Changes in one transaction, which lists wait for."""


@every("* * * * *")
async def refresh_customers(runtime: Runtime) -> None:
    """Derive the overviews of customers and guests that have changed."""
    while True:
        async with runtime.database.transaction() as connection:
            changes = await refresh_overviews(connection, BATCH)
        if changes < BATCH:
            return


@every("* * * * *")
async def finish_merges(runtime: Runtime) -> None:
    """Move what was being written while two customers were merged."""
    async with runtime.database.reading() as connection:
        merges = await merges_to_sweep(connection)
    for merge_id, source_id, target_id in merges:
        async with runtime.database.transaction() as connection:
            await sweep_merge(connection, merge_id, source_id, target_id)


@every("23 3 * * *")
async def forget_merges(runtime: Runtime) -> None:
    """Delete the records of merges that can no longer be undone."""
    async with runtime.database.transaction() as connection:
        await forget_old_merges(connection)
