"""The home page and the category tree, as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.core.db import Connection
from stallage.merchandising.queries import sections_on_home, sliders_on_home
from stallage.products.queries.sales import running_sales
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.facet_counts import count_categories
from stallage.shop.rules import links
from stallage.storefront.queries.category_images import CategoryImages, category_images
from stallage.storefront.queries.highlights import read_highlights

PRODUCTS_PER_TILE = 12


async def read_home(
    connection: Connection, cache: CatalogCache, names: CatalogNames, now: datetime
) -> dict[str, Any]:
    """Return the home page as JSON of `Home`. Without sliders and sections it has highlights."""
    sources = await category_images(connection, cache, names)
    sliders = await sliders_on_home(connection, now)
    sections = await sections_on_home(connection, PRODUCTS_PER_TILE)
    roots = names.children.get(None, [])
    images = await sources.images(connection, roots)
    return {
        "pageItem": {
            "categoryList": [_category(one, names, images) for one in roots],
            "sliderList": sliders,
            "salesList": await running_sales(connection, now),
            "featureSection": sections,
        },
        "highlights": (
            None if sliders or sections else await _highlights(connection, cache, names, sources)
        ),
    }


async def _highlights(
    connection: Connection, cache: CatalogCache, names: CatalogNames, sources: CategoryImages
) -> dict[str, Any]:
    highlights = await read_highlights(connection, cache, names, sources)
    images = await sources.images(connection, highlights.categories)
    return {
        **highlights.products,
        "categories": [_category(one, names, images) for one in highlights.categories],
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


async def read_category_tree(
    connection: Connection, cache: CatalogCache, names: CatalogNames
) -> list[dict[str, Any]]:
    """Return the category tree with product counts, as JSON of `CategoryNode`.

    Siblings are in the operator's order. Those without one are sorted by size, so that a header with
    little room shows the largest.
    """
    counts = count_categories(cache.searcher())
    sources = await category_images(connection, cache, names)
    images = await sources.images(connection, names.categories)
    nodes = {
        one: {
            "id": one,
            **_category(one, names, images),
            "count": counts.get(one, 0),
            "children": [],
        }
        for one in names.categories
    }

    def sort(siblings: list[int]) -> list[dict[str, Any]]:
        ids = sorted(
            siblings, key=lambda one: (names.categories[one].position, -counts.get(one, 0))
        )
        return [nodes[one] for one in ids]

    for parent_id, children in names.children.items():
        if parent_id is not None:
            nodes[parent_id]["children"] = sort(children)
    return sort(names.children.get(None, []))
