"""The jobs that write an archive and check an uploaded one, and the timer that deletes expired ones."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from stallage.archive.actions import expire_archives
from stallage.archive.events import ArchiveRequested, ArchiveUploaded
from stallage.archive.gateway_calls.exports import delete_unwanted_files, write_for_download
from stallage.archive.gateway_calls.imports import check_uploaded
from stallage.archive.operations.upload import delete_expired_upload
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import Lane, RetryPolicy
from stallage.core.runtime import Runtime

POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(minutes=1),
    longest_pause=timedelta(minutes=10),
    retry_for=timedelta(hours=1),
    run_limit=timedelta(hours=6),
)


@on(ArchiveRequested, policy=POLICY)
async def write_requested_archive(runtime: Runtime, event: ArchiveRequested) -> None:
    """Write an archive for download."""
    await write_for_download(runtime, event.archive_id)


@on(ArchiveUploaded, policy=POLICY)
async def check_uploaded_archive(runtime: Runtime, event: ArchiveUploaded) -> None:
    """Check an archive that was uploaded."""
    await check_uploaded(runtime, event.upload_id)


@every("*/10 * * * *")
async def delete_expired_archives(runtime: Runtime) -> None:
    """Delete the files of archives a day after they were written or uploaded."""
    async with runtime.database.transaction() as connection:
        await expire_archives(connection)
    await delete_unwanted_files(runtime)
    await asyncio.to_thread(delete_expired_upload, runtime.settings.data_dir)
