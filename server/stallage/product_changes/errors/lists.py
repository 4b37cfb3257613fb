"""Errors of what operators change in products."""

from __future__ import annotations

from stallage.core.errors import ApiError


class SkusChanged(ApiError):
    """Somebody else changed some of the values meanwhile; `skus` has these variants as they are now."""

    code = "skus_changed"
    status = 409
    message = "Some values have changed in the meantime. Nothing was saved."


class ProductInUse(ApiError):
    """The product has been ordered, so it cannot be deleted."""

    code = "product_in_use"
    status = 409
    message = "This product has been ordered. Archive it instead."


class NothingToUndo(ApiError):
    """The bulk edit changed nothing, or was undone already."""

    code = "nothing_to_undo"
    status = 409
    message = "There is nothing left to undo."


class BulkEditRunning(ApiError):
    """The bulk edit has products left to change."""

    code = "bulk_edit_running"
    status = 409
    message = "This bulk edit is still running."


class TooLateToUndo(ApiError):
    """The bulk edit is older than 24 hours."""

    code = "too_late_to_undo"
    status = 409
    message = "A bulk edit can be undone for 24 hours only."


class ChangedSince(ApiError):
    """A product was changed after the bulk edit, so that it is left as it is."""

    code = "changed_since"
    status = 409
    message = "Changed since the bulk edit"


class EditRefused(ApiError):
    """A bulk edit leaves a product as it is."""

    code = "edit_refused"
    status = 409
    message = "This product was not changed."
