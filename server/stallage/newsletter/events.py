"""News of the newsletter."""

from __future__ import annotations

from stallage.core.events import Event


class SubscriptionAsked(Event):
    """Somebody has put an address into the newsletter's field."""

    subscriber_id: int
