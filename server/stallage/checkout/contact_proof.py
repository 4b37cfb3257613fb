"""A guest's proof that a contact is theirs: a signed token, given for a code that went there."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import timedelta

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.signin.rules import Contact

LIVES = timedelta(hours=2)


def _mark(secret: bytes, contact: str, expires: int) -> str:
    text = f"contact-proof\n{contact}\n{expires}".encode()
    digest = hmac.new(secret, text, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def proof_of(runtime: Runtime, contact: Contact) -> str:
    """A token for a contact that has just been proven; it is good for a checkout that takes its time."""
    expires = int((clock.now() + LIVES).timestamp())
    return f"{expires}.{_mark(runtime.secret, contact.canonical, expires)}"


def is_proven(runtime: Runtime, contact: Contact, token: str | None) -> bool:
    """Whether a token proves this contact now."""
    expires, _, mark = (token or "").partition(".")
    if not (expires.isascii() and expires.isdigit() and len(expires) <= 12 and mark.isascii()):
        return False
    if int(expires) <= clock.now().timestamp():
        return False
    return any(
        hmac.compare_digest(mark, _mark(secret, contact.canonical, int(expires)))
        for secret in runtime.secrets
    )
