"""Codes of authenticator apps (TOTP, RFC 6238), and recovery codes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from datetime import datetime

import pyotp

STEP_SECONDS = 30
WINDOW = 1
"""Steps before and after the current one whose codes are accepted, for clocks that differ."""
RECOVERY_CODES = 10


def generate_secret() -> str:
    """Return a new secret of an authenticator app, in base32."""
    return pyotp.random_base32()


def setup_uri(secret: str, email: str, shop: str) -> str:
    """Return the URL that authenticator apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=shop)


def clean_code(text: str) -> str:
    """Return a typed code without spaces and dashes, in lower case."""
    return re.sub(r"[\s-]+", "", text).lower()


def accepted_step(secret: str, code: str, now: datetime, last_step: int | None) -> int | None:
    """Return the time step that a code belongs to, or None if it is wrong or was used before.

    `last_step` is that of the last accepted code: no code up to it is accepted again.
    """
    if not re.fullmatch(r"[0-9]{6}", code):
        return None
    current = int(now.timestamp()) // STEP_SECONDS
    found = None
    for step in range(current - WINDOW, current + WINDOW + 1):
        expected = pyotp.TOTP(secret).at(step * STEP_SECONDS)
        # Compares with every step, so that the time taken does not tell which one matched.
        if hmac.compare_digest(expected, code) and (last_step is None or step > last_step):
            found = step
    return found


def generate_recovery_codes() -> list[str]:
    """Return new recovery codes of 80 random bits each, such as `k3vd-72qp-mmxr-w5ua`."""
    codes = []
    for _ in range(RECOVERY_CODES):
        text = base64.b32encode(secrets.token_bytes(10)).decode().lower()
        codes.append("-".join(text[index : index + 4] for index in range(0, 16, 4)))
    return codes


def hash_recovery_code(code: str) -> bytes:
    """Return what is stored of a recovery code. Its 80 random bits need no slow hash."""
    return hashlib.blake2b(clean_code(code).encode(), digest_size=32, person=b"recovery").digest()
