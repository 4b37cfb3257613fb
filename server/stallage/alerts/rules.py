"""Numbers and names of alerts."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from stallage.core.rate_limits import RateLimit

ALERTS: Final = RateLimit("alerts", 30, 3600)
WAITING_PER_ADDRESS: Final = 50
"""Alerts that one address can wait for at once."""
SENT_AT_ONCE: Final = 200
SENT_STAYS: Final = timedelta(days=30)
"""How long an alert stays after its message was sent, so that the message's link still works."""


def draw_token() -> str:
    """What ends an alert or a subscription without signing in; nobody guesses it."""
    return secrets.token_urlsafe(24)
