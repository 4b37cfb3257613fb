"""How the sandbox signs what it tells the shop, and how the shop checks it."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Any

import orjson

from stallage.core import clock
from stallage.payments.providers.port import InvalidSignature, WebhookEvent
from stallage.payments.rules import Outcome

HEADER = "sandbox-signature"
TOLERANCE_SECONDS = 300
_FORM = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")
_OUTCOMES: dict[str, Outcome] = {"payment.paid": "paid", "payment.declined": "failed"}


def key_of(secret: bytes) -> bytes:
    """The secret that sandbox and shop share."""
    return hmac.new(secret, b"sandbox-notices", hashlib.sha256).digest()


def _mac(secret: bytes, moment: str, body: bytes) -> str:
    return hmac.new(key_of(secret), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def sign(secret: bytes, body: bytes) -> str:
    """The value of the signature header for a body sent now."""
    moment = str(int(clock.now().timestamp()))
    return f"t={moment},v1={_mac(secret, moment, body)}"


def body_of(notice_id: str, session: str, kind: str) -> bytes:
    """A notice as it travels."""
    return orjson.dumps({"id": notice_id, "type": kind, "session": session})


def read(secret: bytes, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Checks the signature over the raw body before anything in it is looked at.

    Raises InvalidSignature.
    """
    match = _FORM.fullmatch(headers.get(HEADER, ""))
    if match is None or not hmac.compare_digest(match[2], _mac(secret, match[1], body)):
        raise InvalidSignature
    if abs(clock.now().timestamp() - int(match[1])) > TOLERANCE_SECONDS:
        raise InvalidSignature
    said: dict[str, Any] = orjson.loads(body)
    return WebhookEvent(
        notice_id=said["id"],
        session=said["session"],
        outcome=_OUTCOMES.get(said["type"], "open"),
        body=said,
    )
