"""Limits and tokens of alerts."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from stallage.core.rate_limits import RateLimit

ALERTS: Final = RateLimit("alerts", 30, 3600)
WAITING_PER_ADDRESS: Final = 50
"""Waiting alerts per address."""
BATCH: Final = 200
"""Alerts that one transaction marks as sent."""
SENT_RETENTION: Final = timedelta(days=30)
"""How long an alert is stored after its email was sent, so that the link in it works."""


def create_token() -> str:
    """Return an unguessable token that cancels an alert without signing in."""
    return secrets.token_urlsafe(24)
