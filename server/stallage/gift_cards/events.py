"""Events of gift cards."""

from __future__ import annotations

from stallage.core.events import Event


class GiftCardIssued(Event):
    """A gift card was paid for and can be redeemed."""

    card_id: int
