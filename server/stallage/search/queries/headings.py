"""Headings and breadcrumbs of lists."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.schemas import PictureJson
from stallage.search.cache.catalog_names import CatalogNames, Category
from stallage.search.schemas.list_parameters import ListRequest
from stallage.shop.rules import links


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """A step of the path to a page. Serialised as `Crumb`."""

    title: str
    slug: str
    link: str


@dataclass(frozen=True, slots=True)
class ListHeading:
    """The heading of a list. Serialised as `Heading`."""

    title: str
    description: str
    image: PictureJson | None
    breadcrumbs: list[Breadcrumb]


def build_heading(request: ListRequest, names: CatalogNames) -> ListHeading | None:
    """Return the heading of a list, or None for a search or all products."""
    if request.source is not None:
        source = request.source
        crumb = Breadcrumb(source.title, source.link.rsplit("/", 1)[1], source.link)
        return ListHeading(source.title, source.description, source.image, [crumb])
    if request.category is None or request.list_query.words is not None:
        return None
    category = request.category
    return ListHeading(
        category.title,
        category.description,
        category.image,
        breadcrumbs(names.category_path(category)),
    )


def breadcrumbs(path: list[Category]) -> list[Breadcrumb]:
    """Return the breadcrumbs of a path of categories."""
    return [
        Breadcrumb(category.title, category.slug, links.category(category.slug))
        for category in path
    ]
