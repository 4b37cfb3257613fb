"""Errors of backups, restores and upgrades, with messages for the operator, and those of the API."""

from __future__ import annotations

import errno
from pathlib import Path

from stallage.core.errors import ApiError


class BackupError(Exception):
    """A backup, restore or upgrade failed; the message gives the reason and what to do."""


class BackupDamaged(BackupError):
    """The file is not a backup or was changed since it was written."""


def from_os_error(error: OSError, path: Path) -> BackupError:
    """Convert an OSError to a BackupError that names the file."""
    place = error.filename or path
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return BackupError(f"The disk that holds {place} is full. Nothing was changed.")
    return BackupError(f"{place} cannot be used: {error.strerror or error}. Nothing was changed.")


class BackupRunning(ApiError):
    """A backup that somebody asked for is being made."""

    code = "backup_running"
    status = 409
    message = "A backup is being made already."


class NoBackupFolder(ApiError):
    """Backups have no folder, or it cannot be used."""

    code = "no_backup_folder"
    status = 409
    message = "Set STALLAGE_BACKUP_FOLDER on the server to a folder on another disk first."
