"""How far a visitor's own writes have brought the database, so that no replica shows less than that.

A position is PostgreSQL's place in its log (LSN), written with 16 hexadecimal digits, so that texts compare
like numbers. The visitor carries it: browsers in cookies, other clients in a header. Nothing secret depends
on it, and whoever forges it only reads older data than need be. A request without a valid one is read from
the primary, so a client that knows nothing of this is always right.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"data-position"
COOKIE = "stallage_position_"
"""The position is part of the cookie's name, so that two responses that overtake each other both count."""
UNKNOWN = "unknown"
"""Stands for a position that the database could not tell."""

COOKIE_SECONDS = 30 * 24 * 60 * 60
UNKNOWN_SECONDS = 60
"""Longer than a replica may be behind, which then has what was written at an unknown position."""

_COOKIE = re.compile(rb"(?:^|[;\s])stallage_position_([0-9a-f]{16}|unknown)=")
_POSITION = re.compile(rb"[0-9a-f]{16}")

Headers: TypeAlias = list[tuple[bytes, bytes]]


class RequestPositions:
    """The positions of a request, and whether it may have written."""

    def __init__(self, scope: Scope) -> None:
        self._headers: Headers = scope["headers"]
        self.is_read = scope["method"] in ("GET", "HEAD")
        self.may_have_written = False
        self.primary_only = False
        """A replica has failed during this request."""

    @property
    def cookies(self) -> list[bytes]:
        """The texts of the positions that came in cookies."""
        return [
            text
            for name, value in self._headers
            if name == b"cookie"
            for text in _COOKIE.findall(value)
        ]

    @property
    def needed(self) -> int | None:
        """The position that a replica must have reached; None if only the primary will do."""
        texts = self.cookies + [value for name, value in self._headers if name == HEADER]
        if self.primary_only or not self.is_read or not texts:
            return None
        if not all(map(_POSITION.fullmatch, texts)):
            return None
        return int(max(texts), 16)

    def response_headers(self, position: int | None, *, secure: bool) -> Headers:
        """Return headers with the position after this request; None if it is unknown.

        The cookies that the request came with are older, so they are deleted.
        """
        text = UNKNOWN if position is None else f"{position:016x}"
        lifetime = UNKNOWN_SECONDS if position is None else COOKIE_SECONDS
        lifetimes = {one.decode(): 0 for one in self.cookies} | {text: lifetime}
        attributes = "; Path=/; HttpOnly; SameSite=lax" + ("; Secure" if secure else "")
        return [
            (HEADER, text.encode()),
            *(
                (b"set-cookie", f"{COOKIE}{name}=1; Max-Age={seconds}{attributes}".encode())
                for name, seconds in lifetimes.items()
            ),
        ]


_current: ContextVar[RequestPositions | None] = ContextVar("request_positions", default=None)


def current_positions() -> RequestPositions | None:
    """Return the positions of the request that is being handled; None outside of requests."""
    return _current.get()


@contextmanager
def _positions_of(scope: Scope) -> Iterator[RequestPositions]:
    outer = _current.get()
    positions = RequestPositions(scope)
    token = _current.set(positions)
    try:
        yield positions
    finally:
        _current.reset(token)
        # A page without a script sends a request to the shop's own API.
        if outer is not None and positions.may_have_written:
            outer.may_have_written = True


def _is_public(headers: Headers) -> bool:
    """Whether a shared cache may store a response, which then must not set cookies."""
    return any(name.lower() == b"cache-control" and b"public" in value for name, value in headers)


class PositionMiddleware:
    """Adds the position to each response of a request that may have written."""

    def __init__(
        self, app: ASGIApp, position: Callable[[Scope], Awaitable[int | None]], *, secure: bool
    ) -> None:
        """`position` returns how far the database is, or None if it cannot be asked."""
        self.app = app
        self.position = position
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with _positions_of(scope) as positions:

            async def send_position(message: Message) -> None:
                starts = message["type"] == "http.response.start"
                if starts and positions.may_have_written:
                    headers = [*message.get("headers", ())]
                    if not _is_public(headers):
                        position = await self.position(scope)
                        headers += positions.response_headers(position, secure=self.secure)
                        message["headers"] = headers
                await send(message)

            await self.app(scope, receive, send_position)
