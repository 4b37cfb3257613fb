"""Errors of bulk operations."""

from __future__ import annotations

from stallage.core.errors import ApiError


class SelectionChanged(ApiError):
    """The records or what would happen to them differ from the preview; `preview` has it as it is now."""

    code = "selection_changed"
    status = 409
    message = "The selection has changed since the preview. Please check it again."


class SelectionTooLarge(ApiError):
    """More records are selected than one operation can change; `maximum` says how many it can."""

    code = "selection_too_large"
    status = 409
    message = "An operation cannot change this many records. Please narrow the filter."


class NothingToDo(ApiError):
    """The operation would change none of the selected records."""

    code = "nothing_to_do"
    status = 409
    message = "This would change none of the selected records."


class BulkFinished(ApiError):
    """The operation has ended, so it cannot be cancelled."""

    code = "bulk_finished"
    status = 409
    message = "This operation has ended already."


class NoFile(ApiError):
    """The file is not complete yet, or was deleted after its time."""

    code = "no_file"
    status = 404
    message = "There is no file yet, or it has been deleted."
