"""Stripe's adapter for the port."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import stripe
from stripe.params import RefundCreateParams, RefundListParams
from stripe.params.checkout import SessionCreateParams

from stallage.core.runtime import Runtime
from stallage.payments.drafts import WebhookEvent
from stallage.payments.errors import ProviderFailed, ProviderRefused
from stallage.payments.providers.port import PaymentToStart, RefundToSend, StartedPayment
from stallage.payments.providers.stripe import webhooks
from stallage.payments.providers.stripe.http_client import HttpxTransport
from stallage.payments.rules.amounts import STRIPE, AmountDue, amount_in, check_due
from stallage.payments.rules.decisions import Outcome

# Stripe accepts an `expires_at` between 30 minutes and 24 hours from now. The shop ends the session long
# before; this limit is for a shop that is down then. It must be the same at each start of an attempt, as
# Stripe returns its first response only to an identical request.
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
"""Excluded payment methods: their money arrives hours or days later than stock can be reserved."""

RETRIES = 1

# The client would report call durations to Stripe.
stripe.enable_telemetry = False

# Errors that a retry cannot fix. All others may pass: no connection, rate limits, a changed key, an outage
# of Stripe, the same call still in progress. A repeated call with other parameters (the customer's account
# was deleted since) is final too: the result of the first call arrives as a webhook event.
FINAL = (stripe.InvalidRequestError, stripe.CardError, stripe.IdempotencyError)


@asynccontextmanager
async def _translate_errors() -> AsyncIterator[None]:
    """Turn the client's errors into the port's. Messages contain no keys and no personal data."""
    try:
        yield
    except FINAL as error:
        if error.http_status in (409, 429):
            raise ProviderFailed(f"Stripe is busy: {error.code}") from error
        raise ProviderRefused(f"Stripe refused: {error.code or error.user_message}") from error
    except stripe.StripeError as error:
        raise ProviderFailed(f"{type(error).__name__}: {error.http_status}") from error


class Stripe:
    """Stripe, through Checkout Sessions."""

    name = "stripe"

    def __init__(self, runtime: Runtime) -> None:
        settings = runtime.settings
        self._webhook_secret = settings.stripe_webhook_secret.get_secret_value()
        self._client = stripe.StripeClient(
            settings.stripe_secret_key.get_secret_value(),
            base_addresses={"api": settings.stripe_api_url},
            http_client=HttpxTransport(runtime.http_client, settings.payment_timeout_seconds),
            max_network_retries=RETRIES,
        )

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        ends = min(payment.expires_at + AFTER_THE_END, payment.created_at + LONGEST)
        parameters: SessionCreateParams = {
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
            "payment_intent_data": {"metadata": {webhooks.ATTEMPT_KEY: payment.attempt}},
            "excluded_payment_method_types": SLOW_METHODS,
            "success_url": payment.return_url,
            "cancel_url": payment.return_url,
            "expires_at": int(ends.timestamp()),
        }
        if payment.email is not None:
            parameters["customer_email"] = payment.email
        async with _translate_errors():
            session = await self._client.v1.checkout.sessions.create_async(
                parameters, {"idempotency_key": payment.attempt}
            )
        if session.url is None:
            # It was paid or ended since, so there is no page to pay on.
            return StartedPayment(session.id, payment.return_url)
        return StartedPayment(session.id, session.url)

    async def _session(self, session: str) -> stripe.checkout.Session:
        try:
            async with _translate_errors():
                return await self._client.v1.checkout.sessions.retrieve_async(session)
        except ProviderRefused as error:
            raise ProviderFailed(str(error)) from error

    def _is_paid(self, session: stripe.checkout.Session, due: AmountDue) -> bool:
        """Whether the amount due was paid. Raises WrongAmount if another one was."""
        if session.payment_status != "paid":
            return False
        check_due(self.name, session.amount_total or 0, session.currency or "", due, session.id)
        return True

    async def fetch_outcome(self, session: str, due: AmountDue) -> Outcome:
        known = await self._session(session)
        self._is_paid(known, due)
        return webhooks.outcome_of(known.payment_status, known.status)

    async def end(self, session: str, due: AmountDue) -> Outcome:
        try:
            async with _translate_errors():
                ended = await self._client.v1.checkout.sessions.expire_async(session)
        except ProviderRefused:
            # No longer open: paid, or ended already.
            ended = await self._session(session)
        if ended.status == "open":
            raise ProviderFailed(f"Stripe has not ended {session}.")
        # A payment that waits for a bank cannot be ended. If it is paid, it is handled as a late payment.
        return "paid" if self._is_paid(ended, due) else "ended"

    async def fetch_card(self, session: str) -> str | None:
        async with _translate_errors():
            known = await self._client.v1.checkout.sessions.retrieve_async(
                session, {"expand": ["payment_intent.latest_charge"]}
            )
        found: Any = known.payment_intent
        for name in ("latest_charge", "payment_method_details", "card", "fingerprint"):
            # Stripe's objects have no attribute for what a response leaves out.
            found = getattr(found, name, None)
        return found if isinstance(found, str) else None

    async def _find_refund(self, payment: str, key: str) -> stripe.Refund | None:
        """Find the refund of a payment by its key. Stripe forgets idempotency keys after a day."""
        parameters: RefundListParams = {"payment_intent": payment, "limit": 100}
        while True:
            async with _translate_errors():
                page = await self._client.v1.refunds.list_async(parameters)
            for refund in page.data:
                metadata: Any = refund.metadata or {}
                if webhooks.REFUND_KEY in metadata and metadata[webhooks.REFUND_KEY] == key:
                    return refund
            if not page.has_more or not page.data:
                return None
            parameters["starting_after"] = page.data[-1].id

    async def refund(self, refund: RefundToSend) -> str:
        session = await self._session(refund.session)
        intent = session.payment_intent
        if intent is None:
            raise ProviderRefused(f"Stripe has no payment of {refund.session}.")
        payment = intent if isinstance(intent, str) else intent.id
        sent = await self._find_refund(payment, refund.key)
        if sent is None:
            sent = await self._send_refund(refund, payment)
        if sent.status in ("failed", "canceled"):
            raise ProviderRefused(f"Stripe could not send {sent.id}: {sent.failure_reason}")
        return sent.id

    async def _send_refund(self, refund: RefundToSend, payment: str) -> stripe.Refund:
        parameters: RefundCreateParams = {
            "payment_intent": payment,
            "amount": amount_in(STRIPE, refund.amount, refund.currency),
            "metadata": {webhooks.REFUND_KEY: refund.key},
        }
        async with _translate_errors():
            return await self._client.v1.refunds.create_async(
                parameters, {"idempotency_key": refund.key}
            )

    async def find_session(self, payment: str) -> str | None:
        async with _translate_errors():
            page = await self._client.v1.checkout.sessions.list_async(
                {"payment_intent": payment, "limit": 1}
            )
        return page.data[0].id if page.data else None

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        return webhooks.read(self._webhook_secret, headers, body)
