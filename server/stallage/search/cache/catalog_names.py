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
from stallage.products.queries.swatches import Swatches, read_swatches
from stallage.products.rules.attribute_names import default_label
from stallage.products.rules.list_source import ListSource
from stallage.search.index.analysis import language_of
from stallage.search.queries.search_redirects import (
    RedirectTargets,
    read_targets,
    targets_by_phrase,
)
from stallage.search.queries.synonyms import synonyms_of_shop
from stallage.search.rules import Synonyms, fold_phrase, route_of_target
from stallage.settings import Settings
from stallage.shop.queries import company, offer_terms
from stallage.shop.rules.site import Site

SourceKind: TypeAlias = Literal["sale", "slider", "section", "collection"]
SOURCE_OF_ROUTE: Mapping[str, SourceKind] = {
    "sale": "sale",
    "slider": "slider",
    "tile": "section",
    "collection": "collection",
}
"""Kind of a route's slug → kind of its list."""


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


@dataclass(frozen=True, slots=True)
class FilterName:
    """How lists offer an attribute or option as a filter."""

    position: int
    label: str
    hidden: bool
    places: Mapping[str, int]
    """Places of the values that have one; the others follow by number of products."""


@dataclass(frozen=True)
class CatalogNames:
    """All names at one point in time."""

    categories: Mapping[int, Category]
    category_ids: Mapping[str, int]
    children: Mapping[int | None, list[int]]
    """Ids of subcategories in order; None is the key of the top level."""
    brands: Mapping[int, Brand]
    brand_ids: Mapping[str, int]
    """By slug, also by those that a brand had before."""
    attributes: Mapping[str, FilterName]
    swatches: Swatches
    """Colours of the values of options."""
    sources: Mapping[tuple[SourceKind, str], ListSource]
    """By slug; tiles by `{parentId}/{slug}`."""
    synonyms: Synonyms
    """Of search words."""
    search_redirects: Mapping[str, str]
    """Folded search words → the path that they lead to."""
    redirect_targets: RedirectTargets
    """Which of these paths lead nowhere. `leads_somewhere` also knows when lists are shown."""
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

    def search_redirect(self, words: str) -> str | None:
        """Return the path that a search leads to, if operators entered one and the page exists."""
        folded = fold_phrase(words) if self.search_redirects else ""
        target = self.search_redirects.get(folded) if folded else None
        return target if target is not None and self.leads_somewhere(target) else None

    def leads_somewhere(self, target: str) -> bool:
        """Whether there is a page at a path that a search leads to."""
        matched = route_of_target(target)
        if matched is None or not target:
            return False
        kind, slug = matched[0].slug_kind, matched[1]
        if (kind, slug) in self.redirect_targets.missing:
            return False
        source_kind = SOURCE_OF_ROUTE.get(kind)
        if source_kind is None:
            return True
        source = self.sources.get((source_kind, slug))
        # One with another slug now redirects by itself, except tiles.
        return kind != "tile" if source is None else source.is_shown(clock.now())

    def facet_label(self, name: str) -> str:
        """Return the label of a facet."""
        known = self.attributes.get(name)
        return known.label if known else default_label(name)

    def is_hidden(self, name: str) -> bool:
        """Return whether lists leave a facet out."""
        known = self.attributes.get(name)
        return known is not None and known.hidden

    def value_places(self, name: str) -> Mapping[str, int]:
        """Return the places of the values of a facet that come first."""
        known = self.attributes.get(name)
        return known.places if known else {}

    def swatches_of(self, name: str) -> Mapping[str, str]:
        """Return the colours of the values of a facet, by `swatch_key` of the value."""
        return self.swatches.get(name, {})

    def facet_order(self, name: str) -> tuple[int, str]:
        """Return the sort key of a facet; those without a position come last, by name."""
        known = self.attributes.get(name)
        return (known.position if known else 1_000_000, name)


CATEGORIES = """
    SELECT c.id, c.slug, c.title, c.description, c.image, c.parent_id, c.path, c.position,
        c.seo_title, c.seo_description, g.slug AS guide_slug, g.title AS guide_title, g.option AS guide_option
    FROM categories_view c LEFT JOIN size_guides_view g ON g.id = c.size_guide_id
    ORDER BY c.position, c.title, c.id
"""
BRANDS = """
    SELECT b.id, b.slug, b.name, coalesce(previous.slugs, '{}') AS previous_slugs
    FROM brands_view b LEFT JOIN (
        SELECT target_id, array_agg(slug) AS slugs FROM slug_redirects_view
        WHERE kind = 'brand' GROUP BY target_id
    ) previous ON previous.target_id = b.id
"""
ATTRIBUTES = "SELECT name, label, position, hidden, value_order FROM attributes_view"


async def read_catalog_names(connection: Connection, settings: Settings) -> CatalogNames:
    """Read all names."""
    shop = await company(connection, settings)
    search_redirects = await targets_by_phrase(connection)
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
    brand_rows = await connection.fetch(BRANDS)
    brands = {row["id"]: Brand(row["id"], row["slug"], row["name"]) for row in brand_rows}
    previous = {slug: row["id"] for row in brand_rows for slug in row["previous_slugs"]}
    return CatalogNames(
        categories=categories,
        category_ids={category.slug: category.id for category in categories.values()},
        children=children,
        brands=brands,
        brand_ids=previous | {brand.slug: brand.id for brand in brands.values()},
        attributes={row["name"]: _filter_name(row) for row in await connection.fetch(ATTRIBUTES)},
        swatches=await read_swatches(connection),
        sources=await _read_sources(connection),
        synonyms=await synonyms_of_shop(connection, language_of(settings.locale)),
        search_redirects=search_redirects,
        redirect_targets=await read_targets(connection, search_redirects.values()),
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


def _filter_name(row: Record) -> FilterName:
    places = {value: place for place, value in enumerate(row["value_order"])}
    return FilterName(row["position"], row["label"], row["hidden"], places)


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
