"""Scheduled backups: create them, record failures, and delete those beyond the retention."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from stallage.backup import rules
from stallage.backup.errors import BackupDamaged, BackupError
from stallage.backup.formats.archive import read_metadata
from stallage.backup.operations.create import BackupResult, create_backup, fingerprint
from stallage.backup.operations.new_file import remove_temporary_files
from stallage.backup.operations.progress import Progress
from stallage.core import clock
from stallage.settings import Settings

_LOCK = ".stallage-backup.lock"
_FAILURE = "backup-failure.json"


@dataclass(frozen=True, slots=True)
class Failure:
    """A scheduled backup that failed."""

    at: datetime
    reason: str


def newest_backup_time(settings: Settings) -> datetime | None:
    """Return the time of the newest scheduled backup in the folder."""
    return max(_backup_times(Path(settings.backup_folder)), default=None)


def backup_times(settings: Settings) -> list[datetime]:
    """Return the times of the scheduled backups in the folder, the newest first."""
    return sorted(_backup_times(Path(settings.backup_folder)), reverse=True)


def last_failure(settings: Settings) -> Failure | None:
    """Return the failure of the last scheduled backup; None if it succeeded."""
    try:
        record = json.loads((settings.data_dir / _FAILURE).read_text())
        return Failure(datetime.fromisoformat(record["at"]), str(record["reason"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def last_due_time(settings: Settings) -> datetime:
    """Return the last scheduled time."""
    return rules.last_scheduled_time(
        clock.now(), settings.backup_time, ZoneInfo(settings.time_zone)
    )


def is_due(settings: Settings) -> bool:
    """Whether a scheduled backup must be made now."""
    if not settings.backup_folder:
        return False
    failure = last_failure(settings)
    return rules.is_due(
        clock.now(),
        last_due_time(settings),
        newest_backup_time(settings),
        failure.at if failure else None,
    )


def run_scheduled_backup(settings: Settings, dsn: str) -> BackupResult | None:
    """Create a backup in the schedule's folder and delete expired ones.

    Returns None if another process is doing that. Records a failure for `stallage doctor` and
    raises BackupError.
    """
    folder = Path(settings.backup_folder)
    try:
        with _try_lock(folder) as locked:
            if not locked:
                return None
            remove_temporary_files(folder, "stallage-")
            path = folder / rules.file_name(clock.now())
            result = create_backup(settings, dsn, path, Progress(), by_schedule=True)
            delete_expired(settings)
    except (BackupError, OSError) as error:
        record_failure(settings, str(error))
        raise
    (settings.data_dir / _FAILURE).unlink(missing_ok=True)
    return result


def record_failure(settings: Settings, reason: str) -> None:
    """Record why a backup failed, for `last_failure`."""
    content = json.dumps({"at": clock.now().isoformat(), "reason": reason})
    # A full disk is a common reason; the log has the failure in any case.
    with suppress(OSError):
        temporary = settings.data_dir / f"{_FAILURE}.draft"
        temporary.write_text(content)
        temporary.replace(settings.data_dir / _FAILURE)


def delete_expired(settings: Settings) -> list[Path]:
    """Delete backups beyond the retention that this shop's schedule made; return their paths."""
    folder, shop = Path(settings.backup_folder), fingerprint(settings)
    paths = {
        moment: folder / rules.file_name(moment)
        for moment in _backup_times(folder)
        if _schedule_of(folder / rules.file_name(moment)) == shop
    }
    expired = rules.select_expired(
        paths,
        ZoneInfo(settings.time_zone),
        daily=settings.backup_keep_daily,
        weekly=settings.backup_keep_weekly,
    )
    for moment in expired:
        paths[moment].unlink()
    return [paths[moment] for moment in expired]


def _backup_times(folder: Path) -> Iterator[datetime]:
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            moment = rules.parse_file_name(path.name)
            if moment is not None:
                yield moment


def _schedule_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return read_metadata(file).schedule
    except (OSError, BackupDamaged):
        return ""


@contextmanager
def _try_lock(folder: Path) -> Iterator[bool]:
    if not folder.is_dir():
        raise BackupError(f"The folder {folder} in STALLAGE_BACKUP_FOLDER does not exist.")
    fd = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(fd)
