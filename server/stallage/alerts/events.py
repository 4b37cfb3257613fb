"""Events of alerts."""

from __future__ import annotations

from stallage.core.events import Event


class AlertDue(Event):
    """An alert is due and was marked as sent."""

    alert_id: int
