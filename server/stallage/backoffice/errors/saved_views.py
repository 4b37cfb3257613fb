"""Errors of saved views."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TooManyViews(ApiError):
    """The operator has saved as many views of this list as they can."""

    code = "too_many_views"
    status = 409
    message = "You have saved 50 views of this list. Please delete one first."
