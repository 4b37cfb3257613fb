"""Numbers of the newsletter."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from stallage.core.rate_limits import RateLimit

SUBSCRIPTIONS: Final = RateLimit("newsletter", 20, 3600)
ASK_AGAIN_SECONDS: Final = 600
"""A second letter that asks is not sent to an address before."""

ENDED_STAYS: Final = timedelta(days=30)
"""How long an address stays that was never confirmed or has unsubscribed."""


def draw_token() -> str:
    """What confirms and ends a subscription; nobody guesses it."""
    return secrets.token_urlsafe(24)
