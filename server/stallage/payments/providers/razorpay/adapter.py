"""Razorpay behind the port. Its client blocks, so each conversation with it has a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import razorpay

from stallage.core import clock
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
from stallage.payments.providers.razorpay import pages, webhooks
from stallage.payments.providers.razorpay.http_client import Door
from stallage.payments.providers.units import RAZORPAY, amount_in, check_due
from stallage.payments.rules import Outcome

T = TypeVar("T")

SHORTEST_CAPTURE_MINUTES = 12
LONGEST_CAPTURE_MINUTES = 7200
"""What Razorpay takes as the time within which a payment is captured by itself."""

MONEY_IS_THERE = ("captured", "refunded")


class Razorpay:
    """See the package."""

    name = "razorpay"

    def __init__(self, runtime: Runtime) -> None:
        settings = runtime.settings
        self._settings = settings
        self._auth = (settings.razorpay_key_id, settings.razorpay_key_secret.get_secret_value())

    async def _speak(self, conversation: Callable[[Any], T]) -> T:
        """Lets something be said to Razorpay. Raises ProviderFailed, ProviderRefused."""

        def speak() -> T:
            with Door(self._settings.payment_timeout_seconds) as door:
                client = razorpay.Client(
                    session=door, auth=self._auth, base_url=self._settings.razorpay_api_url
                )
                try:
                    return conversation(client)
                except razorpay.errors.BadRequestError as error:
                    raise ProviderRefused(f"Razorpay refuses: {error}") from error
                except (razorpay.errors.GatewayError, razorpay.errors.ServerError) as error:
                    raise ProviderFailed(f"Razorpay fails: {error}") from error
                except (KeyError, TypeError) as error:
                    raise ProviderFailed("Razorpay answered with nonsense.") from error

        return await asyncio.to_thread(speak)

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        minutes = _capture_minutes(payment)
        asked = {
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
            session: str = (known[0] if known else client.order.create(asked))["id"]
            return session

        session = await self._speak(find_or_create)
        return StartedPayment(session, f"{self._settings.public_url}{pages.PATH}/{payment.attempt}")

    async def ask(self, session: str, due: AmountDue) -> Outcome:
        def look(client: Any) -> Outcome:
            order = client.order.fetch(session)
            if order["status"] == "paid":
                check_due(self.name, order["amount_paid"], order["currency"], due, session)
                return "paid"
            # A payment can be captured a moment before its order says so.
            tries = client.order.payments(session)["items"]
            paid = next((one for one in tries if one["status"] in MONEY_IS_THERE), None)
            if paid is not None:
                # The payment itself may be of more: of a fee that its payer bears.
                check_due(self.name, order["amount"], order["currency"], due, session)
                return "paid"
            failed = bool(tries) and all(one["status"] == "failed" for one in tries)
            return "declined" if failed else "open"

        try:
            return await self._speak(look)
        except ProviderRefused as error:
            raise ProviderFailed(str(error)) from error

    async def end(self, session: str, due: AmountDue) -> Outcome:
        # There is no end of an order with Razorpay; see the package.
        return "paid" if await self.ask(session, due) == "paid" else "ended"

    async def refund(self, refund: RefundToSend) -> str:
        amount = amount_in(RAZORPAY, refund.amount, refund.currency)

        def find_or_send(client: Any) -> str:
            tries = client.order.payments(refund.session)["items"]
            paid = next((one for one in tries if one["status"] in MONEY_IS_THERE), None)
            if paid is None:
                raise ProviderRefused(f"Razorpay knows of no payment of {refund.session}.")
            sent = client.payment.fetch_multiple_refund(paid["id"], {"count": 100})["items"]
            known = next((one for one in sent if one.get("receipt") == refund.key), None)
            made = known or client.payment.refund(
                paid["id"],
                {"amount": amount, "speed": "normal", "receipt": refund.key},
                headers={"X-Refund-Idempotency": refund.key},
            )
            if made.get("status") == "failed":
                raise ProviderRefused(f"Razorpay could not send {made['id']}.")
            reference: str = made["id"]
            return reference

        return await self._speak(find_or_send)

    def vouches_for(self, session: str, payment: str, signature: str) -> bool:
        """Whether the checkout signed that this payment is one of the session's."""
        return webhooks.is_signed(self._auth[1], f"{session}|{payment}", signature)

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        secret = self._settings.razorpay_webhook_secret.get_secret_value()
        return webhooks.read(secret, headers, body)


def _capture_minutes(payment: PaymentToStart) -> int:
    """How long a payment is captured by itself: while the order waits. Later money goes back unused."""
    minutes = -int((clock.now() - payment.expires_at).total_seconds() // 60)
    return max(SHORTEST_CAPTURE_MINUTES, min(minutes, LONGEST_CAPTURE_MINUTES))
