"""The state of scheduled backups for the back office."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

from stallage.backoffice.queries.reports import parse_stored
from stallage.backup.operations.schedule import backup_times, last_failure
from stallage.backup.rules import file_name, next_scheduled_time
from stallage.backup.schemas import BackupCheck, BackupFailure, BackupState
from stallage.core import clock
from stallage.core.json_types import JsonObject
from stallage.core.redaction import hide_passwords
from stallage.settings import Settings


def folder_problem(settings: Settings) -> str | None:
    """Return why no backup can be made; None if one can."""
    if not settings.backup_folder:
        return "No backup is scheduled: STALLAGE_BACKUP_FOLDER is not set on the server."
    folder = Path(settings.backup_folder)
    if not folder.is_dir():
        return f"The folder {folder} does not exist."
    if folder.resolve().is_relative_to(settings.data_dir.resolve()):
        return f"{folder} is in the data folder and would be lost with it."
    return None


def backup_state(settings: Settings, checked: JsonObject | None, *, running: bool) -> BackupState:
    """Read the folder of backups. `checked` is the last stored check."""
    problem = folder_problem(settings)
    times = backup_times(settings) if settings.backup_folder else []
    failure = last_failure(settings)
    if failure is not None and times and times[0] > failure.at:
        failure = None
    return BackupState(
        folder=settings.backup_folder or None,
        problem=problem,
        count=len(times),
        last_at=times[0] if times else None,
        last_size=_size(Path(settings.backup_folder) / file_name(times[0])) if times else None,
        next_at=(
            next_scheduled_time(clock.now(), settings.backup_time, ZoneInfo(settings.time_zone))
            if problem is None
            else None
        ),
        failure=(
            BackupFailure(at=failure.at, reason=hide_passwords(failure.reason)) if failure else None
        ),
        check=parse_stored(BackupCheck, checked),
        running=running,
    )


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None
