"""Who is asking: the bearer token of a signed-in customer.

Tokens are signed here and issued by sign-in; every feature that is a customer's own asks for
`Customer` and scopes its queries with it.
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

ISSUER = "stallage"
ALGORITHM = "HS256"
LEEWAY_SECONDS = 5


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What an access token says."""

    customer_id: int
    family: str
    """The sign-in that it came from; see the sign-in feature."""
    expires_at: datetime


def sign(
    secret: bytes,
    customer_id: int,
    family: str,
    lives_seconds: int,
    issued_at: datetime | None = None,
) -> str:
    """An access token for a customer, issued now unless an earlier answer is to be given again."""
    now = issued_at or clock.now()
    return jwt.encode(
        {
            "iss": ISSUER,
            "sub": str(customer_id),
            "fam": family,
            "iat": now,
            "nbf": now,
            "exp": now + timedelta(seconds=lives_seconds),
        },
        secret,
        algorithm=ALGORITHM,
    )


class TokenRefused(Exception):
    """The token is not one of ours, or tampered with, or not valid yet."""


@lru_cache(maxsize=4096)
def _claims(secret: bytes, token: str) -> dict[str, Any]:
    """What a token says, its signature checked: the same for ever, so it is checked once."""
    claims: dict[str, Any] = jwt.decode(
        token,
        secret,
        algorithms=[ALGORITHM],
        issuer=ISSUER,
        options={
            "require": ["iss", "sub", "fam", "iat", "nbf", "exp"],
            # The clock of this package decides, so that a test can move it.
            "verify_exp": False,
            "verify_nbf": False,
            "verify_iat": False,
        },
    )
    return claims


def _believed(secrets: Sequence[bytes], token: str) -> dict[str, Any]:
    """What a token says that one of the secrets signed. Raises PyJWTError."""
    for former in secrets[:-1]:
        try:
            return _claims(former, token)
        except jwt.InvalidSignatureError:
            continue
    return _claims(secrets[-1], token)


def read(secrets: Sequence[bytes], token: str) -> AccessToken:
    """Checks signature and form, not the expiry: renewal needs to read expired ones.

    Every one of `secrets` is believed, so that a new one signs nobody out. Raises TokenRefused.
    """
    try:
        claims = _believed(secrets, token)
        customer_id, not_before = int(claims["sub"]), int(claims["nbf"])
        expires_at = datetime.fromtimestamp(int(claims["exp"]), tz=clock.now().tzinfo)
        family = str(claims["fam"])
    except (jwt.PyJWTError, ValueError, TypeError, OverflowError, OSError) as error:
        raise TokenRefused from error
    if not_before > clock.now().timestamp() + LEEWAY_SECONDS:
        raise TokenRefused
    return AccessToken(customer_id, family, expires_at)


def _token_of(request: HTTPConnection) -> AccessToken | None:
    """What the token of a request says; None where it has none. Raises Unauthorized."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not given or scheme.lower() != "bearer":
        return None
    runtime = request.app.state.runtime
    try:
        token = read(runtime.secrets, given)
    except TokenRefused as error:
        security_log.record("access_token_refused")
        raise Unauthorized from error
    if token.expires_at <= clock.now() or token.family in runtime.ended:
        raise Unauthorized
    return token


class _Bearer(SecurityBase):
    """How the document names it. What asks reads the header itself: a step less for every request."""

    def __init__(self) -> None:
        self.model = BearerModel(description="The access token of a sign-in.")
        self.scheme_name = "customer"


class _SignedIn(_Bearer):
    async def __call__(self, request: HTTPConnection) -> AccessToken:
        token = _token_of(request)
        if token is None:
            raise Unauthorized
        return token


class _Customer(_Bearer):
    async def __call__(self, request: HTTPConnection) -> int:
        token = _token_of(request)
        if token is None:
            raise Unauthorized
        return token.customer_id


class _CustomerOrGuest(_Bearer):
    async def __call__(self, request: HTTPConnection) -> int | None:
        token = _token_of(request)
        return None if token is None else token.customer_id


SignedIn = Annotated[AccessToken, Security(_SignedIn())]
"""What the token of the signed-in customer says; a guest is refused with 401."""

Customer = Annotated[int, Security(_Customer())]
"""The signed-in customer's id; a guest is refused with 401."""

CustomerOrGuest = Annotated[int | None, Security(_CustomerOrGuest())]
"""The signed-in customer's id, or None for a guest. A bad token is refused all the same."""

FOR_GUESTS_TOO: dict[str, Any] = {"security": [{}]}
"""`openapi_extra` of a call with `CustomerOrGuest`: says that the bearer may be left out."""
