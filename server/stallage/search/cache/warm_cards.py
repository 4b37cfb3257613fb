"""Read the cards of popular products into memory after the start, so that first lists need no query."""

from __future__ import annotations

import asyncio

import asyncpg
import structlog

from stallage.core.errors import NotReady
from stallage.search.cache.cached_cards import cached_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.engine import IndexUnusable
from stallage.search.rules import ListQuery

log = structlog.get_logger(__name__)

TOGETHER = 50
"""Cards read by one query, in about a millisecond."""
PAUSE_SECONDS = 0.01
"""Between two queries, so that requests come first."""
ROUNDS = 2
"""What changed while it was read is read again. The first index after the start is such a change."""
MOST = 10_000
"""More than this OpenSearch does not return at once."""
SMALLEST_CARD = 1024
"""Bytes, approximately, with what an entry of the cache takes besides."""


async def warm_cards(cache: CatalogCache) -> None:
    """Read cards, those of the most popular products first, until they fill their cache or are MOST."""
    most = min(cache.cards.free_bytes // SMALLEST_CARD, MOST)
    if most <= 0:
        return
    try:
        found = await cache.engine().first(ListQuery(sort="popularity"), most)
        for _ in range(ROUNDS):
            await _read(cache, [one for one in found.ids if cache.cards.get(str(one)) is None])
    except (
        IndexUnusable,
        NotReady,
        OSError,
        TimeoutError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
    ) as error:
        # The lists that show them read the rest.
        log.info("cards_not_warmed", error=repr(error))


async def _read(cache: CatalogCache, product_ids: list[int]) -> None:
    for start in range(0, len(product_ids), TOGETHER):
        if cache.cards.free_bytes < TOGETHER * SMALLEST_CARD * 2:
            break
        await cached_cards(cache, product_ids[start : start + TOGETHER])
        await asyncio.sleep(PAUSE_SECONDS)
