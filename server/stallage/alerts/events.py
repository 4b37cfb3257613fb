"""News of alerts."""

from __future__ import annotations

from stallage.core.events import Event


class AlertDue(Event):
    """What somebody wanted to be told has come true."""

    alert_id: int
