"""The port: what every payment provider can do.

All calls but `read_webhook` go to the outside and are made while no transaction is open. Each may be
made again with the same arguments and has then no further effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from stallage.payments.rules import Outcome


class ProviderFailed(Exception):
    """The provider cannot be reached or answered with nonsense; trying again later may help."""


class WrongAmount(ProviderFailed):
    """Something was paid, but not what was to be paid. An operator decides about it."""


class ProviderRefused(Exception):
    """The provider says no and will go on saying no; nothing was done, and no money moved."""


class InvalidSignature(Exception):
    """The notice does not carry the provider's signature, is too old, or makes no sense."""


@dataclass(frozen=True, slots=True)
class AmountDue:
    """What a session is to be paid with, in the currency's minor unit."""

    amount: int
    currency: str


@dataclass(frozen=True, slots=True)
class PaymentToStart:
    """What the provider is told. `attempt` is the key that makes starting repeatable."""

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
    """The provider's name for it, and where the shopper pays."""

    session: str
    redirect_url: str


@dataclass(frozen=True, slots=True)
class RefundToSend:
    """Money that is to go back. `key` makes asking for it repeatable."""

    session: str
    amount: int
    currency: str
    key: str


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A notice whose signature is good.

    `notice_id` is the same when it is sent again. It speaks of a session by the provider's name or
    of a payment attempt by ours, perhaps of both, perhaps of neither.
    """

    notice_id: str
    outcome: Outcome
    body: dict[str, Any]
    """What is worth keeping: never anything of the person who paid."""
    session: str | None = None
    attempt: str | None = None
    failed_refund: str | None = None
    """The key of a refund that the provider took on and could not carry out."""
    amount: int | None = None
    """What was paid, in the unit that the provider counts in (`units`); None where it is not said."""
    currency: str | None = None
    live: bool | None = None
    """Whether real money moved; None where the provider does not say."""


class Provider(Protocol):
    """A payment provider. Every call may raise ProviderFailed."""

    name: str

    async def start(self, payment: PaymentToStart) -> StartedPayment:
        """Opens a session. Raises ProviderRefused where none was opened and none will be."""

    async def ask(self, session: str, due: AmountDue) -> Outcome:
        """How a session stands. Raises WrongAmount where it was paid with another amount."""

    async def end(self, session: str, due: AmountDue) -> Outcome:
        """Ends a session that is open; says how it stands then, never `open` or `declined`.

        Raises WrongAmount.
        """

    async def refund(self, refund: RefundToSend) -> str:
        """Sends money back; the provider's reference. Raises ProviderRefused.

        One that was sent under the same key before, however long ago, is found and not sent again.
        """

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        """Checks and reads a notice. Raises InvalidSignature."""
