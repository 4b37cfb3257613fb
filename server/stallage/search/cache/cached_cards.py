"""Product cards held in memory, which lists and product pages are put together from."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.products.queries.cards import read_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import card_tag
from stallage.search.cache.response_cache import CachedResponse


async def cached_cards(cache: CatalogCache, product_ids: Sequence[int]) -> bytes:
    """Return the cards of these products in this order, joined by commas, without those not on sale.

    Raises NotReady as `cards_by_id` does.
    """
    return b",".join((await cards_by_id(cache, product_ids)).values())


async def cards_by_id(cache: CatalogCache, product_ids: Sequence[int]) -> dict[int, bytes]:
    """Return the card of each of these products in this order, without those not on sale.

    Only cards that are not in memory are read from the database. Raises NotReady, see
    `Database.public_reading`.
    """
    since = cache.changes.number
    found: dict[int, bytes] = {}
    for one in product_ids:
        entry = cache.cards.get(str(one))
        if entry is not None:
            found[one] = entry.body
    missing = [one for one in product_ids if one not in found]
    if not missing:
        return found
    async with cache.database.public_reading() as connection:
        read = await read_cards(connection, missing)
    found.update(read)
    if cache.listening:
        for one, card in read.items():
            cache.cards.put(str(one), CachedResponse(card, "", (card_tag(one),)), since)
    return {one: found[one] for one in product_ids if one in found}
