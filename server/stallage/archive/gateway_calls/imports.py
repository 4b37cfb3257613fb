"""Check and import an uploaded archive in processes of their own."""

from __future__ import annotations

import asyncio

import structlog

from stallage.archive.gateway_calls.commands import run_command
from stallage.archive.operations.import_state import is_import_pending, locked_import, update_upload
from stallage.archive.operations.run_import import fail_import
from stallage.core.runtime import Runtime
from stallage.settings import Settings

log = structlog.get_logger(__name__)

ATTEMPTS = 5
"""How often an import that was interrupted is settled before it counts as failed."""
PAUSE_SECONDS = 1.0


async def check_uploaded(runtime: Runtime, upload_id: str) -> None:
    """Check an upload. Its state has the result."""
    data_dir = runtime.settings.data_dir
    errors = await run_command(runtime.database.dsn, data_dir, "check-upload", upload_id)
    if errors:
        log.error("archive_check_failed", reason=errors)
        await asyncio.to_thread(update_upload, data_dir, upload_id, state="refused", failure=errors)


async def run_pending_import(settings: Settings, dsn: str) -> None:
    """Import the uploaded archive; return when that has ended. One process of the shop does."""
    data_dir = settings.data_dir
    attempt = 0
    while await asyncio.to_thread(is_import_pending, data_dir):
        with locked_import(data_dir) as is_mine:
            if is_mine:
                attempt += 1
                errors = await run_command(dsn, data_dir, "import-upload")
                if errors:
                    log.error("archive_import_interrupted", reason=errors)
                if attempt >= ATTEMPTS:
                    reason = errors or "The import did not end."
                    await asyncio.to_thread(fail_import, settings, reason)
        await asyncio.sleep(PAUSE_SECONDS)
