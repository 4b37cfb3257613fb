"""What every HTTP answer shares: a request id, size and type limits, errors in the envelope."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Iterable, Sequence

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

from stallage.core.clients import FORWARDING_HEADERS, Client, client_of
from stallage.core.envelope import refusal_response
from stallage.core.errors import (
    InternalError,
    InvalidFields,
    MalformedBody,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    NotReady,
    Refusal,
    TooLarge,
    TooMany,
    Unauthorized,
    UnsupportedType,
)
from stallage.core.holding_back import PAUSE_SECONDS, WINDOW_SECONDS, Call, HoldingBack
from stallage.core.security_headers import EVERYWHERE, Headers, missing_from
from stallage.core.validation import TitleOf, fields_of, title_in

log = structlog.get_logger("stallage.http")

MAX_JSON_BYTES = 1024 * 1024
MAX_UPLOAD_BYTES = 6 * 1024 * 1024
FORWARDING = tuple(name.encode() for name in FORWARDING_HEADERS)
_REQUEST_ID = re.compile(rb"^[A-Za-z0-9._-]{8,64}$")


def _accepts(scope: Scope, header: bytes) -> bool:
    """Whether the client takes what calls answer. Pages and files are not calls."""
    if b"*/*" in header or b"json" in header or b"application/*" in header:
        return True
    return scope["method"] in ("GET", "HEAD") or b"pdf" in header


def _is_form(kind: bytes) -> bool:
    return kind == b"multipart/form-data"


def _is_json(kind: bytes) -> bool:
    """Just what the framework reads as JSON: a body that may be left out must not be passed over."""
    return kind == b"application/json" or (
        kind.startswith(b"application/") and kind.endswith(b"+json")
    )


def _kept_nowhere(headers: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...]:
    """What is not said to be anybody's may be somebody's own: no cache keeps it."""
    if any(name == b"cache-control" for name, _ in headers):
        return ()
    return ((b"cache-control", b"no-store"),)


def _call_of(scope: Scope, client: Client) -> Call:
    """Whose calls are counted together: not those of a known device with those of its neighbours."""
    headers = dict(scope["headers"])
    who = headers.get(b"authorization"), headers.get(b"device-key")
    return hash((client.network, scope["path"], *who))


class Frame:
    """The outermost layer: ids, limits and one log line for each request."""

    def __init__(self, app: ASGIApp, headers: Headers) -> None:
        """`headers` are those that every answer has which does not say otherwise."""
        self.app = app
        self.headers = headers
        self.holding_back = HoldingBack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request_id = given if _REQUEST_ID.match(given) else secrets.token_hex(8).encode()
        started = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                message["headers"] = [
                    *headers,
                    *_kept_nowhere(headers),
                    *missing_from(headers, self.headers),
                    (b"x-request-id", request_id),
                ]
                if status == TooMany.status and refusal is None:
                    self._note_refusal(scope)
            await send(message)

        refusal = self._refuses(scope, headers) or await self._held_back(scope)
        structlog.contextvars.bind_contextvars(request_id=request_id.decode())
        if any(name in headers for name in FORWARDING):
            request = Request(scope)
            request.app.state.proxies.look_at(request)
        try:
            if refusal is not None:
                await refusal_response(refusal)(scope, receive, answer)
            else:
                await self._limited(scope, receive, answer)
        finally:
            # Reads that went well are many and say little; the rest an operator wants to see.
            quiet = status < 400 and scope["method"] in ("GET", "HEAD")
            if not quiet or log.is_enabled_for(logging.DEBUG):
                log.info(
                    "request",
                    method=scope["method"],
                    path=scope["path"],
                    status=status,
                    ms=round((time.perf_counter() - started) * 1000, 1),
                )
            structlog.contextvars.unbind_contextvars("request_id")

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = self._limit(scope)
        received = 0
        started = False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                # FastAPI lets its own kind of exception through where it reads a body.
                raise HTTPException(TooLarge.status)
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            try:
                await send(message)
            except RuntimeError as error:
                # What uvloop says of a connection that its client has reset a moment ago.
                if "handler is closed" not in str(error):
                    raise
                raise ClientDisconnect from error

        try:
            await self.app(scope, counted, noted)
        except ClientDisconnect:
            # Nobody is left to be answered; strangers do this at will, so it is no error of ours.
            log.debug("client_left", path=scope["path"])
            # The server learns of it in its turn of the loop, and would miss the rest of the answer.
            await asyncio.sleep(0)
        except Exception:
            # Nothing handled it: the shopper gets a sentence and the id that the log has it under.
            log.exception("unforeseen", path=scope["path"])
            if started:
                raise
            await refusal_response(InternalError())(scope, receive, send)

    async def _held_back(self, scope: Scope) -> Refusal | None:
        """The answer to whoever asks on and on, after a pause; None for everybody else."""
        if not self.holding_back:
            return None
        if not self.holding_back.holds(_call_of(scope, client_of(Request(scope)))):
            return None
        await asyncio.sleep(PAUSE_SECONDS)
        return TooMany(int(WINDOW_SECONDS))

    def _note_refusal(self, scope: Scope) -> None:
        client = client_of(Request(scope))
        # Where a proxy hides them, one who asks on and on stands for everybody else as well.
        if not client.is_hidden:
            self.holding_back.note_refusal(_call_of(scope, client))

    def _limit(self, scope: Scope) -> int:
        return MAX_UPLOAD_BYTES if scope["path"] == "/api/uploads" else MAX_JSON_BYTES

    def _refuses(self, scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
        length = headers.get(b"content-length", b"")
        if length:
            if not length.isdigit():
                return MalformedBody()
            if int(length) > self._limit(scope):
                return TooLarge()
        accept = headers.get(b"accept", b"*/*")
        if accept.strip() and not _accepts(scope, accept):
            return NotAcceptable()
        has_body = length not in (b"", b"0") or b"transfer-encoding" in headers
        if has_body and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            wanted = _is_form(kind) if scope["path"] == "/api/uploads" else _is_json(kind)
            if not wanted and not scope["path"].startswith(_RAW_BODIES):
                return UnsupportedType()
        return None


_RAW_BODIES = ("/payments/", "/unsubscribe/")
"""Providers' notices and the sandbox's forms come in the type that the provider chose, and what a mail
program sends to end a subscription in the type that RFC 8058 chose."""


async def _refused(_request: Request, error: Exception) -> Response:
    return refusal_response(error if isinstance(error, Refusal) else InternalError())


def _title_of(request: Request) -> TitleOf:
    """Looks titles up in the schemas of the call that was made."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return lambda _path: None

    def found(path: Sequence[object]) -> str | None:
        place, *below = path
        if place == "body" and route.body_field is not None:
            return title_in(route.body_field.field_info.annotation, below)
        asked = (one for one in route.dependant.query_params if [one.alias] == below)
        return next((one.field_info.title for one in asked), None)

    return found


async def _invalid(request: Request, error: Exception) -> Response:
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    if any(one["type"] == "json_invalid" for one in errors):
        return refusal_response(MalformedBody())
    return refusal_response(InvalidFields(fields=fields_of(errors, _title_of(request))))


def _allowed(request: Request) -> list[str]:
    """The methods of a path. The framework names only those of the first route that has it."""
    routes = request.app.router.routes
    found = [
        method
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes
        )
    ]
    return ["HEAD", *found] if "GET" in found else found


async def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    by_status: dict[int, type[Refusal]] = {
        400: MalformedBody,
        404: NotFound,
        405: MethodNotAllowed,
        406: NotAcceptable,
        413: TooLarge,
        415: UnsupportedType,
    }
    refusal = by_status.get(status, InternalError)()
    if isinstance(error, HTTPException) and error.headers:
        refusal.headers.update(error.headers)
    if status == 405:
        refusal.headers["Allow"] = ", ".join(_allowed(request))
    return refusal_response(refusal)


def _is_asker(error: asyncpg.ForeignKeyViolationError) -> bool:
    """Whether the row's customer is not there: no call writes another customer's id than the asker's."""
    return (error.constraint_name or "").endswith("_customer_id")


async def _database(_request: Request, error: Exception) -> Response:
    """Turns what the database says into what the shopper can use; the log has the rest."""
    if isinstance(error, (asyncpg.DataError, asyncpg.exceptions.CharacterNotInRepertoireError)):
        log.warning("input_refused_by_database", error=str(error))
        return refusal_response(InvalidFields())
    if isinstance(error, asyncpg.ForeignKeyViolationError) and _is_asker(error):
        return refusal_response(Unauthorized())
    log.error("database_failed", exc_info=error)
    return refusal_response(NotReady())


def install(app: FastAPI, headers: Headers = EVERYWHERE) -> None:
    """Gives an application the frame and the envelope for every error."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(asyncpg.PostgresError, _database)
    app.add_exception_handler(asyncpg.InterfaceError, _database)
    # What the driver says of a connection that the database ended at this very moment.
    app.add_exception_handler(asyncpg.InternalClientError, _database)
    app.add_exception_handler(ConnectionError, _database)
    app.add_exception_handler(TimeoutError, _database)
    app.add_middleware(Frame, headers=headers)
