"""Events of payments."""

from __future__ import annotations

from stallage.core.events import Event
from stallage.payments.drafts import DisputeReport
from stallage.payments.rules.disputes import DisputeState


class WebhookReceived(Event):
    """A provider's webhook event has been stored and is still to be processed."""

    row_id: int
    session: str | None
    attempt: str | None
    failed_refund: str | None
    amount: int | None = None
    """The amount paid, in the provider's unit."""
    currency: str | None = None
    dispute: DisputeReport | None = None


class RefundRequested(Event):
    """A refund has been written and is still to be sent to the provider."""

    refund_id: int


class PaymentDisputed(Event):
    """A payment was disputed, or a dispute went on or ended."""

    dispute_id: int
    order_id: int | None
    """None for a top-up."""
    state: DisputeState
