"""Headings and breadcrumbs of lists."""

from __future__ import annotations

from typing import Any

from stallage.search.cache.catalog_names import CatalogNames, Category
from stallage.search.list_parameters import ListRequest
from stallage.shop import links


def heading_of(request: ListRequest, names: CatalogNames) -> dict[str, Any] | None:
    """Return the heading of a list, as `Heading`; None for a search or for all products."""
    if request.source is not None:
        source = request.source
        return {
            "title": source.title,
            "description": source.description,
            "image": source.image,
            "breadcrumbs": [
                {"title": source.title, "slug": source.link.rsplit("/", 1)[1], "link": source.link}
            ],
        }
    if request.category is None or request.list_query.words is not None:
        return None
    category = request.category
    return {
        "title": category.title,
        "description": category.description,
        "image": category.image,
        "breadcrumbs": breadcrumbs(names.category_path(category)),
    }


def breadcrumbs(path: list[Category]) -> list[dict[str, str]]:
    """Return the categories from the root, as `Crumb`."""
    return [
        {"title": category.title, "slug": category.slug, "link": links.category(category.slug)}
        for category in path
    ]
