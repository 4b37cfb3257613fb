"""Refusals: what the shop says when it does not do what was asked.

A feature declares its own in its `errors` module, one class each, named after the fact. Routes raise
them and declare them with `refusals(...)`, so that the OpenAPI document lists every answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

Fields = Mapping[str, list[str]]


class Refusal(Exception):
    """A business error with a stable code, an HTTP status and the shopper's sentence."""

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
        """`extra` joins the error object of the envelope, such as the `quote` of a changed total."""
        self.message = message if message is not None else type(self).message
        self.fields = dict(fields or {})
        self.headers = dict(headers or {})
        self.extra = extra
        super().__init__(self.message)


class NotFound(Refusal):
    """No such thing, or not the asker's to see."""

    code = "not_found"
    status = 404
    message = "We could not find what you asked for."


class Unauthorized(Refusal):
    """No token, or one that is not good any more."""

    code = "unauthorized"
    status = 401
    message = "Please sign in to continue."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, headers={"WWW-Authenticate": "Bearer"})


class MalformedBody(Refusal):
    """The body is not JSON."""

    code = "malformed_body"
    status = 400
    message = "The request could not be read."


class InvalidFields(Refusal):
    """Fields that break a rule; `fields` says which and how."""

    code = "invalid_fields"
    status = 422
    message = "Please check the marked fields."


class MethodNotAllowed(Refusal):
    """The path is there, the method is not."""

    code = "method_not_allowed"
    status = 405
    message = "This cannot be done here."


class NotAcceptable(Refusal):
    """The client accepts nothing that this call can answer."""

    code = "not_acceptable"
    status = 406
    message = "This call answers JSON."


class TooLarge(Refusal):
    """A body over the limit."""

    code = "too_large"
    status = 413
    message = "That is too large to be sent."


class RequestTimeout(Refusal):
    """The request did not arrive in time."""

    code = "request_timeout"
    status = 408
    message = "The request took too long to arrive. Please try again."


class UnsupportedType(Refusal):
    """A body of a type that the call does not read."""

    code = "unsupported_type"
    status = 415
    message = "Please send JSON."


class TooMany(Refusal):
    """Asked too often; `Retry-After` says when to come back."""

    code = "too_many_requests"
    status = 429
    message = "That was a little often. Please wait a moment and try again."

    def __init__(self, retry_after_seconds: int, message: str | None = None) -> None:
        super().__init__(message, headers={"Retry-After": str(max(1, retry_after_seconds))})


class NotReady(Refusal):
    """The database cannot be reached or is too busy."""

    code = "not_ready"
    status = 503
    message = "The shop is catching its breath. Please try again in a moment."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, headers={"Retry-After": "2"})


class InternalError(Refusal):
    """Something that nobody foresaw; the log has it under the request's id."""

    code = "internal_error"
    status = 500
    message = "Something went wrong on our side. Please try again."
