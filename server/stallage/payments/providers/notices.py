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

NoticeKind = Literal[
    "paid",
    "declined",
    "refund_failed",
    "dispute_opened",
    "dispute_won",
    "dispute_lost",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """What a notice reports about a payment."""

    kind: NoticeKind
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
class SignedNotice:
    """A webhook event with its signature. Delivered again, it has the same id."""

    headers: Mapping[str, str]
    body: bytes


def signed_notice(runtime: Runtime, provider: str, notice: Notice) -> SignedNotice:
    """Return a notice in the provider's form, signed with the shop's secret for it."""
    return _WRITERS[provider](runtime, notice)


def _hmac(secret: str, body: bytes) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _sandbox(runtime: Runtime, notice: Notice) -> SignedNotice:
    kinds = {
        "paid": "payment.paid",
        "declined": "payment.declined",
        "refund_failed": "refund.failed",
        "dispute_opened": "dispute.opened",
        "dispute_won": "dispute.won",
        "dispute_lost": "dispute.lost",
    }
    facts: dict[str, object] = {"amount": notice.amount, "currency": notice.currency}
    if notice.refund:
        facts["refund"] = notice.refund
    event_id = f"ntc_{secrets.token_hex(12)}"
    body = sandbox.body_of(event_id, notice.session, kinds[notice.kind], **facts)
    return SignedNotice({sandbox.HEADER: sandbox.sign(runtime.secret, body)}, body)


def _stripe(runtime: Runtime, notice: Notice) -> SignedNotice:
    amount = amount_in(DECIMALS["stripe"], notice.amount, notice.currency)
    kind, about = _stripe_object(notice, amount)
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
    return SignedNotice({"stripe-signature": f"t={moment},v1={signature}"}, body)


def _stripe_object(notice: Notice, amount: int) -> tuple[str, dict[str, Any]]:
    currency = notice.currency.lower()
    if notice.kind == "paid":
        return "checkout.session.completed", {
            "id": notice.session,
            "object": "checkout.session",
            "client_reference_id": notice.attempt,
            "amount_total": amount,
            "currency": currency,
            "payment_intent": notice.payment,
            "payment_status": "paid",
            "status": "complete",
        }
    if notice.kind == "declined":
        return "payment_intent.payment_failed", {
            "id": notice.payment,
            "object": "payment_intent",
            "metadata": {"stallage_attempt": notice.attempt},
        }
    if notice.kind == "refund_failed":
        return "refund.failed", {
            "id": f"re_{notice.refund}",
            "object": "refund",
            "metadata": {"stallage_refund": notice.refund},
        }
    kinds = {
        "dispute_opened": ("funds_withdrawn", "needs_response"),
        "dispute_won": ("funds_reinstated", "won"),
        "dispute_lost": ("closed", "lost"),
    }
    step, status = kinds[notice.kind]
    return f"charge.dispute.{step}", {
        "id": f"dp_{notice.session}",
        "object": "dispute",
        "payment_intent": notice.payment,
        "amount": amount,
        "currency": currency,
        "reason": "general",
        "status": status,
    }


def _razorpay(runtime: Runtime, notice: Notice) -> SignedNotice:
    amount = amount_in(DECIMALS["razorpay"], notice.amount, notice.currency)
    payment = {
        "id": notice.payment,
        "order_id": notice.session,
        "amount": amount,
        "currency": notice.currency,
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
    if notice.kind == "paid":
        order = {"id": notice.session, "receipt": notice.attempt, "amount_paid": amount}
        payload["order"] = {"entity": order | {"currency": notice.currency}}
    elif notice.kind == "refund_failed":
        refund = {"id": f"rfnd_{notice.refund}", "receipt": notice.refund}
        payload["refund"] = {"entity": refund}
    elif notice.kind.startswith("dispute"):
        dispute = {
            "id": f"disp_{notice.session}",
            "payment_id": notice.payment,
            "amount": amount,
            "amount_deducted": amount,
            "currency": notice.currency,
            "reason_code": "general",
        }
        payload["dispute"] = {"entity": dispute}
    moment = int(clock.now().timestamp())
    event = {"entity": "event", "event": kinds[notice.kind], "payload": payload}
    body = orjson.dumps(event | {"created_at": moment})
    secret = runtime.settings.razorpay_webhook_secret.get_secret_value()
    headers = {
        "x-razorpay-signature": _hmac(secret, body),
        "x-razorpay-event-id": secrets.token_hex(7),
    }
    return SignedNotice(headers, body)


_WRITERS: Mapping[str, Callable[[Runtime, Notice], SignedNotice]] = {
    "sandbox": _sandbox,
    "stripe": _stripe,
    "razorpay": _razorpay,
}
