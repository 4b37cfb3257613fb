"""Product cards held in memory, which lists and product pages are put together from."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.products.queries.cards import read_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import card_tag
from stallage.search.cache.response_cache import CachedResponse


async def cached_cards(cache: CatalogCache, product_ids: Sequence[int]) -> bytes:
    """Return the cards of these products in this order, joined by commas, without those not on sale.

    Raises NotReady as `find_cards` does.
    """
    return b",".join([one.body for one in await find_cards(cache, product_ids)])


async def find_cards(cache: CatalogCache, product_ids: Sequence[int]) -> list[CachedResponse]:
    """Return the cards of these products in this order, without those not on sale.

    Only cards that are not in memory are read from the database. Raises NotReady, see
    `Database.public_reading`.
    """
    since = cache.changes.number
    entries = [cache.cards.get(str(one)) for one in product_ids]
    missing = [one for one, entry in zip(product_ids, entries, strict=True) if entry is None]
    if missing:
        async with cache.database.public_reading() as connection:
            cards = await read_cards(connection, missing)
        read = {one: CachedResponse(card, "", (card_tag(one),)) for one, card in cards.items()}
        if cache.listening:
            for one, entry in read.items():
                cache.cards.put(str(one), entry, since)
        entries = [
            read.get(one) if entry is None else entry
            for one, entry in zip(product_ids, entries, strict=True)
        ]
    return [entry for entry in entries if entry is not None]
