"""Reads what Razorpay signs: notices, and what its checkout sends back with the shopper."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

import orjson
import razorpay

from stallage.payments.providers.port import InvalidSignature, WebhookEvent
from stallage.payments.rules import Outcome

SIGNATURE = "x-razorpay-signature"
EVENT_ID = "x-razorpay-event-id"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

_OUTCOMES: dict[str, Outcome] = {
    "order.paid": "paid",
    "payment.captured": "paid",
    # The checkout stays open: another card may be tried for the same order.
    "payment.failed": "declined",
}


def is_signed(secret: str, text: str, signature: str) -> bool:
    """Whether Razorpay's client takes a signature for one over the text with the secret."""
    try:
        return bool(razorpay.Utility().verify_webhook_signature(text, signature, secret))
    except (razorpay.errors.SignatureVerificationError, TypeError):
        # TypeError: a signature with letters outside of ASCII cannot be compared at all.
        return False


def _entity(event: Mapping[str, Any], name: str) -> dict[str, Any]:
    entity: dict[str, Any] = event.get("payload", {}).get(name, {}).get("entity") or {}
    return entity


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def read(secret: str, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Checks the signature over the raw body before anything in it is looked at.

    The event's id comes in a header that is not signed; a notice without a proper one is known by its
    body. Raises InvalidSignature.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise InvalidSignature from error
    if not is_signed(secret, text, headers.get(SIGNATURE, "")):
        raise InvalidSignature
    event: dict[str, Any] = orjson.loads(body)
    kind: str = event["event"]
    payment, order = _entity(event, "payment"), _entity(event, "order")
    refund = _entity(event, "refund")
    given = headers.get(EVENT_ID, "")
    # A payment whose payer bears the fee is of more than its order.
    alone = None if payment.get("fee_bearer") == "customer" else payment.get("amount")
    amount = order.get("amount_paid", alone)
    return WebhookEvent(
        notice_id=given if _ID.fullmatch(given) else hashlib.sha256(body).hexdigest(),
        outcome=_OUTCOMES.get(kind, "open"),
        session=_text(order.get("id")) or _text(payment.get("order_id")),
        attempt=_text(order.get("receipt")),
        failed_refund=_text(refund.get("receipt")) if kind == "refund.failed" else None,
        amount=amount if isinstance(amount, int) else None,
        currency=_text(order.get("currency")) or _text(payment.get("currency")),
        body={
            "type": kind,
            "created": event.get("created_at"),
            "object": refund.get("id") or payment.get("id") or order.get("id"),
        },
    )
