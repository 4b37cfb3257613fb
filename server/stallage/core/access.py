"""Access tokens: the bearer token of a signed-in customer.

Tokens are signed here and issued by sign-in. Routes that serve a customer's own data depend on
`CustomerId` and scope their queries with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Annotated, Any

import jwt
from fastapi import Security
from fastapi.openapi.models import HTTPBearer as BearerModel
from fastapi.security.base import SecurityBase
from starlette.requests import HTTPConnection

from stallage.core import clock, security_log
from stallage.core.errors import Unauthorized
from stallage.core.leeway import has_expired, is_future
from stallage.core.runtime import runtime_of

ISSUER = "stallage"
ALGORITHM = "HS256"


@dataclass(frozen=True, slots=True)
class AccessToken:
    """The claims of an access token."""

    customer_id: int
    family: str
    """Identifies the sign-in that the token was issued for; refreshed tokens share it."""
    expires_at: datetime


def sign(
    secret: bytes,
    customer_id: int,
    family: str,
    lifetime_seconds: int,
    issued_at: datetime | None = None,
) -> str:
    """Return an access token for a customer.

    `issued_at` repeats an earlier response with the same token; the default is now.
    """
    now = issued_at or clock.now()
    return jwt.encode(
        {
            "iss": ISSUER,
            "sub": str(customer_id),
            "fam": family,
            "iat": now,
            "nbf": now,
            "exp": now + timedelta(seconds=lifetime_seconds),
        },
        secret,
        algorithm=ALGORITHM,
    )


class InvalidToken(Exception):
    """The token is malformed, signed with another key, or not valid yet."""


@lru_cache(maxsize=4096)
def _claims(secret: bytes, token: str) -> dict[str, Any]:
    """Return a token's claims after checking its signature, which never changes. Raises PyJWTError."""
    claims: dict[str, Any] = jwt.decode(
        token,
        secret,
        algorithms=[ALGORITHM],
        issuer=ISSUER,
        options={
            "require": ["iss", "sub", "fam", "iat", "nbf", "exp"],
            # Checked by `read` against this package's clock, which tests can move.
            "verify_exp": False,
            "verify_nbf": False,
            "verify_iat": False,
        },
    )
    return claims


def _verify(secrets: Sequence[bytes], token: str) -> dict[str, Any]:
    """Return the claims of a token that any of the secrets signed. Raises PyJWTError."""
    for secret in secrets[:-1]:
        try:
            return _claims(secret, token)
        except jwt.InvalidSignatureError:
            continue
    return _claims(secrets[-1], token)


def read(secrets: Sequence[bytes], token: str) -> AccessToken:
    """Check a token's signature and claims, but not its expiry: a refresh reads expired tokens.

    Any of `secrets` is accepted, so that a new secret signs nobody out. Raises InvalidToken.
    """
    try:
        claims = _verify(secrets, token)
        customer_id, not_before = int(claims["sub"]), int(claims["nbf"])
        expires_at = datetime.fromtimestamp(int(claims["exp"]), tz=clock.now().tzinfo)
        family = str(claims["fam"])
    except (jwt.PyJWTError, ValueError, TypeError, OverflowError, OSError) as error:
        raise InvalidToken from error
    if is_future(not_before, clock.now().timestamp()):
        raise InvalidToken
    return AccessToken(customer_id, family, expires_at)


def _read_bearer(request: HTTPConnection) -> AccessToken | None:
    """Return the bearer token of a request, or None if it has none. Raises Unauthorized."""
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    if not encoded or scheme.lower() != "bearer":
        return None
    runtime = runtime_of(request)
    try:
        token = read(runtime.secrets, encoded)
    except InvalidToken as error:
        security_log.record("access_token_refused")
        raise Unauthorized from error
    has_ended = token.family in runtime.revoked_sessions
    if has_ended or has_expired(token.expires_at.timestamp(), clock.now().timestamp()):
        raise Unauthorized
    return token


class _Bearer(SecurityBase):
    """The security scheme in the OpenAPI document.

    Subclasses read the header themselves, which saves every request a dependency.
    """

    def __init__(self) -> None:
        self.model = BearerModel(description="The access token of a sign-in.")
        self.scheme_name = "customer"


class _CurrentToken(_Bearer):
    async def __call__(self, request: HTTPConnection) -> AccessToken:
        token = _read_bearer(request)
        if token is None:
            raise Unauthorized
        return token


class _CustomerId(_Bearer):
    async def __call__(self, request: HTTPConnection) -> int:
        token = _read_bearer(request)
        if token is None:
            raise Unauthorized
        return token.customer_id


class _OptionalCustomerId(_Bearer):
    async def __call__(self, request: HTTPConnection) -> int | None:
        token = _read_bearer(request)
        return None if token is None else token.customer_id


CurrentToken = Annotated[AccessToken, Security(_CurrentToken())]
"""The signed-in customer's access token. Guests get a 401."""

CustomerId = Annotated[int, Security(_CustomerId())]
"""The signed-in customer's id. Guests get a 401."""

OptionalCustomerId = Annotated[int | None, Security(_OptionalCustomerId())]
"""The signed-in customer's id, or None for a guest. An invalid token still gets a 401."""

OPTIONAL_AUTH: dict[str, Any] = {"security": [{}]}
"""`openapi_extra` of a route with `OptionalCustomerId`: documents that the token is optional."""
