"""Events of the back office."""

from __future__ import annotations

from typing import Literal

from stallage.core.events import Event


class ResendRequested(Event):
    """An operator wants a refused message to be sent again."""

    message_id: int
    """In `undelivered_messages`."""


class HealthCheckRequested(Event):
    """Somebody wants slow checks to run, or a timer does."""

    kind: Literal["checks", "ledger", "space"]


class SearchRebuildRequested(Event):
    """An operator wants the search index to be built again."""
