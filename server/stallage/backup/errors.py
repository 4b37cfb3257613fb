"""Errors of backups, restores and upgrades, with messages for the operator."""

from __future__ import annotations

import errno
from pathlib import Path


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
