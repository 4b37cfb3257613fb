"""Errors of reviews."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotDelivered(ApiError):
    """The order has not been delivered yet."""

    code = "not_delivered"
    status = 409
    message = "You can review this once it has been delivered."


class AlreadyReviewed(ApiError):
    """The order line has been reviewed before."""

    code = "already_reviewed"
    status = 409
    message = "You have already reviewed this. You can edit your review instead."


class EditOver(ApiError):
    """The time for editing has passed."""

    code = "edit_over"
    status = 409
    message = "This review can no longer be edited."


class OwnVote(ApiError):
    """The author votes for their own review."""

    code = "own_vote"
    status = 409
    message = "You cannot vote for your own review."


class OwnReport(ApiError):
    """The author reports their own review."""

    code = "own_report"
    status = 409
    message = "You cannot report your own review."
