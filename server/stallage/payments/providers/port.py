"""The port: what every payment provider can do.

All calls except `read_webhook` go over the network, so they are made while no transaction is open. All
are idempotent: the same arguments again have no further effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from stallage.payments.drafts import WebhookEvent
from stallage.payments.rules.amounts import AmountDue
from stallage.payments.rules.decisions import Outcome


@dataclass(frozen=True, slots=True)
class PaymentToStart:
    """A payment to start. `attempt` is the idempotency key."""

    attempt: str
    title: str
    amount: int
    currency: str
    return_url: str
    created_at: datetime
    expires_at: datetime
    email: str | None


@dataclass(frozen=True, slots=True)
class StartedPayment:
    """The provider's id of a session, and the URL where the shopper pays."""

    session: str
    redirect_url: str


@dataclass(frozen=True, slots=True)
class RefundToSend:
    """A refund to send. `key` is the idempotency key."""

    session: str
    amount: int
    currency: str
    key: str


class Provider(Protocol):
    """A payment provider. Every call may raise ProviderFailed."""

    name: str

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        """Open a session. Raises ProviderRefused if none was opened and none will be."""

    async def fetch_outcome(self, session: str, due: AmountDue) -> Outcome:
        """Return the outcome of a session. Raises WrongAmount if another amount was paid."""

    async def end(self, session: str, due: AmountDue) -> Outcome:
        """End a session if it is open, and return its outcome, never `open` or `declined`.

        Raises WrongAmount.
        """

    async def fetch_card(self, session: str) -> str | None:
        """Return what is the same in all payments with the card that paid a session.

        None if it was not paid with a card, or if the provider names no cards.
        """

    async def refund(self, refund: RefundToSend) -> str:
        """Send a refund and return the provider's reference. Raises ProviderRefused.

        A refund that was sent with the same key before, however long ago, is not sent again.
        """

    async def find_session(self, payment: str) -> str | None:
        """Return the session of a payment by the provider's id of the payment; None if it has none."""

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        """Verify and parse a webhook event. Raises InvalidSignature."""
