"""How often one network may search: what is found costs more than what is kept."""

from __future__ import annotations

from fastapi import Request

from stallage.core.allowances import allowances_of
from stallage.core.clients import client_of
from stallage.core.limits import Limit
from stallage.core.runtime import Runtime

SEARCHES = Limit("search", 12_000, 60)
"""Searches for words that nobody has searched for lately; ready answers are not counted."""
CRITERIA_SEARCHES = Limit("criteria-search", 120, 60)
"""Searches by criteria, whose cost the caller chooses."""


async def allow_search(request: Request, limit: Limit) -> None:
    """Lets one more search of the request's network through. Raises TooMany."""
    runtime: Runtime = request.app.state.runtime
    if runtime.settings.abuse_limits:
        await allowances_of(runtime).take(limit, client_of(request))
