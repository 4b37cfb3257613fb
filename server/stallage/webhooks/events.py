"""Events of webhooks."""

from __future__ import annotations

from stallage.core.events import Event


class DeliveryDue(Event):
    """Something about a subject is to be sent to an endpoint."""

    endpoint_id: int
    subject: str
