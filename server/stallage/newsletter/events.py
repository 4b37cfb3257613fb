"""Events of the newsletter."""

from __future__ import annotations

from stallage.core.events import Event


class SubscriptionRequested(Event):
    """An address was signed up for the newsletter and needs a confirmation email."""

    subscriber_id: int
