"""Stripe behind the port."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import stripe
from stripe.params import RefundCreateParams, RefundListParams
from stripe.params.checkout import SessionCreateParams

from stallage.core.runtime import Runtime
from stallage.payments.providers.port import (
    AmountDue,
    PaymentToStart,
    ProviderFailed,
    ProviderRefused,
    RefundToSend,
    StartedPayment,
    WebhookEvent,
)
from stallage.payments.providers.stripe import webhooks
from stallage.payments.providers.stripe.http_client import Door
from stallage.payments.providers.units import STRIPE, amount_in, check_due
from stallage.payments.rules import Outcome

# Stripe takes an end between half an hour and a day after the beginning. The shop ends the session
# itself long before; this is for a shop that is away then. The same payment attempt always says the same
# time, as Stripe gives a repeated start its first answer only where nothing in it differs.
AFTER_THE_END = timedelta(hours=2)
LONGEST = timedelta(hours=23)

SLOW_METHODS = [
    "acss_debit",
    "au_becs_debit",
    "bacs_debit",
    "boleto",
    "customer_balance",
    "konbini",
    "multibanco",
    "nz_bank_account",
    "oxxo",
    "sepa_debit",
    "sofort",
    "us_bank_account",
]
"""Ways to pay whose money comes hours or days later than stock can be held."""

TRIES_AGAIN = 1

# Its client would tell Stripe how long calls have taken; a shop tells nobody anything unasked.
stripe.enable_telemetry = False

# What Stripe says no to for good. Any other error may pass: no connection, too many calls, a key that
# was changed, Stripe's own trouble, the same call still running. A repeated call that has become another
# one (the customer has left meanwhile) is final too: what the first one led to comes as a notice.
FINAL = (stripe.InvalidRequestError, stripe.CardError, stripe.IdempotencyError)


@asynccontextmanager
async def _speaking() -> AsyncIterator[None]:
    """Turns the client's errors into the port's. Their texts name no key and no person."""
    try:
        yield
    except FINAL as error:
        if error.http_status in (409, 429):
            raise ProviderFailed(f"Stripe is busy: {error.code}") from error
        raise ProviderRefused(f"Stripe refuses: {error.code or error.user_message}") from error
    except stripe.StripeError as error:
        raise ProviderFailed(f"{type(error).__name__}: {error.http_status}") from error


class Stripe:
    """See the package."""

    name = "stripe"

    def __init__(self, runtime: Runtime) -> None:
        settings = runtime.settings
        self._webhook_secret = settings.stripe_webhook_secret.get_secret_value()
        self._client = stripe.StripeClient(
            settings.stripe_secret_key.get_secret_value(),
            base_addresses={"api": settings.stripe_api_url},
            http_client=Door(runtime.http_client, settings.payment_timeout_seconds),
            max_network_retries=TRIES_AGAIN,
        )

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        ends = min(payment.expires_at + AFTER_THE_END, payment.created_at + LONGEST)
        asked: SessionCreateParams = {
            "mode": "payment",
            "client_reference_id": payment.attempt,
            "line_items": [
                {
                    "quantity": 1,
                    "price_data": {
                        "currency": payment.currency.lower(),
                        "unit_amount": amount_in(STRIPE, payment.amount, payment.currency),
                        "product_data": {"name": payment.title},
                    },
                }
            ],
            "payment_intent_data": {"metadata": {webhooks.OURS: payment.attempt}},
            "excluded_payment_method_types": SLOW_METHODS,
            "success_url": payment.return_url,
            "cancel_url": payment.return_url,
            "expires_at": int(ends.timestamp()),
        }
        if payment.email is not None:
            asked["customer_email"] = payment.email
        async with _speaking():
            session = await self._client.v1.checkout.sessions.create_async(
                asked, {"idempotency_key": payment.attempt}
            )
        if session.url is None:
            # Somebody has paid or ended it since: there is no place to pay any more.
            return StartedPayment(session.id, payment.return_url)
        return StartedPayment(session.id, session.url)

    async def _session(self, session: str) -> stripe.checkout.Session:
        try:
            async with _speaking():
                return await self._client.v1.checkout.sessions.retrieve_async(session)
        except ProviderRefused as error:
            raise ProviderFailed(str(error)) from error

    def _paid(self, session: stripe.checkout.Session, due: AmountDue) -> bool:
        """Whether the amount due was paid. Raises WrongAmount where another one was."""
        if session.payment_status != "paid":
            return False
        check_due(self.name, session.amount_total or 0, session.currency or "", due, session.id)
        return True

    async def ask(self, session: str, due: AmountDue) -> Outcome:
        known = await self._session(session)
        self._paid(known, due)
        return webhooks.outcome_of(known.payment_status, known.status)

    async def end(self, session: str, due: AmountDue) -> Outcome:
        try:
            async with _speaking():
                ended = await self._client.v1.checkout.sessions.expire_async(session)
        except ProviderRefused:
            # Not open any more: paid, or ended already.
            ended = await self._session(session)
        if ended.status == "open":
            raise ProviderFailed(f"Stripe leaves {session} open.")
        # What still waits for a bank cannot be ended; should it be paid, it is handled as a late payment.
        return "paid" if self._paid(ended, due) else "ended"

    async def _refund_sent(self, payment: str, key: str) -> stripe.Refund | None:
        """The refund of a payment with this key. Stripe forgets idempotency keys after a day."""
        asked: RefundListParams = {"payment_intent": payment, "limit": 100}
        while True:
            async with _speaking():
                page = await self._client.v1.refunds.list_async(asked)
            for refund in page.data:
                metadata: Any = refund.metadata or {}
                if webhooks.REFUND_KEY in metadata and metadata[webhooks.REFUND_KEY] == key:
                    return refund
            if not page.has_more or not page.data:
                return None
            asked["starting_after"] = page.data[-1].id

    async def refund(self, refund: RefundToSend) -> str:
        session = await self._session(refund.session)
        intent = session.payment_intent
        if intent is None:
            raise ProviderRefused(f"Stripe knows of no payment in {refund.session}.")
        payment = intent if isinstance(intent, str) else intent.id
        sent = await self._refund_sent(payment, refund.key)
        if sent is None:
            sent = await self._send_refund(refund, payment)
        if sent.status in ("failed", "canceled"):
            raise ProviderRefused(f"Stripe could not send {sent.id}: {sent.failure_reason}")
        return sent.id

    async def _send_refund(self, refund: RefundToSend, payment: str) -> stripe.Refund:
        asked: RefundCreateParams = {
            "payment_intent": payment,
            "amount": amount_in(STRIPE, refund.amount, refund.currency),
            "metadata": {webhooks.REFUND_KEY: refund.key},
        }
        async with _speaking():
            return await self._client.v1.refunds.create_async(
                asked, {"idempotency_key": refund.key}
            )

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        return webhooks.read(self._webhook_secret, headers, body)
