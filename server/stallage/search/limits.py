"""How often one network may search: what is found costs more than what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request

from stallage.core.clients import client_of
from stallage.core.criteria import MAX_VALUES, HasValues
from stallage.core.rate_limit_cache import rate_limit_cache_of
from stallage.core.rate_limits import RateLimit
from stallage.core.runtime import runtime_of

SEARCHES = RateLimit("search", 12_000, 60)
"""Searches for words that nobody has searched for lately; ready answers are not counted."""
CRITERIA_SEARCHES = RateLimit("criteria-search", 120, 60)
"""Searches by criteria, whose cost the caller chooses: one with many values counts as several."""
VALUES_OF_ONE = 10
"""Values that are compared with for the price of one search."""


async def allow_search(request: Request) -> None:
    """Lets one more search for words of the request's network through. Raises TooMany."""
    await _take(request, SEARCHES, 1)


async def allow_criteria(request: Request, criteria: Sequence[HasValues]) -> None:
    """Lets a search by these criteria through. Raises TooMany."""
    # More values than may be are refused before they cost anything.
    values = min(MAX_VALUES, sum(len(criterion.value) for criterion in criteria))
    await _take(request, CRITERIA_SEARCHES, 1 + values // VALUES_OF_ONE)


async def _take(request: Request, limit: RateLimit, units: int) -> None:
    runtime = runtime_of(request)
    if runtime.settings.abuse_limits:
        await rate_limit_cache_of(runtime).hit(limit, client_of(request), units)
