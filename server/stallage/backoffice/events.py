"""Events of the back office."""

from __future__ import annotations

from stallage.core.events import Event


class ResendRequested(Event):
    """An operator wants a refused message to be sent again."""

    message_id: int
    """In `undelivered_messages`."""
