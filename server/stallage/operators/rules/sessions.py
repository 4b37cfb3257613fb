"""Lifetimes of operators' sessions, and the CSRF token of a session."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

ABSOLUTE = timedelta(hours=12)
"""A session ends after this time, also if it is in use."""
IDLE = timedelta(hours=1)
"""A session ends after this time without a request."""
TOUCH = timedelta(minutes=1)
"""The last use of a session or token is stored at most this often."""
STEP_UP = timedelta(minutes=10)
"""How long a proof of identity counts for dangerous actions."""

COOKIE = "stallage_operator"
SECURE_COOKIE = "__Host-stallage_operator"
"""The prefix makes browsers refuse the cookie from other hosts and without TLS."""
CSRF_HEADER = "X-CSRF-Token"
TOKEN_PREFIX = "sta_"  # noqa: S105 - marks access tokens, so that scanners find leaked ones


def cookie_name(public_url: str) -> str:
    """Return the name of the session cookie of a shop at this URL."""
    return SECURE_COOKIE if public_url.startswith("https:") else COOKIE


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
    """Whether a session may do dangerous things without another proof of identity."""
    return verified_at is not None and now - verified_at < STEP_UP
