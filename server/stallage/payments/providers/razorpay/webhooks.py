"""Verify and parse Razorpay's webhook events, and the signatures of its checkout."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
import razorpay

from stallage.payments.drafts import DisputeReport, WebhookEvent
from stallage.payments.errors import InvalidSignature
from stallage.payments.rules.amounts import RAZORPAY, amount_from
from stallage.payments.rules.decisions import Outcome
from stallage.payments.rules.disputes import DisputeState, Funds

SIGNATURE = "x-razorpay-signature"
EVENT_ID = "x-razorpay-event-id"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

_OUTCOMES: dict[str, Outcome] = {
    "order.paid": "paid",
    "payment.captured": "paid",
    # The checkout stays open: the shopper may try another card.
    "payment.failed": "declined",
}


DISPUTES = "payment.dispute."
_STATES: dict[str, DisputeState] = {
    "created": "open",
    "action_required": "open",
    "under_review": "under_review",
    "won": "won",
    "lost": "lost",
    "closed": "closed",
}


def is_signed(secret: str, text: str, signature: str) -> bool:
    """Whether Razorpay's client accepts the signature of a text."""
    try:
        return bool(razorpay.Utility().verify_webhook_signature(text, signature, secret))
    except (razorpay.errors.SignatureVerificationError, TypeError):
        # TypeError: the signature contains characters outside of ASCII.
        return False


def _entity(event: Mapping[str, Any], name: str) -> dict[str, Any]:
    entity: dict[str, Any] = event.get("payload", {}).get(name, {}).get("entity") or {}
    return entity


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _dispute(kind: str, event: Mapping[str, Any]) -> DisputeReport:
    """Read a dispute. Razorpay may withdraw the amount at once, or when the dispute is lost."""
    about = _entity(event, "dispute")
    state = _STATES[kind.removeprefix(DISPUTES)]
    currency = str(about["currency"]).upper()
    is_deducted = bool(about.get("amount_deducted"))
    funds: Funds | None = "withdrawn" if is_deducted or state == "lost" else None
    if state == "won":
        funds = "returned" if is_deducted else None
    respond_by = about.get("respond_by")
    return DisputeReport(
        reference=about["id"],
        payment=_text(about.get("payment_id")),
        state=state,
        funds=funds,
        amount=amount_from(RAZORPAY, int(about["amount"]), currency),
        currency=currency,
        reason=_text(about.get("reason_code")) or "",
        respond_by=datetime.fromtimestamp(respond_by, UTC) if isinstance(respond_by, int) else None,
    )


def read(secret: str, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Verify the signature over the raw body, then parse it. Raises InvalidSignature.

    The event's id is in a header that is not signed. If it is missing or malformed, the hash of the body
    is the id.
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
    event_id = headers.get(EVENT_ID, "")
    # If the payer bears the fee, the amount of the payment is higher than that of the order.
    alone = None if payment.get("fee_bearer") == "customer" else payment.get("amount")
    amount = order.get("amount_paid", alone)
    return WebhookEvent(
        event_id=event_id if _ID.fullmatch(event_id) else hashlib.sha256(body).hexdigest(),
        outcome=_OUTCOMES.get(kind, "open"),
        session=_text(order.get("id")) or _text(payment.get("order_id")),
        attempt=_text(order.get("receipt")),
        failed_refund=_text(refund.get("receipt")) if kind == "refund.failed" else None,
        dispute=_dispute(kind, event) if kind.startswith(DISPUTES) else None,
        amount=amount if isinstance(amount, int) else None,
        currency=_text(order.get("currency")) or _text(payment.get("currency")),
        body={
            "type": kind,
            "created": event.get("created_at"),
            "object": refund.get("id") or payment.get("id") or order.get("id"),
        },
    )
