"""Request backups, and record what came of them."""

from __future__ import annotations

from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.actions.reports import claim_report, store_result
from stallage.backup.errors import BackupRunning
from stallage.backup.events import BackupRequested
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish


async def request_backup(connection: Connection) -> None:
    """Ask for a backup, which a job makes. Raises BackupRunning."""
    if not await claim_report(connection, "backup"):
        raise BackupRunning
    await record(connection, "backup.requested", Subject("shop", None, "Backup"))
    await publish(connection, BackupRequested())


async def store_check(
    connection: Connection, backup_at: datetime | None, problem: str | None
) -> None:
    """Record the end of a requested backup, and whether the newest one is intact."""
    result = None
    if backup_at is not None:
        result = {
            "backupAt": backup_at.isoformat(),
            "checkedAt": clock.now().isoformat(),
            "problem": problem,
        }
    await store_result(connection, "backup", result)
