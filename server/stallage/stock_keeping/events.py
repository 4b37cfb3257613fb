"""Events of stock keeping."""

from __future__ import annotations

from stallage.core.events import Event


class StockAlertDue(Event):
    """Items have fallen to their low-stock level, and a team member is to get an email."""

    alert_id: int
    operator_id: int
