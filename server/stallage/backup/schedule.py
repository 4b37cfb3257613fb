"""Scheduled backups: makes one, remembers a failure, and deletes old ones that the schedule made."""

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
from stallage.backup.archive import read_about
from stallage.backup.create import Made, create_backup, fingerprint
from stallage.backup.draft import remove_drafts
from stallage.backup.errors import BackupDamaged, BackupError
from stallage.backup.progress import Progress
from stallage.core import clock
from stallage.settings import Settings

_LOCK = ".stallage-backup.lock"
_FAILURE = "backup-failure.json"


@dataclass(frozen=True, slots=True)
class Failure:
    """The last scheduled backup, if it failed."""

    at: datetime
    reason: str


def newest(settings: Settings) -> datetime | None:
    """When the newest scheduled backup in the folder was made."""
    return max(_moments(Path(settings.backup_folder)), default=None)


def last_failure(settings: Settings) -> Failure | None:
    """How the last attempt failed; None where it went well."""
    try:
        found = json.loads((settings.data_dir / _FAILURE).read_text())
        return Failure(datetime.fromisoformat(found["at"]), str(found["reason"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def slot_of(settings: Settings) -> datetime:
    """When the last backup should have been made."""
    return rules.last_slot(clock.now(), settings.backup_time, ZoneInfo(settings.time_zone))


def is_due(settings: Settings) -> bool:
    """Whether the schedule wants a backup now."""
    if not settings.backup_folder:
        return False
    failure = last_failure(settings)
    return rules.is_due(
        clock.now(), slot_of(settings), newest(settings), failure.at if failure else None
    )


def make_scheduled(settings: Settings, dsn: str) -> Made | None:
    """Make a backup in the schedule's folder and delete old ones; None where another process does.

    Raises BackupError, once the failure is noted for `stallage doctor`.
    """
    folder = Path(settings.backup_folder)
    try:
        with _only_one(folder) as is_ours:
            if not is_ours:
                return None
            remove_drafts(folder, "stallage-")
            path = folder / rules.name_of(clock.now())
            made = create_backup(settings, dsn, path, Progress(), by_schedule=True)
            delete_old(settings)
    except (BackupError, OSError) as error:
        note_failure(settings, str(error))
        raise
    (settings.data_dir / _FAILURE).unlink(missing_ok=True)
    return made


def note_failure(settings: Settings, reason: str) -> None:
    """Remember why a backup failed."""
    content = json.dumps({"at": clock.now().isoformat(), "reason": reason})
    # A full disk is a usual reason; that it failed is in the log all the same.
    with suppress(OSError):
        draft = settings.data_dir / f"{_FAILURE}.draft"
        draft.write_text(content)
        draft.replace(settings.data_dir / _FAILURE)


def delete_old(settings: Settings) -> list[Path]:
    """Delete backups beyond the retention, only those that this shop's schedule made."""
    folder, mine = Path(settings.backup_folder), fingerprint(settings)
    ours = {
        moment: folder / rules.name_of(moment)
        for moment in _moments(folder)
        if _made_by(folder / rules.name_of(moment)) == mine
    }
    old = rules.to_delete(
        ours,
        ZoneInfo(settings.time_zone),
        daily=settings.backup_keep_daily,
        weekly=settings.backup_keep_weekly,
    )
    for moment in old:
        ours[moment].unlink()
    return [ours[moment] for moment in old]


def _moments(folder: Path) -> Iterator[datetime]:
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            moment = rules.moment_of(path.name)
            if moment is not None:
                yield moment


def _made_by(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return read_about(file).schedule
    except (OSError, BackupDamaged):
        return ""


@contextmanager
def _only_one(folder: Path) -> Iterator[bool]:
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
