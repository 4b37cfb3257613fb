"""Errors of support."""

from __future__ import annotations

from stallage.core.errors import ApiError


class NameTaken(ApiError):
    """Another saved reply has this name."""

    code = "name_taken"
    status = 409
    message = "There is already a saved reply with this name."


class AlreadyDecided(ApiError):
    """An email that was held has been accepted or refused before."""

    code = "already_decided"
    status = 409
    message = "This email has already been accepted or refused."


class InboundDisabled(ApiError):
    """The shop does not receive emails."""

    code = "not_found"
    status = 404
    message = "This shop does not receive emails."


class SignatureRefused(ApiError):
    """The signature of a forwarded email is missing, wrong or too old."""

    code = "signature_refused"
    status = 403
    message = "The signature is missing, wrong or too old."
