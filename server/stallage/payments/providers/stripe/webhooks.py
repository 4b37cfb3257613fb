"""Reads Stripe's notices; the signature is checked by Stripe's own client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import stripe

from stallage.payments.providers.port import InvalidSignature, WebhookEvent
from stallage.payments.rules import Outcome

HEADER = "stripe-signature"
OURS = "stallage_attempt"
"""The name under which Stripe keeps ours of a payment attempt beside its payment."""
REFUND_KEY = "stallage_refund"


def outcome_of(payment_status: str, status: str | None) -> Outcome:
    """How a Checkout Session stands.

    A completed one that is not paid waits for a bank; the shop hears of it again.
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
    """Checks the signature over the raw body before anything in it is looked at.

    Raises InvalidSignature.
    """
    try:
        stripe.WebhookSignature.verify_header(
            body, headers.get(HEADER, ""), secret, stripe.Webhook.DEFAULT_TOLERANCE
        )
    except (stripe.SignatureVerificationError, UnicodeDecodeError) as error:
        raise InvalidSignature from error
    event: dict[str, Any] = orjson.loads(body)
    kind: str = event["type"]
    about: dict[str, Any] = event["data"]["object"]
    kept = {name: event.get(name) for name in ("type", "created", "livemode")}
    kept["object"] = about.get("id")
    metadata = about.get("metadata") or {}
    live = event.get("livemode") is True
    if kind.startswith("checkout.session."):
        return WebhookEvent(
            notice_id=event["id"],
            outcome=_of_session(kind, about),
            session=about["id"],
            attempt=_text(about.get("client_reference_id")),
            amount=about.get("amount_total"),
            currency=_text(about.get("currency")),
            live=live,
            body=kept,
        )
    if kind == "payment_intent.payment_failed":
        return WebhookEvent(
            notice_id=event["id"],
            outcome="declined",
            attempt=_text(metadata.get(OURS)),
            live=live,
            body=kept,
        )
    failed = kind == "refund.failed"
    return WebhookEvent(
        notice_id=event["id"],
        outcome="open",
        failed_refund=_text(metadata.get(REFUND_KEY)) if failed else None,
        live=live,
        body=kept,
    )
