"""Cookies of sessions, and work that several routes of signing in share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi import Request, Response

from stallage.core.concurrency_limits import ConcurrencyLimit
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.runtime import Runtime, runtime_of
from stallage.operators.drafts import SignIn
from stallage.operators.errors import OperatorUnauthorized, PasskeysUnavailable
from stallage.operators.queries import principal_of_session
from stallage.operators.queries.accounts import session_of
from stallage.operators.rules.passkeys import PasskeyOrigin, passkey_origin
from stallage.operators.rules.passwords import password_problem
from stallage.operators.rules.sessions import (
    ABSOLUTE,
    KNOWN_CLIENT,
    cookie_name,
    csrf_token,
    device_cookie_name,
)
from stallage.operators.schemas.session import Session

P = ParamSpec("P")
T = TypeVar("T")

HASHING_SLOTS = 2
"""Passwords that are hashed at once, so that guessing them does not slow the shop down."""


async def in_thread(
    runtime: Runtime, work: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> T:
    """Run work that takes tens of milliseconds in a thread. Raises NotReady if too many wait."""
    limit = runtime.services.setdefault("operators", ConcurrencyLimit(HASHING_SLOTS))
    async with limit.slot():
        return await asyncio.to_thread(work, *arguments, **named)


def set_cookies(request: Request, response: Response, token: str, device: str | None) -> None:
    """Set the session cookie, and the one that marks a known browser."""
    public_url = runtime_of(request).settings.public_url
    is_secure = public_url.startswith("https:")
    for name, value, lifetime in (
        (cookie_name(public_url), token, ABSOLUTE),
        (device_cookie_name(public_url), device, KNOWN_CLIENT),
    ):
        if value is not None:
            response.set_cookie(
                name,
                value,
                max_age=int(lifetime.total_seconds()),
                path="/",
                secure=is_secure,
                httponly=True,
                samesite="lax",
            )


def delete_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie. The browser stays known."""
    public_url = runtime_of(request).settings.public_url
    response.delete_cookie(
        cookie_name(public_url),
        path="/",
        secure=public_url.startswith("https:"),
        httponly=True,
        samesite="lax",
    )


def session_cookie(request: Request) -> str:
    """Return the value of the session cookie; empty without one."""
    return request.cookies.get(cookie_name(runtime_of(request).settings.public_url), "")


async def new_session(connection: Connection, runtime: Runtime, signed_in: SignIn) -> Session:
    """Return the session that has just been opened."""
    principal = await principal_of_session(connection, signed_in.token)
    if principal is None:
        raise OperatorUnauthorized
    return await session_of(connection, principal, csrf_token(runtime.secret, signed_in.token))


def require_passkeys(runtime: Runtime) -> PasskeyOrigin:
    """Return where passkeys are valid. Raises PasskeysUnavailable."""
    origin = passkey_origin(runtime.settings.public_url)
    if origin is None:
        raise PasskeysUnavailable
    return origin


def check_password(password: str, name: str, email: str) -> None:
    """Raise InvalidFields for a password that is too short or too easy to guess."""
    problem = password_problem(password, name, email)
    if problem is not None:
        raise InvalidFields(fields={"password": [problem]})
