"""Errors of the operators' API."""

from __future__ import annotations

from stallage.core.errors import ApiError


class OperatorUnauthorized(ApiError):
    """The session or access token is missing, invalid or expired."""

    code = "unauthorized"
    status = 401
    message = "Please sign in to continue."


class Forbidden(ApiError):
    """The operator lacks a permission; `permission` names it."""

    code = "forbidden"
    status = 403
    message = "Your role does not allow this."


class CsrfRefused(ApiError):
    """The request has a session cookie, but not its CSRF token."""

    code = "csrf_token_invalid"
    status = 403
    message = "This request did not come from the back office. Please reload the page."


class StepUpRequired(ApiError):
    """The operator has to prove their identity again first."""

    code = "step_up_required"
    status = 403
    message = "Please confirm that it is you."
