"""Webhook events as the providers send and sign them, for rehearsals."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.payments.providers.sandbox import webhooks as sandbox
from stallage.payments.rules.amounts import DECIMALS, amount_in

EventKind = Literal[
    "paid",
    "declined",
    "refund_failed",
    "dispute_opened",
    "dispute_won",
    "dispute_lost",
]


@dataclass(frozen=True, slots=True)
class ProviderEvent:
    """What an event reports about a payment."""

    kind: EventKind
    session: str
    attempt: str
    amount: int
    """In the currency's minor unit."""
    currency: str
    refund: str = ""
    """The key of the refund that failed."""

    @property
    def payment(self) -> str:
        """The provider's id of the payment."""
        return f"pay_{self.session}"


@dataclass(frozen=True, slots=True)
class SignedEvent:
    """A webhook event with its signature. Delivered again, it has the same id."""

    headers: Mapping[str, str]
    body: bytes


def signed_event(runtime: Runtime, provider: str, event: ProviderEvent) -> SignedEvent:
    """Return an event in the provider's form, signed with the shop's secret for it."""
    return _WRITERS[provider](runtime, event)


def _hmac(secret: str, body: bytes) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _sandbox(runtime: Runtime, event: ProviderEvent) -> SignedEvent:
    kinds = {
        "paid": "payment.paid",
        "declined": "payment.declined",
        "refund_failed": "refund.failed",
        "dispute_opened": "dispute.opened",
        "dispute_won": "dispute.won",
        "dispute_lost": "dispute.lost",
    }
    facts: dict[str, object] = {"amount": event.amount, "currency": event.currency}
    if event.refund:
        facts["refund"] = event.refund
    event_id = f"ntc_{secrets.token_hex(12)}"
    body = sandbox.body_of(event_id, event.session, kinds[event.kind], **facts)
    return SignedEvent({sandbox.HEADER: sandbox.sign(runtime.secret, body)}, body)


def _stripe(runtime: Runtime, event: ProviderEvent) -> SignedEvent:
    amount = amount_in(DECIMALS["stripe"], event.amount, event.currency)
    kind, about = _stripe_object(event, amount)
    moment = int(clock.now().timestamp())
    body = orjson.dumps(
        {
            "id": f"evt_{secrets.token_hex(12)}",
            "object": "event",
            "created": moment,
            "livemode": runtime.settings.payment_gateway_mode == 1,
            "type": kind,
            "data": {"object": about},
        }
    )
    secret = runtime.settings.stripe_webhook_secret.get_secret_value()
    signature = _hmac(secret, f"{moment}.".encode() + body)
    return SignedEvent({"stripe-signature": f"t={moment},v1={signature}"}, body)


def _stripe_object(event: ProviderEvent, amount: int) -> tuple[str, dict[str, Any]]:
    currency = event.currency.lower()
    if event.kind == "paid":
        return "checkout.session.completed", {
            "id": event.session,
            "object": "checkout.session",
            "client_reference_id": event.attempt,
            "amount_total": amount,
            "currency": currency,
            "payment_intent": event.payment,
            "payment_status": "paid",
            "status": "complete",
        }
    if event.kind == "declined":
        return "payment_intent.payment_failed", {
            "id": event.payment,
            "object": "payment_intent",
            "metadata": {"stallage_attempt": event.attempt},
        }
    if event.kind == "refund_failed":
        return "refund.failed", {
            "id": f"re_{event.refund}",
            "object": "refund",
            "metadata": {"stallage_refund": event.refund},
        }
    kinds = {
        "dispute_opened": ("funds_withdrawn", "needs_response"),
        "dispute_won": ("funds_reinstated", "won"),
        "dispute_lost": ("closed", "lost"),
    }
    step, status = kinds[event.kind]
    return f"charge.dispute.{step}", {
        "id": f"dp_{event.session}",
        "object": "dispute",
        "payment_intent": event.payment,
        "amount": amount,
        "currency": currency,
        "reason": "general",
        "status": status,
    }


def _razorpay(runtime: Runtime, event: ProviderEvent) -> SignedEvent:
    amount = amount_in(DECIMALS["razorpay"], event.amount, event.currency)
    payment = {
        "id": event.payment,
        "order_id": event.session,
        "amount": amount,
        "currency": event.currency,
    }
    kinds = {
        "paid": "order.paid",
        "declined": "payment.failed",
        "refund_failed": "refund.failed",
        "dispute_opened": "payment.dispute.created",
        "dispute_won": "payment.dispute.won",
        "dispute_lost": "payment.dispute.lost",
    }
    payload: dict[str, Any] = {"payment": {"entity": payment}}
    if event.kind == "paid":
        order = {"id": event.session, "receipt": event.attempt, "amount_paid": amount}
        payload["order"] = {"entity": order | {"currency": event.currency}}
    elif event.kind == "refund_failed":
        refund = {"id": f"rfnd_{event.refund}", "receipt": event.refund}
        payload["refund"] = {"entity": refund}
    elif event.kind.startswith("dispute"):
        dispute = {
            "id": f"disp_{event.session}",
            "payment_id": event.payment,
            "amount": amount,
            "amount_deducted": amount,
            "currency": event.currency,
            "reason_code": "general",
        }
        payload["dispute"] = {"entity": dispute}
    moment = int(clock.now().timestamp())
    content = {"entity": "event", "event": kinds[event.kind], "payload": payload}
    body = orjson.dumps(content | {"created_at": moment})
    secret = runtime.settings.razorpay_webhook_secret.get_secret_value()
    headers = {
        "x-razorpay-signature": _hmac(secret, body),
        "x-razorpay-event-id": secrets.token_hex(7),
    }
    return SignedEvent(headers, body)


_WRITERS: Mapping[str, Callable[[Runtime, ProviderEvent], SignedEvent]] = {
    "sandbox": _sandbox,
    "stripe": _stripe,
    "razorpay": _razorpay,
}
