"""Values that payment actions take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.payments.rules.decisions import Outcome


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
    live: bool | None = None
    """Whether real money moved; None if the provider does not say."""
