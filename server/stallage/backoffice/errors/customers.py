"""Errors of merging customers and of changing wallets."""

from __future__ import annotations

from stallage.core.errors import ApiError


class PreviewOutdated(ApiError):
    """What the preview showed has changed; the preview has to be shown again."""

    code = "preview_outdated"
    status = 409
    message = "Something has changed since the preview. Nothing was done. Please look at it again."


class SameCustomer(ApiError):
    """A customer cannot be merged into itself."""

    code = "same_customer"
    status = 422
    message = "Choose another customer to merge with."


class UndoOver(ApiError):
    """The merge was undone before, is too old, or one of the customers was erased or merged since."""

    code = "merge_undo_over"
    status = 409
    message = "This merge can no longer be undone."


class UndoNeedsContact(ApiError):
    """One of the two accounts would be left without a contact."""

    code = "merge_undo_needs_contact"
    status = 409
    message = (
        "One of the two accounts would be left without an email address or phone number. "
        "Give the customer another contact first."
    )


class BalanceTooLow(ApiError):
    """A debit is higher than the balance; `balance` has it in minor units."""

    code = "balance_too_low"
    status = 409
    message = "The wallet holds less than that."
