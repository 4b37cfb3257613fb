"""API errors: their codes, HTTP statuses and messages.

Features declare their own in their `errors` module, one class per error, named after the fact. Routes
declare what they raise with `error_responses(...)`, so that the OpenAPI document lists every response.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

Fields = Mapping[str, list[str]]


class ApiError(Exception):
    """An error with a stable code, an HTTP status and a message for the shopper."""

    code: ClassVar[str]
    status: ClassVar[int]
    message: str = ""

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: Fields | None = None,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        """Create the error; `extra` is added to the error object in the envelope."""
        self.message = message if message is not None else type(self).message
        self.fields = dict(fields or {})
        self.headers = dict(headers or {})
        self.extra = extra
        super().__init__(self.message)


class NotFound(ApiError):
    """It does not exist, or the caller may not see it."""

    code = "not_found"
    status = 404
    message = "We could not find what you are looking for."


class Unauthorized(ApiError):
    """The access token is missing, invalid or expired."""

    code = "unauthorized"
    status = 401
    message = "Please sign in to continue."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, headers={"WWW-Authenticate": "Bearer"})


class MalformedBody(ApiError):
    """The body is not JSON."""

    code = "malformed_body"
    status = 400
    message = "The request could not be read."


class InvalidFields(ApiError):
    """Some fields are invalid; `fields` has their messages."""

    code = "invalid_fields"
    status = 422
    message = "Please check the marked fields."


class MethodNotAllowed(ApiError):
    """The path exists, but not with this method."""

    code = "method_not_allowed"
    status = 405
    message = "This action is not available here."


class NotAcceptable(ApiError):
    """The client does not accept JSON."""

    code = "not_acceptable"
    status = 406
    message = "Responses are JSON. Please accept application/json."


class TooLarge(ApiError):
    """The body exceeds the size limit."""

    code = "too_large"
    status = 413
    message = "That is too large to send."


class RequestTimeout(ApiError):
    """The request did not arrive in time."""

    code = "request_timeout"
    status = 408
    message = "The request took too long to arrive. Please try again."


class UnsupportedType(ApiError):
    """The route does not read this content type."""

    code = "unsupported_type"
    status = 415
    message = "Please send JSON."


class TooMany(ApiError):
    """A rate limit is reached; `Retry-After` has the seconds to wait."""

    code = "too_many_requests"
    status = 429
    message = "Too many requests. Please wait a moment and try again."

    def __init__(self, retry_after_seconds: int, message: str | None = None) -> None:
        super().__init__(message, headers={"Retry-After": str(max(1, retry_after_seconds))})


class NotReady(ApiError):
    """The database or the storage of pictures cannot be reached or is too busy."""

    code = "not_ready"
    status = 503
    message = "The shop is temporarily unavailable. Please try again in a moment."

    def __init__(self, message: str | None = None, *, retry_after: int = 2) -> None:
        """`retry_after`: seconds."""
        super().__init__(message, headers={"Retry-After": str(retry_after)})


class InternalError(ApiError):
    """An unhandled error; the log has it with the request's id."""

    code = "internal_error"
    status = 500
    message = "Something went wrong on our side. Please try again."
