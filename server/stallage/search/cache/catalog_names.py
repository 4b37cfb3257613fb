"""The catalogue's names: categories, brands, facets and what lists lead from.

Small beside the products, asked for by every list, changed now and then: each process keeps it in
memory and reads it again when the database says that it has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from stallage.core.db import Connection, Record
from stallage.merchandising.queries import slider_sources, tile_sources
from stallage.products.queries.collections import ListSource
from stallage.products.queries.sales import sale_sources
from stallage.settings import Settings
from stallage.shop.markup import Site, offer_terms
from stallage.shop.queries import company

SourceKind: TypeAlias = Literal["sale", "slider", "section"]


@dataclass(frozen=True, slots=True)
class SizeGuideReference:
    """Where a size guide is, and the option that it helps to choose."""

    slug: str
    title: str
    option: str


@dataclass(frozen=True, slots=True)
class Category:
    """A category as lists need it."""

    id: int
    slug: str
    title: str
    description: str
    image: dict[str, Any] | None
    parent_id: int | None
    path: tuple[int, ...]
    position: int
    """Its place among its siblings; the same for those that nobody has put in order."""
    size_guide: SizeGuideReference | None
    """Its own; `CatalogNames.size_guide` also looks at the categories above."""


@dataclass(frozen=True, slots=True)
class Brand:
    """A brand as facets need it."""

    id: int
    slug: str
    name: str


@dataclass(frozen=True)
class CatalogNames:
    """All names at one moment."""

    categories: Mapping[int, Category]
    category_ids: Mapping[str, int]
    children: Mapping[int | None, list[int]]
    """Of a category, in order; under None the first level."""
    brands: Mapping[int, Brand]
    brand_ids: Mapping[str, int]
    attributes: Mapping[str, tuple[int, str]]
    """Name → place and label, of those that have been given one."""
    sources: Mapping[tuple[SourceKind, str], ListSource]
    """By slug; a tile by `{parentId}/{slug}`."""
    site: Site
    """What the heads of all pages share."""

    def category_path(self, category: Category) -> list[Category]:
        """From the root down to the category itself."""
        return [self.categories[one] for one in category.path if one in self.categories]

    def size_guide(self, category: Category) -> SizeGuideReference | None:
        """The size guide of a category, or of the nearest one above it that has one."""
        guides = (one.size_guide for one in reversed(self.category_path(category)))
        return next((guide for guide in guides if guide is not None), None)

    def facet_label(self, name: str) -> str:
        """How a facet is called on the screen."""
        known = self.attributes.get(name)
        return known[1] if known else name.replace("_", " ").capitalize()

    def facet_place(self, name: str) -> tuple[int, str]:
        """Where a facet stands among the others; those without a place come last, by name."""
        known = self.attributes.get(name)
        return (known[0] if known else 1_000_000, name)


CATEGORIES = """
    SELECT c.id, c.slug, c.title, c.description, c.image, c.parent_id, c.path, c.position,
        g.slug AS guide_slug, g.title AS guide_title, g.option AS guide_option
    FROM categories c LEFT JOIN size_guides g ON g.id = c.size_guide_id
    ORDER BY c.position, c.title, c.id
"""
BRANDS = "SELECT id, slug, name FROM brands"
ATTRIBUTES = "SELECT name, label, position FROM attributes"


async def read_catalog_names(connection: Connection, settings: Settings) -> CatalogNames:
    """Reads all names."""
    shop = await company(connection, settings)
    categories = {
        row["id"]: Category(
            row["id"],
            row["slug"],
            row["title"],
            row["description"],
            row["image"],
            row["parent_id"],
            tuple(row["path"]),
            row["position"],
            _guide_of(row),
        )
        for row in await connection.fetch(CATEGORIES)
    }
    children: dict[int | None, list[int]] = {}
    for category in categories.values():
        children.setdefault(category.parent_id, []).append(category.id)
    brands = {
        row["id"]: Brand(row["id"], row["slug"], row["name"])
        for row in await connection.fetch(BRANDS)
    }
    return CatalogNames(
        categories=categories,
        category_ids={category.slug: category.id for category in categories.values()},
        children=children,
        brands=brands,
        brand_ids={brand.slug: brand.id for brand in brands.values()},
        attributes={
            row["name"]: (row["position"], row["label"])
            for row in await connection.fetch(ATTRIBUTES)
        },
        sources=await _read_sources(connection),
        site=Site(
            shop.company_name,
            settings.public_url.rstrip("/"),
            settings.locale,
            shop.logo_image,
            await offer_terms(connection, settings),
        ),
    )


def _guide_of(row: Record) -> SizeGuideReference | None:
    if row["guide_slug"] is None:
        return None
    return SizeGuideReference(row["guide_slug"], row["guide_title"], row["guide_option"])


async def _read_sources(connection: Connection) -> dict[tuple[SourceKind, str], ListSource]:
    sources: dict[tuple[SourceKind, str], ListSource] = {}
    by_kind: tuple[tuple[SourceKind, dict[str, ListSource]], ...] = (
        ("sale", await sale_sources(connection)),
        ("slider", await slider_sources(connection)),
        ("section", await tile_sources(connection)),
    )
    for kind, found in by_kind:
        sources.update({(kind, name): source for name, source in found.items()})
    return sources
