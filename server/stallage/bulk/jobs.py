"""Jobs of bulk operations."""

from __future__ import annotations

from stallage.bulk.actions import delete_old_files, delete_old_jobs
from stallage.bulk.events import BulkStarted
from stallage.bulk.operations.running import run_slice
from stallage.bulk.rules import POLICY
from stallage.core.batches import delete_in_batches
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.runtime import Runtime


@on(BulkStarted, policy=POLICY)
async def run_bulk_operation(runtime: Runtime, event: BulkStarted) -> None:
    """Run the next records of a bulk operation. Records that have been run are not run again."""
    await run_slice(runtime, event.bulk_job_id)


@every("17 3 * * *")
async def delete_old_bulk_operations(runtime: Runtime) -> None:
    """Delete old bulk operations, and files of exports earlier."""
    await delete_in_batches(runtime.database, delete_old_files, 100)
    await delete_in_batches(runtime.database, delete_old_jobs, 100)
