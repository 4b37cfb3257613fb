"""Razorpay's adapter for the port. Its client blocks, so calls run in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import razorpay

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.payments.drafts import WebhookEvent
from stallage.payments.errors import ProviderFailed, ProviderRefused
from stallage.payments.providers.port import PaymentToStart, RefundToSend, StartedPayment
from stallage.payments.providers.razorpay import webhooks
from stallage.payments.providers.razorpay.http_client import StrictSession
from stallage.payments.providers.razorpay.page_address import PATH
from stallage.payments.rules.amounts import RAZORPAY, AmountDue, amount_in, check_due
from stallage.payments.rules.decisions import Outcome

T = TypeVar("T")

SHORTEST_CAPTURE_MINUTES = 12
LONGEST_CAPTURE_MINUTES = 7200
"""Limits of Razorpay for the period within which it captures a payment automatically."""

CAPTURED = ("captured", "refunded")


class Razorpay:
    """Razorpay, through Orders and its hosted checkout."""

    name = "razorpay"

    def __init__(self, runtime: Runtime) -> None:
        settings = runtime.settings
        self._settings = settings
        self._auth = (settings.razorpay_key_id, settings.razorpay_key_secret.get_secret_value())

    async def _call(self, act: Callable[[Any], T]) -> T:
        """Run `act` with Razorpay's client in a thread. Raises ProviderFailed, ProviderRefused."""

        def run() -> T:
            with StrictSession(self._settings.payment_timeout_seconds) as session:
                client = razorpay.Client(
                    session=session, auth=self._auth, base_url=self._settings.razorpay_api_url
                )
                try:
                    return act(client)
                except razorpay.errors.BadRequestError as error:
                    raise ProviderRefused(f"Razorpay refused: {error}") from error
                except (razorpay.errors.GatewayError, razorpay.errors.ServerError) as error:
                    raise ProviderFailed(f"Razorpay failed: {error}") from error
                except (KeyError, TypeError) as error:
                    raise ProviderFailed("Razorpay sent an invalid response.") from error

        return await asyncio.to_thread(run)

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        minutes = _capture_minutes(payment)
        parameters = {
            "amount": amount_in(RAZORPAY, payment.amount, payment.currency),
            "currency": payment.currency,
            "receipt": payment.attempt,
            "payment": {
                "capture": "automatic",
                "capture_options": {
                    "automatic_expiry_period": minutes,
                    "manual_expiry_period": minutes,
                    "refund_speed": "optimum",
                },
            },
        }

        def find_or_create(client: Any) -> str:
            known = client.order.all({"receipt": payment.attempt})["items"]
            session: str = (known[0] if known else client.order.create(parameters))["id"]
            return session

        session = await self._call(find_or_create)
        return StartedPayment(session, f"{self._settings.public_url}{PATH}/{payment.attempt}")

    async def fetch_outcome(self, session: str, due: AmountDue) -> Outcome:
        def fetch(client: Any) -> Outcome:
            order = client.order.fetch(session)
            if order["status"] == "paid":
                check_due(self.name, order["amount_paid"], order["currency"], due, session)
                return "paid"
            # A payment can be captured a moment before its order is marked as paid.
            payments = client.order.payments(session)["items"]
            paid = next((one for one in payments if one["status"] in CAPTURED), None)
            if paid is not None:
                # The amount of the payment may include a fee that the payer bears.
                check_due(self.name, order["amount"], order["currency"], due, session)
                return "paid"
            failed = bool(payments) and all(one["status"] == "failed" for one in payments)
            return "declined" if failed else "open"

        try:
            return await self._call(fetch)
        except ProviderRefused as error:
            raise ProviderFailed(str(error)) from error

    async def end(self, session: str, due: AmountDue) -> Outcome:
        # Razorpay orders cannot be ended; see the package.
        return "paid" if await self.fetch_outcome(session, due) == "paid" else "ended"

    async def fetch_card(self, session: str) -> str | None:  # noqa: ARG002 - part of the port
        # Razorpay gives each payment a card id of its own.
        return None

    async def refund(self, refund: RefundToSend) -> str:
        amount = amount_in(RAZORPAY, refund.amount, refund.currency)

        def find_or_send(client: Any) -> str:
            payments = client.order.payments(refund.session)["items"]
            paid = next((one for one in payments if one["status"] in CAPTURED), None)
            if paid is None:
                raise ProviderRefused(f"Razorpay has no payment of {refund.session}.")
            sent = client.payment.fetch_multiple_refund(paid["id"], {"count": 100})["items"]
            known = next((one for one in sent if one.get("receipt") == refund.key), None)
            refunded = known or client.payment.refund(
                paid["id"],
                {"amount": amount, "speed": "normal", "receipt": refund.key},
                headers={"X-Refund-Idempotency": refund.key},
            )
            if refunded.get("status") == "failed":
                raise ProviderRefused(f"Razorpay could not send {refunded['id']}.")
            reference: str = refunded["id"]
            return reference

        return await self._call(find_or_send)

    def is_signed_by_checkout(self, session: str, payment: str, signature: str) -> bool:
        """Whether Razorpay's checkout signed that this payment belongs to the session."""
        return webhooks.is_signed(self._auth[1], f"{session}|{payment}", signature)

    async def find_session(self, payment: str) -> str | None:
        def find(client: Any) -> str | None:
            session = client.payment.fetch(payment).get("order_id")
            return session if isinstance(session, str) else None

        return await self._call(find)

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        secret = self._settings.razorpay_webhook_secret.get_secret_value()
        return webhooks.read(secret, headers, body)


def _capture_minutes(payment: PaymentToStart) -> int:
    """Minutes in which Razorpay captures a payment: while the order waits. Later ones are voided."""
    minutes = -int((clock.now() - payment.expires_at).total_seconds() // 60)
    return max(SHORTEST_CAPTURE_MINUTES, min(minutes, LONGEST_CAPTURE_MINUTES))
