"""Errors of rehearsals."""

from __future__ import annotations

from stallage.core.errors import ApiError


class RehearsalImpossible(ApiError):
    """The shop takes no online payments; the message says why."""

    code = "rehearsal_impossible"
    status = 409
    message = "The shop takes no online payments, so there is nothing to rehearse."


class RehearsalInterrupted(ApiError):
    """Another rehearsal runs, or something else changed at the same moment."""

    code = "rehearsal_interrupted"
    status = 409
    message = "Another rehearsal or change is under way. Please try again in a minute."
