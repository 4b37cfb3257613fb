"""News of payments."""

from __future__ import annotations

from stallage.core.events import Event


class WebhookReceived(Event):
    """A provider's notice has been stored; what it means has not been done yet."""

    row_id: int
    session: str | None
    attempt: str | None
    failed_refund: str | None
    amount: int | None = None
    """What was paid, in the unit that the provider counts in."""
    currency: str | None = None


class RefundWanted(Event):
    """Money is to go back; the provider has not been asked yet."""

    refund_id: int
