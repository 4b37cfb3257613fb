"""Sign and verify the sandbox's webhook events."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Any

import orjson

from stallage.core import clock
from stallage.payments.drafts import DisputeReport, WebhookEvent
from stallage.payments.errors import InvalidSignature
from stallage.payments.rules.decisions import Outcome
from stallage.payments.rules.disputes import DisputeState, Funds

HEADER = "sandbox-signature"
TOLERANCE_SECONDS = 300
_FORM = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")
_OUTCOMES: dict[str, Outcome] = {"payment.paid": "paid", "payment.declined": "failed"}
_DISPUTES: dict[str, tuple[DisputeState, Funds | None]] = {
    "dispute.opened": ("open", "withdrawn"),
    "dispute.won": ("won", "returned"),
    "dispute.lost": ("lost", "withdrawn"),
}


def key_of(secret: bytes) -> bytes:
    """Derive the signing key from the shop's secret."""
    return hmac.new(secret, b"sandbox-webhooks", hashlib.sha256).digest()


def _mac(secret: bytes, moment: str, body: bytes) -> str:
    return hmac.new(key_of(secret), moment.encode() + b"." + body, hashlib.sha256).hexdigest()


def sign(secret: bytes, body: bytes) -> str:
    """Return the signature header for a body that is sent now."""
    moment = str(int(clock.now().timestamp()))
    return f"t={moment},v1={_mac(secret, moment, body)}"


def body_of(event_id: str, session: str, kind: str, **facts: object) -> bytes:
    """Serialise an event.

    `facts` are the `amount` and `currency` of a payment or dispute, or the `refund` that failed.
    """
    return orjson.dumps({"id": event_id, "type": kind, "session": session, **facts})


def _dispute(event: Mapping[str, Any]) -> DisputeReport | None:
    if event["type"] not in _DISPUTES:
        return None
    state, funds = _DISPUTES[event["type"]]
    return DisputeReport(
        reference=f"dp_{event['session']}",
        payment=None,
        state=state,
        funds=funds,
        amount=int(event["amount"]),
        currency=str(event["currency"]),
        reason="general",
        respond_by=None,
    )


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
        failed_refund=event.get("refund") if event["type"] == "refund.failed" else None,
        amount=event.get("amount"),
        currency=event.get("currency"),
        dispute=_dispute(event),
        body=event,
    )
