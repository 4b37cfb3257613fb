"""The timer of scheduled backups, and the problem of a failed one.

A backup may take an hour, so it runs in a separate process: it blocks no other job and uses no
connection of the worker's pool.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

import structlog

from stallage.backup.actions import store_check
from stallage.backup.doctor import check_backups
from stallage.backup.errors import BackupError
from stallage.backup.events import BackupRequested
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.schedule import (
    backup_times,
    is_due,
    last_failure,
    record_failure,
)
from stallage.backup.operations.verify import verify_backup
from stallage.backup.providers.programs import locate_programs
from stallage.backup.rules import POLICY, file_name
from stallage.core.db import Connection
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.problems import Problem, problem_check
from stallage.core.runtime import Runtime
from stallage.settings import Settings

log = structlog.get_logger(__name__)

TASK = "backup"
STOP_SECONDS = 10


@every("* * * * *")
async def make_backup_when_due(runtime: Runtime) -> None:
    """Start the daily backup if it is due, also if the shop was not running at its time."""
    running = runtime.services.get(TASK)
    if running is not None and not running.done():
        return
    if await asyncio.to_thread(is_due, runtime.settings):
        runtime.services[TASK] = asyncio.create_task(run_backup(runtime))


@problem_check
async def check_last_backup(_connection: Connection, settings: Settings) -> list[Problem]:
    """Report a scheduled backup that failed or is overdue."""
    found = await asyncio.to_thread(lambda: list(check_backups(settings)))
    failure = last_failure(settings)
    return [
        Problem(
            "backup_failed", "bad", since=failure.at if failure else None, reason=finding.message
        )
        for finding in found
        if finding.state == "wrong"
    ]


@on(BackupRequested, policy=POLICY)
async def make_requested_backup(runtime: Runtime, _event: BackupRequested) -> None:
    """Make a backup now, and check that it can be read."""
    problem = None
    await run_backup(runtime)
    settings = runtime.settings
    times = await asyncio.to_thread(backup_times, settings)
    newest = times[0] if times else None
    if newest is not None:
        path = Path(settings.backup_folder) / file_name(newest)
        try:
            await asyncio.to_thread(verify_backup, path, locate_programs(settings), Progress())
        except BackupError as error:
            problem = str(error)
    async with runtime.database.transaction() as connection:
        await store_check(connection, newest, problem)


async def run_backup(runtime: Runtime) -> None:
    """Run `stallage backup --scheduled` and log the result."""
    settings = runtime.settings
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stallage", "backup", "--scheduled"),
        env={
            **os.environ,
            "STALLAGE_DATABASE_URL": runtime.database.dsn,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
            "STALLAGE_BACKUP_FOLDER": settings.backup_folder,
            "STALLAGE_TIME_ZONE": settings.time_zone,
        },
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        output, errors = await process.communicate()
    except asyncio.CancelledError:
        await _end(process)
        raise
    if process.returncode == 0:
        log.info("backup_made", output=output.decode(errors="replace").strip())
        return
    reason = errors.decode(errors="replace").strip() or f"exit status {process.returncode}"
    record_failure(settings, reason)
    log.error("backup_failed", reason=reason)


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
