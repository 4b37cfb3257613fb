"""News of gift cards."""

from __future__ import annotations

from stallage.core.events import Event


class GiftCardIssued(Event):
    """A gift card was paid for; its code is good from now on."""

    card_id: int
