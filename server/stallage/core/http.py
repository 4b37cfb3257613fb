"""What all HTTP responses share: a request id, limits on size and type, errors in the envelope."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import asyncpg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stallage.core import logs
from stallage.core.clients import FORWARDING_HEADERS, Client, client_of
from stallage.core.envelope import error_response
from stallage.core.errors import (
    ApiError,
    InternalError,
    InvalidFields,
    MalformedBody,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    NotReady,
    TooLarge,
    TooMany,
    Unauthorized,
    UnsupportedType,
)
from stallage.core.rejection_throttle import (
    PAUSE_SECONDS,
    WINDOW_SECONDS,
    RejectionThrottle,
    RequestKey,
)
from stallage.core.request_counts import OTHER, REQUEST_COUNTS
from stallage.core.security_headers import DEFAULT_HEADERS, Headers, missing_headers
from stallage.core.storage import StorageUnavailable
from stallage.core.validation import TitleOf, field_errors, find_title

log = structlog.get_logger("stallage.http")

MAX_JSON_BYTES = 1024 * 1024
MAX_UPLOAD_BYTES = 6 * 1024 * 1024
MAX_LARGE_UPLOAD_BYTES = 33 * 1024 * 1024
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
COUNTED_METHODS = frozenset({"HEAD", *METHODS})
_REQUEST_ID = re.compile(rb"^[A-Za-z0-9._-]{8,64}$")


MISSING_FILE = "Please upload a file."

LOST_CONNECTION = "stallage.lost_connection"
"""Key of a request's scope: the database ended the connection that the request was using."""
_LOSSES = (
    asyncpg.AdminShutdownError,
    asyncpg.ConnectionDoesNotExistError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    ConnectionResetError,
)


@dataclass(frozen=True, slots=True)
class BodyRules:
    """Paths whose request bodies are not JSON of up to MAX_JSON_BYTES."""

    upload_paths: frozenset[str] = frozenset()
    """Accept multipart forms of up to MAX_UPLOAD_BYTES."""
    large_upload_paths: frozenset[str] = frozenset()
    """Accept multipart forms of up to MAX_LARGE_UPLOAD_BYTES, from operators."""
    raw_prefixes: tuple[str, ...] = ()
    """Accept any content type; the routes parse the body themselves, and may answer with a page."""


JSON_ONLY = BodyRules()


def _accepts_response(scope: Scope, header: bytes) -> bool:
    """Whether an Accept header allows JSON. Not checked for GET, which also serves pages and files."""
    if b"*/*" in header or b"json" in header or b"application/*" in header:
        return True
    return scope["method"] in ("GET", "HEAD") or b"pdf" in header


def _is_form(kind: bytes) -> bool:
    return kind == b"multipart/form-data"


def _is_json(kind: bytes) -> bool:
    """Whether FastAPI parses a content type as JSON. It would ignore an optional body of any other."""
    return kind == b"application/json" or (
        kind.startswith(b"application/") and kind.endswith(b"+json")
    )


def _default_cache_control(
    headers: Iterable[tuple[bytes, bytes]],
) -> tuple[tuple[bytes, bytes], ...]:
    """Return `no-store` for responses without Cache-Control, which may be private."""
    if any(name == b"cache-control" for name, _ in headers):
        return ()
    return ((b"cache-control", b"no-store"),)


def counted_as(scope: Scope) -> tuple[str, str]:
    """Return the method and the route to count a request by."""
    method = scope["method"]
    route = getattr(scope.get("route"), "path", OTHER)
    return (method if method in COUNTED_METHODS else OTHER), route


def _throttle_key(scope: Scope, client: Client) -> RequestKey:
    """Return the key that rejections are counted by; devices in one network are counted separately."""
    headers = dict(scope["headers"])
    identity = headers.get(b"authorization"), headers.get(b"device-key")
    return hash((client.network, scope["path"], *identity))


class RequestMiddleware:
    """The outermost middleware: request ids, limits and one log line per request."""

    def __init__(self, app: ASGIApp, headers: Headers, body_rules: BodyRules) -> None:
        """Add `headers` to every response that does not set them itself."""
        self.app = app
        self.headers = headers
        self.body_rules = body_rules
        self.throttle = RejectionThrottle()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        sent_id = headers.get(b"x-request-id", b"")
        request_id = sent_id if _REQUEST_ID.match(sent_id) else secrets.token_hex(8).encode()
        started = time.perf_counter()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                message["headers"] = [
                    *headers,
                    *_default_cache_control(headers),
                    *missing_headers(headers, self.headers),
                    (b"x-request-id", request_id),
                ]
                if status == TooMany.status and error is None:
                    self._record_rejection(scope)
            await send(message)

        error = self._request_error(scope, headers) or await self._throttle_error(scope)
        structlog.contextvars.bind_contextvars(request_id=request_id.decode())
        if not FORWARDING_HEADERS.isdisjoint(headers):
            request = Request(scope)
            request.app.state.proxies.check(request)
        try:
            if error is not None:
                await error_response(error)(scope, receive, send_with_headers)
            else:
                await self._call_app(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - started
            REQUEST_COUNTS.add(*counted_as(scope), status, seconds)
            # Successful reads are too many to log.
            quiet = status < 400 and scope["method"] in ("GET", "HEAD")
            if not quiet or logs.shows(logging.DEBUG):
                log.info(
                    "request",
                    method=scope["method"],
                    path=scope["path"],
                    status=status,
                    ms=round(seconds * 1000, 1),
                )
            structlog.contextvars.unbind_contextvars("request_id")

    async def _call_app(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = self._max_body_bytes(scope)
        received = 0
        started = False
        # A read that lost its connection is repeated once, on another one.
        may_repeat = scope["method"] in ("GET", "HEAD")
        untouched = dict(scope) if may_repeat else scope

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                # The only exception that FastAPI passes on while it reads a body.
                raise HTTPException(TooLarge.status)
            return message

        async def send_tracked(message: Message) -> None:
            nonlocal started
            if may_repeat and LOST_CONNECTION in scope:
                return
            started = True
            try:
                await send(message)
            except RuntimeError as error:
                # uvloop's error for a connection that the client has just reset.
                if "handler is closed" not in str(error):
                    raise
                raise ClientDisconnect from error

        try:
            await self.app(scope, receive_limited, send_tracked)
            if may_repeat and LOST_CONNECTION in scope:
                may_repeat = False
                await self.app(untouched, receive_limited, send_tracked)
        except ClientDisconnect:
            # Clients can cause this at will, so it is not an error.
            log.debug("client_disconnected", path=scope["path"])
            # Lets the server process the disconnect, or it would report an incomplete response.
            await asyncio.sleep(0)
        except Exception:
            # Nothing is behind this: whatever has failed is logged, and the client gets an answer in the
            # envelope, unless one has begun.
            log.exception("unhandled_error", path=scope["path"])
            if started:
                raise
            await error_response(InternalError())(scope, receive, send)

    async def _throttle_error(self, scope: Scope) -> ApiError | None:
        """Return an error, after a pause, for a request that is refused again and again."""
        if not self.throttle:
            return None
        if not self.throttle.should_pause(_throttle_key(scope, client_of(Request(scope)))):
            return None
        await asyncio.sleep(PAUSE_SECONDS)
        return TooMany(int(WINDOW_SECONDS))

    def _record_rejection(self, scope: Scope) -> None:
        client = client_of(Request(scope))
        # Throttling a shared client would pause all shoppers because of one.
        if not client.is_shared:
            self.throttle.record_rejection(_throttle_key(scope, client))

    def _is_upload(self, scope: Scope) -> bool:
        rules = self.body_rules
        return scope["path"] in rules.upload_paths or scope["path"] in rules.large_upload_paths

    def _max_body_bytes(self, scope: Scope) -> int:
        if scope["path"] in self.body_rules.large_upload_paths:
            return MAX_LARGE_UPLOAD_BYTES
        return MAX_UPLOAD_BYTES if self._is_upload(scope) else MAX_JSON_BYTES

    def _request_error(self, scope: Scope, headers: dict[bytes, bytes]) -> ApiError | None:
        """Return the error of a request whose headers are unacceptable, or None."""
        length = headers.get(b"content-length", b"")
        if length:
            if not length.isdigit():
                return MalformedBody()
            if int(length) > self._max_body_bytes(scope):
                return TooLarge()
        accept = headers.get(b"accept", b"*/*")
        parses_itself = scope["path"].startswith(self.body_rules.raw_prefixes)
        sends_page = parses_itself and b"text/html" in accept
        if accept.strip() and not sends_page and not _accepts_response(scope, accept):
            return NotAcceptable()
        has_body = length not in (b"", b"0") or b"transfer-encoding" in headers
        if has_body and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            is_supported = _is_form(kind) if self._is_upload(scope) else _is_json(kind)
            if not is_supported and not parses_itself:
                return UnsupportedType(MISSING_FILE if self._is_upload(scope) else None)
        return None


async def _api_error_response(_request: Request, error: Exception) -> Response:
    return error_response(error if isinstance(error, ApiError) else InternalError())


def _title_finder(request: Request) -> TitleOf:
    """Return a function that finds the titles of fields in the schemas of the requested route."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return lambda _path: None

    def title_of(path: Sequence[object]) -> str | None:
        source, *below = path
        if source == "body" and route.body_field is not None:
            return find_title(route.body_field.field_info.annotation, below)
        parameters = (field for field in route.dependant.query_params if [field.alias] == below)
        return next((field.field_info.title for field in parameters), None)

    return title_of


async def _validation_error_response(request: Request, error: Exception) -> Response:
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    if any(detail["type"] == "json_invalid" for detail in errors):
        return error_response(MalformedBody())
    return error_response(InvalidFields(fields=field_errors(errors, _title_finder(request))))


def _allowed_methods(request: Request) -> list[str]:
    """Return the methods of a path. Starlette's own Allow header lists only those of the first route."""
    routes = request.app.router.routes
    methods = [
        method
        for method in METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes
        )
    ]
    return ["HEAD", *methods] if "GET" in methods else methods


async def _http_error_response(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    by_status: dict[int, type[ApiError]] = {
        400: MalformedBody,
        404: NotFound,
        405: MethodNotAllowed,
        406: NotAcceptable,
        413: TooLarge,
        415: UnsupportedType,
    }
    api_error = by_status.get(status, InternalError)()
    if isinstance(error, HTTPException) and error.headers:
        api_error.headers.update(error.headers)
    if status == 405:
        api_error.headers["Allow"] = ", ".join(_allowed_methods(request))
    return error_response(api_error)


def _is_missing_customer(error: asyncpg.ForeignKeyViolationError) -> bool:
    """Whether the customer of the access token is gone: routes write only the caller's customer id."""
    return (error.constraint_name or "").endswith("_customer_id")


async def _database_error_response(request: Request, error: Exception) -> Response:
    """Translate a database error for the shopper; the log has the details."""
    if isinstance(error, (asyncpg.DataError, asyncpg.exceptions.CharacterNotInRepertoireError)):
        log.warning("input_rejected_by_database", error=str(error))
        return error_response(InvalidFields())
    if isinstance(error, asyncpg.ForeignKeyViolationError) and _is_missing_customer(error):
        return error_response(Unauthorized())
    log.error("database_failed", exc_info=error)
    if isinstance(error, _LOSSES):
        request.scope[LOST_CONNECTION] = True
    return error_response(NotReady())


async def _storage_error_response(_request: Request, error: Exception) -> Response:
    """Answer that the bucket of pictures cannot be reached; nothing was stored."""
    log.error("storage_failed", error=str(error))
    return error_response(NotReady())


def install(
    app: FastAPI, headers: Headers = DEFAULT_HEADERS, body_rules: BodyRules = JSON_ONLY
) -> None:
    """Add the request middleware, and handlers that put every error into the envelope."""
    app.add_exception_handler(ApiError, _api_error_response)
    app.add_exception_handler(RequestValidationError, _validation_error_response)
    app.add_exception_handler(HTTPException, _http_error_response)
    app.add_exception_handler(asyncpg.PostgresError, _database_error_response)
    app.add_exception_handler(asyncpg.InterfaceError, _database_error_response)
    # asyncpg's error for a connection that the database is closing.
    app.add_exception_handler(asyncpg.InternalClientError, _database_error_response)
    app.add_exception_handler(ConnectionError, _database_error_response)
    app.add_exception_handler(TimeoutError, _database_error_response)
    app.add_exception_handler(StorageUnavailable, _storage_error_response)
    app.add_middleware(RequestMiddleware, headers=headers, body_rules=body_rules)
