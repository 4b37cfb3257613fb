"""Limits and tokens of the newsletter."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from stallage.core.rate_limits import RateLimit

SUBSCRIPTIONS: Final = RateLimit("newsletter", 20, 3600)
RESEND_SECONDS: Final = 600
"""Time between two confirmation emails to the same address."""

UNSUBSCRIBED_RETENTION: Final = timedelta(days=30)
"""How long an unconfirmed or unsubscribed address is stored."""


def create_token() -> str:
    """Return an unguessable token for the links that confirm and end a subscription."""
    return secrets.token_urlsafe(24)
