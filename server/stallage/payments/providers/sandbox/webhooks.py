"""Sign and verify the sandbox's webhook events."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Any

import orjson

from stallage.core import clock
from stallage.payments.drafts import WebhookEvent
from stallage.payments.errors import InvalidSignature
from stallage.payments.rules.decisions import Outcome

HEADER = "sandbox-signature"
TOLERANCE_SECONDS = 300
_FORM = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")
_OUTCOMES: dict[str, Outcome] = {"payment.paid": "paid", "payment.declined": "failed"}


def key_of(secret: bytes) -> bytes:
    """Derive the signing key from the shop's secret."""
    return hmac.new(secret, b"sandbox-webhooks", hashlib.sha256).digest()


def _mac(secret: bytes, moment: str, body: bytes) -> str:
    return hmac.new(key_of(secret), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def sign(secret: bytes, body: bytes) -> str:
    """Return the signature header for a body that is sent now."""
    moment = str(int(clock.now().timestamp()))
    return f"t={moment},v1={_mac(secret, moment, body)}"


def body_of(event_id: str, session: str, kind: str) -> bytes:
    """Serialise an event."""
    return orjson.dumps({"id": event_id, "type": kind, "session": session})


def read(secret: bytes, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Verify the signature over the raw body, then parse it. Raises InvalidSignature."""
    match = _FORM.fullmatch(headers.get(HEADER, ""))
    if match is None or not hmac.compare_digest(match[2], _mac(secret, match[1], body)):
        raise InvalidSignature
    if abs(clock.now().timestamp() - int(match[1])) > TOLERANCE_SECONDS:
        raise InvalidSignature
    event: dict[str, Any] = orjson.loads(body)
    return WebhookEvent(
        event_id=event["id"],
        session=event["session"],
        outcome=_OUTCOMES.get(event["type"], "open"),
        body=event,
    )
