"""Headings and breadcrumbs of lists."""

from __future__ import annotations

from typing import Any

from stallage.search.cache.catalog_names import CatalogNames, Category
from stallage.search.schemas.list_parameters import ListRequest
from stallage.shop.rules import links


def build_heading(request: ListRequest, names: CatalogNames) -> dict[str, Any] | None:
    """Return the heading of a list as JSON of `Heading`; None for a search or all products."""
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
    """Return breadcrumbs of a path of categories, as JSON of `Crumb`."""
    return [
        {"title": category.title, "slug": category.slug, "link": links.category(category.slug)}
        for category in path
    ]
