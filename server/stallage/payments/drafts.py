"""Values that payment actions take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.payments.rules.decisions import Outcome
from stallage.payments.rules.disputes import DisputeState, Funds


@dataclass(frozen=True, slots=True)
class DisputeReport:
    """What a provider reports about a dispute."""

    reference: str
    """The provider's id of the dispute."""
    payment: str | None
    """The provider's id of the payment, for providers whose events do not name the session."""
    state: DisputeState
    funds: Funds | None
    amount: int
    """In the currency's minor unit."""
    currency: str
    reason: str
    """The provider's code, such as `fraudulent`; may be empty."""
    respond_by: datetime | None


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A webhook event with a valid signature.

    It names a session by the provider's id, a payment attempt by the shop's id, both, or neither.
    """

    event_id: str
    """The same when the provider delivers the event again."""
    outcome: Outcome
    body: dict[str, Any]
    """What is stored: no personal data of the payer."""
    session: str | None = None
    attempt: str | None = None
    failed_refund: str | None = None
    """The key of a refund that the provider accepted and could not complete."""
    amount: int | None = None
    """The amount paid, in the provider's unit (`rules.amounts`); None if the event has none."""
    currency: str | None = None
    dispute: DisputeReport | None = None
    live: bool | None = None
    """Whether real money moved; None if the provider does not say."""


@dataclass(frozen=True, slots=True)
class DisputeToEmail:
    """A dispute for an email to an operator, whose address is `email`."""

    email: str
    provider: str
    reference: str
    amount: int
    currency: str
    reason: str
    respond_by: datetime | None
    order_number: str | None
    """None for a top-up."""
