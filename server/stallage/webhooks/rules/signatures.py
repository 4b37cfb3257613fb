"""Signatures of webhooks, as the open specification Standard Webhooks defines them.

The receiver computes HMAC-SHA256 over `id.timestamp.body` with the endpoint's secret and compares it with
the header `webhook-signature`. Source: standardwebhooks.com.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence
from datetime import timedelta

SECRET_PREFIX = "whsec_"  # noqa: S105 - marks secrets of webhooks
SECRET_BYTES = 32
ROTATION = timedelta(hours=24)
"""How long messages are signed with the previous secret too."""


def secret_text(secret: bytes) -> str:
    """Return a secret as shown to operators and as libraries read it."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def sign(secrets: Sequence[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """Return the header `webhook-signature`: one signature for each secret."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    signatures = (base64.b64encode(hmac.digest(secret, signed, "sha256")) for secret in secrets)
    return " ".join(f"v1,{signature.decode()}" for signature in signatures)


def verify(
    secrets: Sequence[bytes], message_id: str, timestamp: int, body: bytes, header: str
) -> bool:
    """Whether a header has a valid signature; what a receiver does."""
    expected = sign(secrets, message_id, timestamp, body).split()
    return any(hmac.compare_digest(one, sent) for one in expected for sent in header.split())
