"""Limits of questions."""

from __future__ import annotations

from typing import Final

from stallage.core.rate_limits import RateLimit

POSTS: Final = RateLimit("question", 20, 3600)
"""Questions and answers of one customer together."""
TICKETS_AT_ONCE: Final = 100
"""Maximum number of tickets that one run of the timer creates."""
