"""Write archives for download, and delete their files."""

from __future__ import annotations

import asyncio
import json
import time
from asyncio import StreamReader
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path
from typing import cast

import structlog

from stallage.archive import actions
from stallage.archive.gateway_calls.commands import end_command, read_errors, start_command
from stallage.archive.queries.exports import archive_export, archives_with_files
from stallage.archive.rules.files import file_of, folder_of, id_of, secrets_of
from stallage.backup.operations.new_file import remove_temporary_files
from stallage.core.runtime import Runtime

log = structlog.get_logger(__name__)

PROGRESS_SECONDS = 1


async def write_for_download(runtime: Runtime, archive_id: int) -> None:
    """Write an archive and record the result. Starts again after an interruption."""
    async with runtime.database.transaction() as connection:
        if not await actions.begin_archive(connection, archive_id):
            return
        archive = await archive_export(connection, archive_id)
    data_dir = runtime.settings.data_dir
    target, secrets = file_of(data_dir, archive_id), secrets_of(data_dir, archive_id)
    await asyncio.to_thread(_make_room, target)
    process = await start_command(
        runtime.database.dsn,
        data_dir,
        *("export-for-download", str(target)),
        *(("--secrets", str(secrets)) if archive.has_secrets else ()),
    )
    try:
        result, errors = await asyncio.gather(
            _follow(runtime, archive_id, process), read_errors(process)
        )
        await process.wait()
    except BaseException:
        await end_command(process)
        raise
    await asyncio.to_thread(secrets.unlink, missing_ok=True)
    async with runtime.database.transaction() as connection:
        if process.returncode == 0 and result:
            await actions.finish_archive(connection, archive_id, **result)
            return
        reason = errors or f"The export ended with status {process.returncode}."
        await actions.fail_archive(connection, archive_id, reason)
    log.error("archive_failed", archive=archive_id, reason=reason)


def _make_room(target: Path) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    remove_temporary_files(target.parent, target.name)
    target.unlink(missing_ok=True)


async def _follow(runtime: Runtime, archive_id: int, process: Process) -> dict[str, int]:
    """Record progress once a second; return the figures of the complete archive."""
    recorded = 0.0
    async for line in cast("StreamReader", process.stdout):
        content = json.loads(line)
        if "step" not in content:
            return {name: int(content[name]) for name in ("size", "rows", "media")}
        if time.monotonic() - recorded > PROGRESS_SECONDS:
            recorded = time.monotonic()
            async with runtime.database.transaction() as connection:
                await actions.record_progress(
                    connection, archive_id, content["step"], content["done"], content["total"]
                )
    return {}


async def delete_unwanted_files(runtime: Runtime) -> None:
    """Delete the files of archives that have expired or were deleted."""
    async with runtime.database.reading() as connection:
        retained = await archives_with_files(connection)
    await asyncio.to_thread(_delete_others, folder_of(runtime.settings.data_dir), retained)


def _delete_others(folder: Path, retained: set[int]) -> None:
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            archive_id = id_of(path)
            if archive_id is not None and archive_id not in retained:
                path.unlink(missing_ok=True)
