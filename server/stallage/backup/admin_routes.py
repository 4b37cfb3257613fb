"""The operators' API of backups."""

from __future__ import annotations

import asyncio

from fastapi import Request

from stallage.backoffice.queries.reports import stored_report
from stallage.backup.actions import request_backup
from stallage.backup.errors import BackupRunning, NoBackupFolder
from stallage.backup.operations.state import backup_state, folder_problem
from stallage.backup.schemas import BackupState
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="health")


@router.get("/backups", permission="health.read", response_model=Answer[BackupState])
async def get_backups(request: Request, connection: Reading) -> Answer[BackupState]:
    """Scheduled backups: the last, the next, and whether they can be read."""
    running, checked = await stored_report(connection, "backup")
    settings = runtime_of(request).settings
    return answer(await asyncio.to_thread(backup_state, settings, checked, running=running))


@router.post(
    "/backups",
    permission="health.mend",
    status_code=202,
    response_model=Answer[None],
    responses=error_responses(BackupRunning, NoBackupFolder),
)
async def make_backup_now(request: Request) -> Answer[None]:
    """Have a job make a backup now, and check that it can be read."""
    runtime = runtime_of(request)
    if await asyncio.to_thread(folder_problem, runtime.settings) is not None:
        raise NoBackupFolder
    async with runtime.database.transaction() as connection:
        await request_backup(connection)
    return answer(None)
