"""The home page and the category tree, as answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.core.db import Connection
from stallage.merchandising.queries import sections_on_home, sliders_on_home
from stallage.products.queries.sales import running_sales
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.facet_counts import count_categories
from stallage.shop import links
from stallage.storefront.category_images import CategoryPictures, category_pictures
from stallage.storefront.highlights import highlights

PRODUCTS_OF_TILE = 12


async def home(
    connection: Connection, cache: CatalogCache, names: CatalogNames, now: datetime
) -> dict[str, Any]:
    """What the home page shows now. One without sliders and sections has highlights instead."""
    pictures = await category_pictures(connection, cache, names)
    sliders = await sliders_on_home(connection, now)
    sections = await sections_on_home(connection, PRODUCTS_OF_TILE)
    roots = names.children.get(None, [])
    images = await pictures.images(connection, roots)
    return {
        "pageItem": {
            "categoryList": [_category(one, names, images) for one in roots],
            "sliderList": sliders,
            "salesList": await running_sales(connection, now),
            "featureSection": sections,
        },
        "highlights": (
            None if sliders or sections else await _highlights(connection, cache, names, pictures)
        ),
    }


async def _highlights(
    connection: Connection, cache: CatalogCache, names: CatalogNames, pictures: CategoryPictures
) -> dict[str, Any]:
    found = await highlights(connection, cache, names, pictures)
    images = await pictures.images(connection, found.categories)
    return {
        **found.products,
        "categories": [_category(one, names, images) for one in found.categories],
    }


def _category(
    category_id: int, names: CatalogNames, images: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    category = names.categories[category_id]
    return {
        "slug": category.slug,
        "title": category.title,
        "description": category.description,
        "image": images.get(category_id),
        "link": links.category(category.slug),
    }


async def category_tree(
    connection: Connection, cache: CatalogCache, names: CatalogNames
) -> list[dict[str, Any]]:
    """All categories from the first level down, with how many products each has.

    Siblings stand in the operator's order; those without one by size, so that a header that has room
    for a few shows those with most to sell.
    """
    counts = count_categories(cache.searcher())
    pictures = await category_pictures(connection, cache, names)
    images = await pictures.images(connection, names.categories)
    nodes = {
        one: {
            "id": one,
            **_category(one, names, images),
            "count": counts.get(one, 0),
            "children": [],
        }
        for one in names.categories
    }

    def in_order(siblings: list[int]) -> list[dict[str, Any]]:
        ids = sorted(
            siblings, key=lambda one: (names.categories[one].position, -counts.get(one, 0))
        )
        return [nodes[one] for one in ids]

    for parent_id, children in names.children.items():
        if parent_id is not None:
            nodes[parent_id]["children"] = in_order(children)
    return in_order(names.children.get(None, []))
