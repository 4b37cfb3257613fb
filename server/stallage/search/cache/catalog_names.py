"""Catalog names: categories, brands, facet labels and the sources of lists.

Every list needs them, they are small and change rarely. Each process holds them in memory and reads
them again when the database notifies it of a change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.layout.drafts import HomeLayout
from stallage.layout.queries import StoredLayouts, build_frame, stored_layouts
from stallage.layout.schemas import Frame
from stallage.merchandising.queries import collection_sources, slider_sources, tile_sources
from stallage.products.queries.sales import sale_sources
from stallage.products.rules.list_source import ListSource
from stallage.settings import Settings
from stallage.shop.queries import company, offer_terms
from stallage.shop.rules.site import Site

SourceKind: TypeAlias = Literal["sale", "slider", "section", "collection"]


@dataclass(frozen=True, slots=True)
class SizeGuideReference:
    """A link to a size guide, and the option that it is for."""

    slug: str
    title: str
    option: str


@dataclass(frozen=True, slots=True)
class Category:
    """A category."""

    id: int
    slug: str
    title: str
    description: str
    image: dict[str, Any] | None
    parent_id: int | None
    path: tuple[int, ...]
    position: int
    """Its place among its siblings; equal for those without an order."""
    size_guide: SizeGuideReference | None
    """Its own; `CatalogNames.size_guide` also looks at parent categories."""
    seo_title: str
    seo_description: str


@dataclass(frozen=True, slots=True)
class Brand:
    """A brand."""

    id: int
    slug: str
    name: str


@dataclass(frozen=True)
class CatalogNames:
    """All names at one point in time."""

    categories: Mapping[int, Category]
    category_ids: Mapping[str, int]
    children: Mapping[int | None, list[int]]
    """Ids of subcategories in order; None is the key of the top level."""
    brands: Mapping[int, Brand]
    brand_ids: Mapping[str, int]
    attributes: Mapping[str, tuple[int, str]]
    """Name → position and label."""
    sources: Mapping[tuple[SourceKind, str], ListSource]
    """By slug; tiles by `{parentId}/{slug}`."""
    site: Site
    """What the heads of all pages share."""
    home: HomeLayout
    """The sections of the home page."""
    frame: Frame
    """Menus and announcement bar, as they were shown when the names were read."""

    def category_path(self, category: Category) -> list[Category]:
        """Return the categories from the root to this one."""
        return [self.categories[one] for one in category.path if one in self.categories]

    def size_guide(self, category: Category) -> SizeGuideReference | None:
        """Return the size guide of a category or of its nearest parent that has one."""
        guides = (one.size_guide for one in reversed(self.category_path(category)))
        return next((guide for guide in guides if guide is not None), None)

    def facet_label(self, name: str) -> str:
        """Return the label of a facet."""
        known = self.attributes.get(name)
        return known[1] if known else name.replace("_", " ").capitalize()

    def facet_order(self, name: str) -> tuple[int, str]:
        """Return the sort key of a facet; those without a position come last, by name."""
        known = self.attributes.get(name)
        return (known[0] if known else 1_000_000, name)


CATEGORIES = """
    SELECT c.id, c.slug, c.title, c.description, c.image, c.parent_id, c.path, c.position,
        c.seo_title, c.seo_description, g.slug AS guide_slug, g.title AS guide_title, g.option AS guide_option
    FROM categories_view c LEFT JOIN size_guides_view g ON g.id = c.size_guide_id
    ORDER BY c.position, c.title, c.id
"""
BRANDS = "SELECT id, slug, name FROM brands_view brands"
ATTRIBUTES = "SELECT name, label, position FROM attributes_view"


async def read_catalog_names(connection: Connection, settings: Settings) -> CatalogNames:
    """Read all names."""
    shop = await company(connection, settings)
    layouts = await stored_layouts(connection)
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
            _size_guide(row),
            row["seo_title"],
            row["seo_description"],
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
        home=layouts.home,
        frame=await _read_frame(connection, layouts),
    )


async def _read_frame(connection: Connection, layouts: StoredLayouts) -> Frame:
    version_id = layouts.versions.get("announcement", 0)
    return await build_frame(
        connection, layouts.menus, layouts.announcement, version_id, clock.now()
    )


def _size_guide(row: Record) -> SizeGuideReference | None:
    if row["guide_slug"] is None:
        return None
    return SizeGuideReference(row["guide_slug"], row["guide_title"], row["guide_option"])


async def _read_sources(connection: Connection) -> dict[tuple[SourceKind, str], ListSource]:
    sources: dict[tuple[SourceKind, str], ListSource] = {}
    by_kind: tuple[tuple[SourceKind, dict[str, ListSource]], ...] = (
        ("sale", await sale_sources(connection)),
        ("slider", await slider_sources(connection)),
        ("section", await tile_sources(connection)),
        ("collection", await collection_sources(connection)),
    )
    for kind, of_kind in by_kind:
        sources.update({(kind, slug): source for slug, source in of_kind.items()})
    return sources
