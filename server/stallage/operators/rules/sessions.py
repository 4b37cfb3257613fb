"""Lifetimes of operators' sessions, and the CSRF token of a session."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import datetime, timedelta

from stallage.core.leeway import has_expired

ABSOLUTE = timedelta(hours=12)
"""A session ends after this time, also if it is in use."""
MAX_SESSIONS = 50
MAX_PASSKEYS = 20
MAX_TOKENS = 100
"""Valid ones of an operator."""

IDLE = timedelta(hours=1)
"""A session ends after this time without a request."""
TOUCH = timedelta(minutes=1)
"""The last use of a session or token is stored at most this often."""
STEP_UP = timedelta(minutes=10)
"""How long step-up authentication counts for dangerous actions."""
ROTATION = timedelta(seconds=30)
"""How long requests under way may send the cookie from before a rotation. They can do nothing that needs
recent step-up authentication."""
LINK = timedelta(hours=48)
"""Lifetime of an invitation or reset link."""
FIRST_OWNER = timedelta(hours=24)
"""Lifetime of the link with which the first owner creates their account."""
CHALLENGE = timedelta(minutes=5)
"""Time for the second step of a sign-in, or for a passkey."""
SETUP = timedelta(minutes=30)
"""Time to set up an authenticator app."""
KNOWN_CLIENT = timedelta(days=365)
"""How long a browser or network stays known without a sign-in."""

COOKIE = "stallage_operator"
SECURE_COOKIE = "__Host-stallage_operator"
"""The prefix makes browsers refuse the cookie from other hosts and without TLS."""
DEVICE_COOKIE = "stallage_operator_device"
SECURE_DEVICE_COOKIE = "__Host-stallage_operator_device"
"""Marks a browser that an operator has signed in from. It signs nobody in."""
CSRF_HEADER = "X-CSRF-Token"
TOKEN_PREFIX = "sta_"  # noqa: S105 - marks access tokens, so that scanners find leaked ones


def cookie_name(public_url: str) -> str:
    """Return the name of the session cookie of a shop at this URL."""
    return SECURE_COOKIE if public_url.startswith("https:") else COOKIE


def device_cookie_name(public_url: str) -> str:
    """Return the name of the cookie that marks a known browser."""
    return SECURE_DEVICE_COOKIE if public_url.startswith("https:") else DEVICE_COOKIE


def csrf_token(secret: bytes, session_token: str) -> str:
    """Return the CSRF token of a session. It cannot be computed without the shop's secret."""
    return hmac.digest(secret, b"operator csrf\x00" + session_token.encode(), "sha256").hex()


def is_csrf_token(secrets: tuple[bytes, ...], session_token: str, sent: str) -> bool:
    """Whether a request has the CSRF token of its session."""
    given = hashlib.sha256(sent.encode()).digest()
    return any(
        hmac.compare_digest(
            given, hashlib.sha256(csrf_token(secret, session_token).encode()).digest()
        )
        for secret in secrets
    )


def recently_verified(verified_at: datetime | None, now: datetime) -> bool:
    """Whether a session may do dangerous things without authenticating again."""
    return verified_at is not None and now - verified_at < STEP_UP


def link_token(secret: bytes, nonce: str) -> str:
    """Return the token of a link. The job that mails it holds the nonce, which is useless alone."""
    digest = hmac.digest(secret, b"operator link\x00" + nonce.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def link_url(public_url: str, token: str) -> str:
    """Return the address of a link. The token is in the fragment, which browsers never send."""
    return f"{public_url.rstrip('/')}/backoffice/invitation#{token}"


def client_hash(secret: bytes, kind: str, operator_id: int, value: str) -> bytes:
    """Return a hash that identifies a browser or network for one operator only."""
    text = "\x1f".join(("operator client", kind, str(operator_id), value))
    return hmac.digest(secret, text.encode(), "sha256")


def _first_owner_mac(secret: bytes, expires: str) -> str:
    digest = hmac.digest(secret, b"first owner\x00" + expires.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def first_owner_url(public_url: str, secret: bytes, now: datetime) -> str:
    """Return the address where the first owner creates their account.

    Nothing is stored: the token has its end in it, and an owner who can sign in ends it too.
    """
    expires = f"{int((now + FIRST_OWNER).timestamp()):x}"
    token = f"{expires}.{_first_owner_mac(secret, expires)}"
    return f"{public_url.rstrip('/')}/backoffice/first-owner#{token}"


def is_first_owner_token(secrets: tuple[bytes, ...], token: str, now: datetime) -> bool:
    """Whether the shop has made this token and it has not expired."""
    expires, _, mac = token.partition(".")
    given = hashlib.sha256(mac.encode()).digest()
    is_own = any(
        hmac.compare_digest(
            given, hashlib.sha256(_first_owner_mac(secret, expires).encode()).digest()
        )
        for secret in secrets
    )
    return is_own and not has_expired(int(expires, 16), now.timestamp())
