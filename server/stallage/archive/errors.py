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


class ShopNotEmpty(ApiError):
    """There is a shop, which an archive must not replace."""

    code = "shop_not_empty"
    status = 409
    message = (
        "This shop has products, customers, orders, codes or tickets already. An archive can only be "
        "imported into an empty shop."
    )


class ArchiveImportRunning(ApiError):
    """An archive is being imported or checked."""

    code = "archive_import_running"
    status = 409
    message = "An archive is being checked or imported already. Wait until that has ended."


class UploadChanged(ApiError):
    """The part does not continue the file: another one was stored, or the upload was discarded."""

    code = "upload_changed"
    status = 409
    message = "The upload has changed meanwhile. Choose the file again to go on."


class NoUploadedArchive(ApiError):
    """There is no complete and checked archive."""

    code = "no_uploaded_archive"
    status = 409
    message = "There is no checked archive. Upload the file again."


class NoRoomForArchive(ApiError):
    """The disk has not enough room for the file."""

    code = "no_room_for_archive"
    status = 409
    message = "The disk of the server has not enough room for this file."
