"""Errors of the health page."""

from __future__ import annotations

from stallage.core.errors import ApiError


class JobsNotHeld(ApiError):
    """The selected jobs are not held any more: they were retried, discarded or have run."""

    code = "jobs_not_held"
    status = 409
    message = "These jobs are not held any more. Reload the list."


class NothingSelected(ApiError):
    """Neither ids nor a name were given, or both."""

    code = "nothing_selected"
    status = 422
    message = "Select jobs, or the name of held jobs."
