"""Errors of archives on the command line, and of the API."""

from __future__ import annotations

from stallage.backup.errors import BackupError
from stallage.core.errors import ApiError


class ArchiveRefused(BackupError):
    """An archive cannot be written or imported; the message gives the reason and what to do."""


class ArchiveRunning(ApiError):
    """Another archive is being written."""

    code = "archive_running"
    status = 409
    message = "An archive is being written already. Wait until it is complete."


class ArchiveGone(ApiError):
    """The archive has no file: it is not complete, failed, or was deleted after a day."""

    code = "archive_gone"
    status = 409
    message = "This archive can no longer be downloaded. Write a new one."
