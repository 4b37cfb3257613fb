"""Products that are similar to another one, from the sets of products."""

from __future__ import annotations

from collections.abc import Sequence

from pyroaring import BitMap

from stallage.search.index.engine import ProductTraits
from stallage.search.index.product_sets import ATTRIBUTE, EMPTY, ProductSets
from stallage.search.index.schema import ID_BITS

MAX_VALUES = 8
"""Values of attributes that are compared."""


def similar_products(sets: ProductSets, traits: ProductTraits, limit: int) -> list[int]:
    """Return ids of similar products in stock: of the same category and brand first, then of the same
    category, then of the same brand, then others with equal attributes.

    Each group is sorted by equal attributes and a close price, and then as lists are by default.
    """
    values = [(name, value) for name, each in traits.attributes.items() for value in each]
    equal = [sets.of(f"{ATTRIBUTE}{name}", value) for name, value in values[:MAX_VALUES]]
    category = sets.of("category", traits.category_id) if traits.category_id else EMPTY
    brand = sets.of("brand", traits.brand_id) if traits.brand_id else EMPTY
    left = sets.live & sets.of("inStock", True)
    own = sets.ordinal(traits.product_id)
    if own is not None:
        left.discard(own)
    found: list[int] = []
    for group in (category & brand, category, brand, BitMap.union(EMPTY, *equal)):
        candidates = group & left
        if candidates:
            best = _best(sets, traits, candidates, equal, limit - len(found))
            found += best
            left -= BitMap(best)
        if len(found) >= limit:
            break
    return sets.ids_of(found)


def _best(
    sets: ProductSets,
    traits: ProductTraits,
    candidates: BitMap,
    equal: Sequence[BitMap],
    limit: int,
) -> list[int]:
    """Return the ordinals of those that have most in common with the product."""
    common = list(equal)
    if traits.price:
        low, high = traits.price * 2 // 3, traits.price * 3 // 2
        order, prices = sets.orders["price"], sets.columns.prices
        common.append(order.between(prices, ID_BITS, low, high, candidates))
    # By number: the candidates that have so much in common, or more.
    levels = [candidates]
    for one in common:
        above = [level & one for level in levels]
        levels.append(above[-1])
        for number, more in enumerate(above[:-1], 1):
            levels[number] |= more
        if not levels[-1]:
            levels.pop()
    found: list[int] = []
    left = candidates
    for level in reversed(levels):
        some = level & left
        found += sets.orders["relevance"].page(some, 0, limit - len(found), descending=True)
        if len(found) >= limit:
            break
        left = left - some
    return found
