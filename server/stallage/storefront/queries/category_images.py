"""Images of categories: their own, or that of their best product."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.products.sql.cards import HAS_PICTURE
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.cache.changes import OVERVIEWS, card_tag
from stallage.search.cache.response_cache import CachedResponse

# One pass over all products: 100,000 in 5,000 categories take 0.15 seconds, a search per category takes
# ten times as long. In-stock products are better, then best sellers, then newer ones.
BEST_PRODUCTS = f"""
    SELECT pc.category_id, max(ARRAY[p.in_stock::int, p.popularity, p.id]) AS best
    FROM product_categories_view pc JOIN products_view p ON p.id = pc.product_id
    WHERE {HAS_PICTURE}
    GROUP BY pc.category_id
"""

IMAGES = (
    "SELECT id, card::jsonb -> 'image' AS image FROM products_view WHERE id = ANY($1::bigint[])"
)

KEY = "category images"


@dataclass(frozen=True, slots=True)
class CategoryImages:
    """Sources of the categories' images."""

    names: CatalogNames
    product_ids: dict[int, int]
    """Category id → its best product with a picture, for categories without an image."""

    @property
    def tags(self) -> frozenset[str]:
        """Tags of what shows these images."""
        return frozenset([OVERVIEWS, *map(card_tag, self.product_ids.values())])

    def __contains__(self, category_id: object) -> bool:
        """Whether a category has an image, its own or a product's."""
        category = self.names.categories.get(category_id) if isinstance(category_id, int) else None
        return category is not None and (
            category.image is not None or category.id in self.product_ids
        )

    async def images(
        self, connection: Connection, category_ids: Iterable[int]
    ) -> dict[int, JsonObject]:
        """Return the images of these categories as JSON of `Picture`; those without are left out."""
        images: dict[int, dict[str, Any]] = {}
        from_products: dict[int, int] = {}
        for one in category_ids:
            own = self.names.categories[one].image
            if own is not None:
                images[one] = own
            elif one in self.product_ids:
                from_products[one] = self.product_ids[one]
        if from_products:
            rows = await connection.fetch(IMAGES, list(set(from_products.values())))
            of_products = {row["id"]: row["image"] for row in rows}
            for category_id, product_id in from_products.items():
                image = of_products.get(product_id)
                if image is not None:
                    # Next to the category's title, the product's name would mislead.
                    images[category_id] = {**image, "alt": ""}
        return images


async def category_images(
    connection: Connection, cache: CatalogCache, names: CatalogNames
) -> CategoryImages:
    """Return the sources of all images, cached until a product or category changes."""
    if all(category.image is not None for category in names.categories.values()):
        return CategoryImages(names, {})
    cached = cache.facets.get(KEY)
    if cached is not None:
        return CategoryImages(names, dict(orjson.loads(cached.body)))
    since = cache.changes.number
    product_ids = best_products(
        {row["category_id"]: row["best"] for row in await connection.fetch(BEST_PRODUCTS)}, names
    )
    if cache.listening:
        sources = CategoryImages(names, product_ids)
        output = orjson.dumps(list(product_ids.items()))
        cache.facets.put(KEY, CachedResponse(output, "", sources.tags), since)
    return CategoryImages(names, product_ids)


def best_products(direct: dict[int, list[int]], names: CatalogNames) -> dict[int, int]:
    """Return the best product of each category, including its subcategories.

    `direct` has the rank of the best product directly in a category; the last element of a rank is the
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
