"""Errors of notes."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NotYourNote(ApiError):
    """Only the author changes or deletes a note."""

    code = "not_your_note"
    status = 403
    message = "Only the author can change this note."
