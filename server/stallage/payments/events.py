"""Events of payments."""

from __future__ import annotations

from stallage.core.events import Event


class WebhookReceived(Event):
    """A provider's webhook event has been stored and is still to be processed."""

    row_id: int
    session: str | None
    attempt: str | None
    failed_refund: str | None
    amount: int | None = None
    """The amount paid, in the provider's unit."""
    currency: str | None = None


class RefundRequested(Event):
    """A refund has been written and is still to be sent to the provider."""

    refund_id: int
