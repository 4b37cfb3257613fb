"""Signed tokens that prove that a guest received a code at a contact."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

from stallage.core.leeway import has_expired
from stallage.signin.rules import Contact

VALID_FOR = timedelta(hours=2)
"""Long enough to complete a checkout."""


def _sign(secret: bytes, contact: str, expires: int) -> str:
    text = f"contact-proof\n{contact}\n{expires}".encode()
    digest = hmac.new(secret, text, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def create_proof(secret: bytes, contact: Contact, now: datetime) -> str:
    """A token for a contact whose code was just verified."""
    expires = int((now + VALID_FOR).timestamp())
    return f"{expires}.{_sign(secret, contact.canonical, expires)}"


def is_proven(secrets: Sequence[bytes], contact: Contact, token: str | None, now: datetime) -> bool:
    """Whether a token proves this contact. `secrets` are all whose signatures are accepted."""
    expires, _, signature = (token or "").partition(".")
    if not (expires.isascii() and expires.isdigit() and len(expires) <= 12):
        return False
    if not signature.isascii() or has_expired(int(expires), now.timestamp()):
        return False
    return any(
        hmac.compare_digest(signature, _sign(secret, contact.canonical, int(expires)))
        for secret in secrets
    )
