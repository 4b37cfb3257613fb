"""Verify and parse Stripe's webhook events, with Stripe's own client."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
import stripe

from stallage.payments.drafts import DisputeReport, WebhookEvent
from stallage.payments.errors import InvalidSignature
from stallage.payments.rules.amounts import STRIPE, amount_from
from stallage.payments.rules.decisions import Outcome
from stallage.payments.rules.disputes import DisputeState, Funds

HEADER = "stripe-signature"
ATTEMPT_KEY = "stallage_attempt"
"""Metadata key of the payment attempt's public id."""
REFUND_KEY = "stallage_refund"
"""Metadata key of the refund's public id."""


DISPUTES = "charge.dispute."
_STATES: dict[str, DisputeState] = {
    "needs_response": "open",
    "warning_needs_response": "open",
    "under_review": "under_review",
    "warning_under_review": "under_review",
    "won": "won",
    "lost": "lost",
    "prevented": "closed",
    "warning_closed": "closed",
}
_FUNDS: dict[str, Funds] = {"funds_withdrawn": "withdrawn", "funds_reinstated": "returned"}


def _dispute(kind: str, about: Mapping[str, Any]) -> DisputeReport:
    """Read a dispute. One whose status the shop does not know is taken to wait for evidence."""
    status = str(about["status"])
    currency = str(about["currency"]).upper()
    due_by = (about.get("evidence_details") or {}).get("due_by")
    lost: Funds | None = "withdrawn" if status == "lost" else None
    return DisputeReport(
        reference=about["id"],
        payment=_text(about.get("payment_intent")),
        state=_STATES.get(status, "open"),
        funds=_FUNDS.get(kind.removeprefix(DISPUTES), lost),
        amount=amount_from(STRIPE, int(about["amount"]), currency),
        currency=currency,
        reason=_text(about.get("reason")) or "",
        respond_by=datetime.fromtimestamp(due_by, UTC) if isinstance(due_by, int) else None,
    )


def outcome_of(payment_status: str, status: str | None) -> Outcome:
    """Return the outcome of a Checkout Session.

    A completed session that is not paid waits for a bank; another event follows.
    """
    if payment_status == "paid":
        return "paid"
    return "ended" if status == "expired" else "open"


def _of_session(kind: str, session: Mapping[str, Any]) -> Outcome:
    if kind.endswith("async_payment_failed"):
        return "failed"
    return outcome_of(session["payment_status"], session["status"])


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def read(secret: str, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
    """Verify the signature over the raw body, then parse it. Raises InvalidSignature."""
    try:
        stripe.WebhookSignature.verify_header(
            body, headers.get(HEADER, ""), secret, stripe.Webhook.DEFAULT_TOLERANCE
        )
    except (stripe.SignatureVerificationError, UnicodeDecodeError) as error:
        raise InvalidSignature from error
    event: dict[str, Any] = orjson.loads(body)
    kind: str = event["type"]
    about: dict[str, Any] = event["data"]["object"]
    stored = {name: event.get(name) for name in ("type", "created", "livemode")}
    stored["object"] = about.get("id")
    metadata = about.get("metadata") or {}
    live = event.get("livemode") is True
    if kind.startswith("checkout.session."):
        return WebhookEvent(
            event_id=event["id"],
            outcome=_of_session(kind, about),
            session=about["id"],
            attempt=_text(about.get("client_reference_id")),
            amount=about.get("amount_total"),
            currency=_text(about.get("currency")),
            live=live,
            body=stored,
        )
    if kind == "payment_intent.payment_failed":
        return WebhookEvent(
            event_id=event["id"],
            outcome="declined",
            attempt=_text(metadata.get(ATTEMPT_KEY)),
            live=live,
            body=stored,
        )
    failed = kind == "refund.failed"
    disputed = _dispute(kind, about) if kind.startswith(DISPUTES) else None
    return WebhookEvent(
        event_id=event["id"],
        outcome="open",
        failed_refund=_text(metadata.get(REFUND_KEY)) if failed else None,
        dispute=disputed,
        live=live,
        body=stored,
    )
