"""Events of stamp cards."""

from __future__ import annotations

from stallage.core.events import Event


class CardFilled(Event):
    """A customer's order was the last stamp of a card."""

    customer_id: int
