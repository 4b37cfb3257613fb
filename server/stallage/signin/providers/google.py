"""Google sign-in: verifies the code or token that the browser received from Google.

ID tokens are verified locally: signature, audience, issuer and times. An access token is accepted only if
Google confirms that it was issued for the shop's client id. Never call this while a transaction is open.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import jwt
import structlog
from pydantic import BaseModel, ValidationError

from stallage.core import clock
from stallage.core.leeway import has_expired
from stallage.core.runtime import Runtime
from stallage.signin.errors import GoogleNotEnabled, GoogleRefused, GoogleUnreachable

log = structlog.get_logger(__name__)

ISSUERS = ("https://accounts.google.com", "accounts.google.com")
LEEWAY = timedelta(seconds=30)
KEYS_SECONDS = 3600
MAX_KEYS_SECONDS = 86_400
RETRY_KEYS_SECONDS = 60
"""Minimum interval between fetches of the keys because of an unknown key id."""


class GoogleAccount(BaseModel):
    """A Google account, as described by a verified token."""

    sub: str
    email: str | None = None
    email_verified: bool = False
    hd: str | None = None
    """The Google Workspace domain of the account."""
    exp: int = 0
    given_name: str | None = None
    family_name: str | None = None

    @property
    def is_authoritative(self) -> bool:
        """Whether Google runs the mailbox, so that the account verifies the address.

        Any other mailbox may belong to somebody else by now. Source:
        developers.google.com/identity/gsi/web/guides/verify-google-id-token
        """
        is_gmail = (self.email or "").lower().endswith("@gmail.com")
        return self.email_verified and (is_gmail or bool(self.hd))


class _IdToken(GoogleAccount):
    iss: str
    aud: str
    exp: int
    iat: int
    nonce: str | None = None


class _AccessToken(GoogleAccount):
    aud: str
    exp: int


@dataclass
class Keys:
    """Google's public keys, cached as long as Google's response allows."""

    by_id: dict[str, jwt.PyJWK] = field(default_factory=dict)
    fetched_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    max_age_seconds: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, runtime: Runtime, key_id: str) -> jwt.PyJWK:
        """Return the key with an id. Raises GoogleUnreachable, GoogleRefused."""
        async with self.lock:
            age = (clock.now() - self.fetched_at).total_seconds()
            is_stale = age > self.max_age_seconds
            if is_stale or (key_id not in self.by_id and age > RETRY_KEYS_SECONDS):
                await self._fetch(runtime)
        try:
            return self.by_id[key_id]
        except KeyError as error:
            raise GoogleRefused from error

    async def _fetch(self, runtime: Runtime) -> None:
        response = await _call(runtime, "GET", runtime.settings.google_certs_url)
        keys = {}
        try:
            for one in response.json()["keys"]:
                if one.get("kty") == "RSA" and one.get("use", "sig") == "sig":
                    key = jwt.PyJWK(one, algorithm="RS256")
                    keys[str(one["kid"])] = key
        except (ValueError, KeyError, TypeError, AttributeError, jwt.PyJWTError) as error:
            raise GoogleUnreachable from error
        max_age = re.search(r"max-age=(\d{1,9})", response.headers.get("cache-control", ""))
        self.by_id = keys
        self.fetched_at = clock.now()
        self.max_age_seconds = min(int(max_age[1]) if max_age else KEYS_SECONDS, MAX_KEYS_SECONDS)


def _client_id(runtime: Runtime) -> str:
    client_id = runtime.settings.google_client_id
    if not client_id:
        raise GoogleNotEnabled
    return client_id


async def account_of_code(runtime: Runtime, code: str, nonce: str | None = None) -> GoogleAccount:
    """Exchange a code of the popup for an ID token and verify it."""
    settings = runtime.settings
    response = await _call(
        runtime,
        "POST",
        settings.google_token_url,
        data={
            "code": code,
            "client_id": _client_id(runtime),
            "client_secret": settings.google_client_secret.get_secret_value(),
            "redirect_uri": settings.google_redirect_uri,
            "grant_type": "authorization_code",
        },
    )
    try:
        token = response.json()["id_token"]
    except (ValueError, KeyError, TypeError) as error:
        raise GoogleRefused from error
    return await account_of_credential(runtime, str(token), nonce)


async def account_of_credential(
    runtime: Runtime, credential: str, nonce: str | None = None
) -> GoogleAccount:
    """Verify an ID token: signature, audience, issuer, times and nonce."""
    client_id = _client_id(runtime)
    try:
        header = jwt.get_unverified_header(credential)
        key_id = header["kid"]
    except (jwt.PyJWTError, KeyError, ValueError) as error:
        raise GoogleRefused from error
    keys: Keys = runtime.services.setdefault("signin", Keys())
    key = await keys.find(runtime, str(key_id))
    try:
        claims = jwt.decode(
            credential,
            key,
            algorithms=["RS256"],
            audience=client_id,
            # The times are checked below, with the shop's clock.
            options={"verify_exp": False, "verify_iat": False, "verify_nbf": False},
        )
        token = _IdToken.model_validate(claims)
    except (jwt.PyJWTError, ValidationError) as error:
        log.info("google_id_token_refused", reason=type(error).__name__)
        raise GoogleRefused from error
    now = clock.now()
    if token.aud != client_id or token.iss not in ISSUERS:
        raise GoogleRefused
    if (token.nonce or "") != (nonce or ""):
        raise GoogleRefused
    if token.exp <= (now - LEEWAY).timestamp() or token.iat > (now + LEEWAY).timestamp():
        raise GoogleRefused
    return token


async def account_of_access_token(runtime: Runtime, access_token: str) -> GoogleAccount:
    """Ask Google for the account of an access token; accept only tokens issued for the shop."""
    client_id = _client_id(runtime)
    response = await _call(
        runtime,
        "POST",
        runtime.settings.google_tokeninfo_url,
        data={"access_token": access_token},
    )
    try:
        token = _AccessToken.model_validate(response.json())
    except ValueError as error:
        raise GoogleRefused from error
    if token.aud != client_id or has_expired(token.exp, clock.now().timestamp()):
        raise GoogleRefused
    return token


async def _call(
    runtime: Runtime, method: str, url: str, data: dict[str, Any] | None = None
) -> httpx.Response:
    try:
        response = await runtime.http_client.request(method, url, data=data)
    except httpx.HTTPError as error:
        log.warning("google_unreachable", url=url, error=repr(error))
        raise GoogleUnreachable from error
    if response.status_code >= 500:
        log.warning("google_unreachable", url=url, status=response.status_code)
        raise GoogleUnreachable
    if response.status_code >= 400:
        log.info("google_refused", url=url, status=response.status_code)
        raise GoogleRefused
    return response
