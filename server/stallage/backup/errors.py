"""Reasons why a backup or a restore ends, in a sentence for the operator."""

from __future__ import annotations

import errno
from pathlib import Path


class BackupError(Exception):
    """A backup, restore or upgrade cannot be done; the message says why and what to do."""


class BackupDamaged(BackupError):
    """The file is not a backup, or not the one that was written."""


def from_os_error(error: OSError, path: Path) -> BackupError:
    """Turn a refused file operation into a sentence."""
    place = error.filename or path
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return BackupError(f"The disk that holds {place} is full. Nothing was changed.")
    return BackupError(f"{place} cannot be used: {error.strerror or error}. Nothing was changed.")
