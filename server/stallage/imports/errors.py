"""Errors of imports."""

from __future__ import annotations

from stallage.core.errors import ApiError


class UnreadableImport(ApiError):
    """The file is of no known format, or damaged; the message says what is wrong with it."""

    code = "unreadable_import"
    status = 422
    message = "This file cannot be read."


class ImportBusy(ApiError):
    """The import is in another state than the request needs; `state` says which."""

    code = "import_busy"
    status = 409
    message = "The import has changed in the meantime. Please check it again."


class NothingToImport(ApiError):
    """The dry run found nothing that would change."""

    code = "nothing_to_import"
    status = 409
    message = "This file would change nothing."


class TooLateToUndoImport(ApiError):
    """The import was made more than 30 days ago."""

    code = "too_late_to_undo_import"
    status = 409
    message = "An import can be undone for 30 days. That time has passed."
