"""The home page and the category tree, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.core.times import format_iso
from stallage.layout.drafts import HomeLayout
from stallage.merchandising.queries import (
    ShownSection,
    ShownTile,
    sections_on_home,
    sliders_on_home,
)
from stallage.products.queries.sales import RunningSale, running_sales
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.engine import SearchReader
from stallage.shop.rules import links
from stallage.storefront.queries.category_images import CategoryImages, category_images
from stallage.storefront.queries.highlights import HighlightIds, find_highlights, read_highlights
from stallage.storefront.queries.home_sections import (
    SectionSources,
    find_section_products,
    read_sections,
)
from stallage.storefront.queries.home_tiles import category_json, slider_json

PRODUCTS_PER_TILE = 12

MENU_LEVELS = 2


@dataclass(frozen=True, slots=True)
class HomeIds:
    """What the search engine has for a home page."""

    now: datetime
    """The time that the page is for."""
    highlights: HighlightIds | None = None
    """None if operators composed the page."""
    sections: Mapping[str, list[int]] = field(default_factory=dict)
    """Section id → its products."""


async def find_home(cache: CatalogCache, layout: HomeLayout, now: datetime) -> HomeIds:
    """Return the products that a home page may show; none while the search engine is away.

    Call it before taking a connection.
    """
    return await cache.unless_away(_find_home(cache.engine(), layout, now), HomeIds(now))


async def _find_home(engine: SearchReader, layout: HomeLayout, now: datetime) -> HomeIds:
    if layout.sections is None:
        return HomeIds(now, await find_highlights(engine))
    sections = await find_section_products(engine, layout.sections, now)
    return HomeIds(now, sections=sections)


async def read_home(
    connection: Connection,
    cache: CatalogCache,
    names: CatalogNames,
    layout: HomeLayout,
    found: HomeIds,
) -> bytes:
    """Return the home page as JSON of `Home`. `found`: the result of `find_home`.

    If `layout` has no sections, it is the automatic page; without sliders and feature sections that has
    highlights.
    """
    now = found.now
    sources = await category_images(connection, cache, names)
    sliders = await sliders_on_home(connection, now)
    sections = await sections_on_home(connection, PRODUCTS_PER_TILE)
    roots = names.children.get(None, [])
    images = await sources.images(connection, roots)
    page = {
        "pageItem": {
            "categoryList": [category_json(one, names, images) for one in roots],
            "sliderList": [slider_json(one) for one in sliders],
            "salesList": [_sale(one) for one in await running_sales(connection, now)],
            "featureSection": [section_json(one) for one in sections],
        },
        "highlights": (
            await _highlights(connection, found.highlights, names, sources)
            if found.highlights is not None and not sliders and not sections
            else None
        ),
        "sections": (
            None
            if layout.sections is None
            else await read_sections(
                connection,
                SectionSources(
                    found.sections, names, sources, sliders, [one.id for one in sections], now
                ),
                layout.sections,
            )
        ),
    }
    return orjson.dumps(page)


def _sale(sale: RunningSale) -> dict[str, Any]:
    return {
        "slug": sale.slug,
        "title": sale.title,
        "description": sale.description,
        "percent": sale.percent,
        "startsAt": format_iso(sale.starts_at),
        "endsAt": format_iso(sale.ends_at),
        "image": sale.image,
        "phoneImage": sale.phone_image,
        "link": links.sale(sale.slug),
    }


def section_json(section: ShownSection) -> JsonObject:
    """Return a feature section as JSON of the home page."""
    first = section.tiles[0] if section.tiles else None
    shows_products = section.kind == "product-tiles" or (
        section.kind == "carousel" and len(section.tiles) == 1
    )
    tile_json = _product_tile if shows_products else _picture_tile
    return {
        "id": section.id,
        "slug": section.slug,
        "title": section.title,
        "subtitle": section.subtitle,
        "kind": section.kind,
        "image": first.image if first else None,
        "link": links.tile(section.id, first.slug) if first else None,
        "tiles": [tile_json(section.id, tile) for tile in section.tiles],
    }


def _product_tile(section_id: int, tile: ShownTile) -> JsonObject:
    return {
        "slug": tile.slug,
        "title": tile.title,
        "text": tile.text,
        "image": tile.image,
        "phoneImage": tile.phone_image,
        "link": links.tile(section_id, tile.slug),
        "products": orjson.Fragment(f"[{tile.cards}]"),
    }


def _picture_tile(section_id: int, tile: ShownTile) -> JsonObject:
    """A tile without products, which would be most of a page's bytes and are not shown."""
    image = tile.image
    if image is None:
        pictures = (card["image"] for card in orjson.loads(f"[{tile.cards}]"))
        image = next((one for one in pictures if one is not None), None)
    return {**_product_tile(section_id, tile), "image": image, "products": []}


async def _highlights(
    connection: Connection, found: HighlightIds, names: CatalogNames, sources: CategoryImages
) -> dict[str, Any]:
    highlights = await read_highlights(connection, found, names, sources)
    images = await sources.images(connection, highlights.categories)
    return {
        **highlights.products,
        "categories": [category_json(one, names, images) for one in highlights.categories],
    }


@dataclass(frozen=True, slots=True)
class CategoryTree:
    """The category tree."""

    output: bytes
    """JSON of `list[CategoryNode]`."""
    tags: frozenset[str]
    """Of what it shows."""


async def read_category_tree(cache: CatalogCache, names: CatalogNames) -> CategoryTree:
    """Return the category tree with product counts, which are 0 while the search engine is away."""
    counts = await cache.unless_away(cache.engine().count_categories(), {})
    async with cache.database.public_reading() as connection:
        sources = await category_images(connection, cache, names)
        images = await sources.images(connection, names.categories)
    nodes = {
        one: {
            "id": one,
            **category_json(one, names, images),
            "count": counts.get(one, 0),
            "children": [],
        }
        for one in names.categories
    }

    for parent_id, children in names.children.items():
        if parent_id is not None:
            nodes[parent_id]["children"] = [nodes[one] for one in _sorted(children, names, counts)]
    roots = [nodes[one] for one in _sorted(names.children.get(None, []), names, counts)]
    return CategoryTree(orjson.dumps(roots), sources.tags)


async def read_category_menu(cache: CatalogCache, names: CatalogNames) -> bytes:
    """Return the categories that have products, with their subcategories, as JSON of `list[FrameLink]`.

    While the search engine is away, all categories.
    """
    known = await cache.unless_away(cache.engine().count_categories(), None)
    counts = dict.fromkeys(names.categories, 1) if known is None else known

    def links_of(parent_id: int | None, levels: int) -> list[JsonObject]:
        return [
            {
                "title": names.categories[one].title,
                "link": links.category(names.categories[one].slug),
                "children": links_of(one, levels - 1) if levels > 1 else [],
            }
            for one in _sorted(names.children.get(parent_id, []), names, counts)
            if counts.get(one, 0) > 0
        ]

    return orjson.dumps(links_of(None, MENU_LEVELS))


def _sorted(siblings: list[int], names: CatalogNames, counts: Mapping[int, int]) -> list[int]:
    """Categories in the operator's order. Those without one are sorted by size, so that a header with
    little room shows the largest."""
    return sorted(siblings, key=lambda one: (names.categories[one].position, -counts.get(one, 0)))
