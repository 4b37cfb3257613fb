"""Errors of webhooks."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TooManyEndpoints(ApiError):
    """The shop has as many endpoints as it may have."""

    code = "too_many_endpoints"
    status = 409
    message = "The shop already has 50 webhooks. Delete one that is not used."


class NotResendable(ApiError):
    """The delivery is waiting, or its payload has been deleted."""

    code = "not_resendable"
    status = 409
    message = "This delivery is waiting to be sent, or its content has been deleted."
