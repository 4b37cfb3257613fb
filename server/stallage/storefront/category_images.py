"""Pictures of categories: their own, or that of their best product."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.products.sql.cards import HAS_PICTURE
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.cache.response_cache import CachedResponse

# One pass over all products: 100,000 in 5,000 categories take 0.15 seconds, and a search in each
# category ten times as long. The best is in stock, then the one most sold, then the newest.
BEST_PRODUCTS = f"""
    SELECT pc.category_id, max(ARRAY[p.in_stock::int, p.popularity, p.id]) AS best
    FROM product_categories pc JOIN products p ON p.id = pc.product_id
    WHERE {HAS_PICTURE}
    GROUP BY pc.category_id
"""

IMAGES = "SELECT id, card::jsonb -> 'image' AS image FROM products WHERE id = ANY($1::bigint[])"

KEY = "category pictures"


@dataclass(frozen=True, slots=True)
class CategoryPictures:
    """Where each category's picture comes from."""

    names: CatalogNames
    product_ids: dict[int, int]
    """Category → its best product with a picture, of those that have no picture of their own."""

    def __contains__(self, category_id: object) -> bool:
        """Whether a category has a picture, its own or a product's."""
        category = self.names.categories.get(category_id) if isinstance(category_id, int) else None
        return category is not None and (
            category.image is not None or category.id in self.product_ids
        )

    async def images(
        self, connection: Connection, category_ids: Iterable[int]
    ) -> dict[int, dict[str, Any]]:
        """The pictures of some categories; those without any are left out."""
        images: dict[int, dict[str, Any]] = {}
        wanted: dict[int, int] = {}
        for one in category_ids:
            own = self.names.categories[one].image
            if own is not None:
                images[one] = own
            elif one in self.product_ids:
                wanted[one] = self.product_ids[one]
        if wanted:
            rows = await connection.fetch(IMAGES, list(set(wanted.values())))
            of_products = {row["id"]: row["image"] for row in rows}
            for category_id, product_id in wanted.items():
                image = of_products.get(product_id)
                if image is not None:
                    # Beside the category's title the product's name would only mislead.
                    images[category_id] = {**image, "alt": ""}
        return images


async def category_pictures(
    connection: Connection, cache: CatalogCache, names: CatalogNames
) -> CategoryPictures:
    """The categories' best products, cached until a product or a category changes."""
    if all(category.image is not None for category in names.categories.values()):
        return CategoryPictures(names, {})
    kept = cache.facets.get(KEY)
    if kept is not None:
        return CategoryPictures(names, dict(orjson.loads(kept.body)))
    generation = cache.facets.generation
    found = best_products(
        {row["category_id"]: row["best"] for row in await connection.fetch(BEST_PRODUCTS)}, names
    )
    if cache.listening:
        cache.facets.put(
            KEY, CachedResponse(orjson.dumps(list(found.items())), "", None), generation
        )
    return CategoryPictures(names, found)


def best_products(direct: dict[int, list[int]], names: CatalogNames) -> dict[int, int]:
    """The best product of each category and those below it.

    `direct` has the rank of the best product that stands in the category itself; a rank ends in the
    product's id.
    """
    best: dict[int, list[int]] = {}
    for category_id, rank in direct.items():
        category = names.categories.get(category_id)
        for above in category.path if category else ():
            if above not in best or rank > best[above]:
                best[above] = rank
    return {
        category_id: rank[-1]
        for category_id, rank in best.items()
        if category_id in names.categories and names.categories[category_id].image is None
    }
