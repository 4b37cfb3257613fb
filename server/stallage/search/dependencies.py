"""Rate limits of searches per network. Cached responses are not counted."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request

from stallage.core.clients import client_of
from stallage.core.criteria import MAX_VALUES, HasValues
from stallage.core.rate_limit_cache import rate_limit_cache_of
from stallage.core.rate_limits import RateLimit
from stallage.core.runtime import runtime_of

SEARCHES = RateLimit("search", 12_000, 60)
"""Searches for words whose response is not cached."""
SEARCH_CLICKS = RateLimit("search-click", 600, 60)
"""Reports of opened results."""
CRITERIA_SEARCHES = RateLimit("criteria-search", 120, 60)
"""Searches by criteria. A search with many values costs more and counts as several."""
VALUES_PER_SEARCH = 10
"""Values that count as one search."""


async def allow_search(request: Request) -> None:
    """Count a search for words by the request's network. Raises TooMany."""
    await _count(request, SEARCHES, 1)


async def allow_search_click(request: Request) -> None:
    """Count a report of an opened result by the request's network. Raises TooMany."""
    await _count(request, SEARCH_CLICKS, 1)


async def allow_criteria(request: Request, criteria: Sequence[HasValues]) -> None:
    """Count a search by these criteria by the request's network. Raises TooMany."""
    # A search with more values is rejected later, at no cost.
    values = min(MAX_VALUES, sum(len(criterion.value) for criterion in criteria))
    await _count(request, CRITERIA_SEARCHES, 1 + values // VALUES_PER_SEARCH)


async def _count(request: Request, limit: RateLimit, units: int) -> None:
    runtime = runtime_of(request)
    if runtime.settings.abuse_limits:
        await rate_limit_cache_of(runtime.database).hit(limit, client_of(request), units)
