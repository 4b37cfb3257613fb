"""Errors of reports."""

from __future__ import annotations

from stallage.core.errors import ApiError


class TooManySchedules(ApiError):
    """The shop has as many schedules as it may have."""

    code = "too_many_schedules"
    status = 409
    message = "The shop already has 50 scheduled reports. Delete one that is not used."
