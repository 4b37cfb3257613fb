"""Numbers of the newsletter."""

from __future__ import annotations

import secrets
from typing import Final

from stallage.core.limits import Limit

SUBSCRIPTIONS: Final = Limit("newsletter", 20, 3600)
ASK_AGAIN_SECONDS: Final = 600
"""A second letter that asks is not sent to an address before."""


def draw_token() -> str:
    """What confirms and ends a subscription; nobody guesses it."""
    return secrets.token_urlsafe(24)
