"""The sections of a home page that operators composed, as JSON of `HomeBlock`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.layout.drafts import (
    BannerSection,
    FeatureTilesSection,
    JournalSection,
    ProductsSection,
    SalesSection,
    Section,
    SlidersSection,
    TextSection,
    TilesSection,
)
from stallage.layout.queries import Targets, link_of, resolve_targets
from stallage.layout.rules import is_shown
from stallage.merchandising.queries import ShownSlider
from stallage.products.queries.cards import first_cards
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.engine import SearchReader
from stallage.search.rules import Filters, ListQuery, Sort
from stallage.shop.rules import links
from stallage.storefront.queries.category_images import CategoryImages
from stallage.storefront.queries.home_tiles import category_json, slider_json

PRODUCTS = 12
MAX_MAIN_CATEGORIES = 12

CARDS = """
    SELECT id, card, popularity FROM products_view
    WHERE id = ANY($1::bigint[]) AND card IS NOT NULL
"""

INDEXED: dict[str, tuple[Sort, Filters, str]] = {
    "newest": ("newest", Filters(in_stock=True), links.all_products("newest")),
    "popular": ("popularity", Filters(in_stock=True), links.all_products("popularity")),
    "reduced": (
        "discount",
        Filters(in_stock=True, discount=1),
        links.all_products("discount", discount=1),
    ),
}
"""Source → order, filters and the link to the whole list."""


@dataclass(frozen=True, slots=True)
class SectionSources:
    """What sections show besides the records that they name."""

    indexed: Mapping[str, list[int]]
    """Result of `find_section_products`."""
    names: CatalogNames
    images: CategoryImages
    sliders: Sequence[ShownSlider]
    feature_ids: Sequence[int]
    now: datetime


@dataclass(frozen=True, slots=True)
class _Found:
    """What the database and the index have for all sections."""

    targets: Targets
    ids: dict[str, list[int]]
    """Section id → the products of a list in the index."""
    cards: dict[int, str]
    """By product id."""
    sold: set[int]
    """Those that were sold. Without sales, the order by popularity means nothing."""
    of_collections: dict[int, str]
    """Joined cards, by collection id."""
    category_images: dict[int, JsonObject]


async def read_sections(
    connection: Connection, sources: SectionSources, sections: Sequence[Section]
) -> list[JsonObject]:
    """Return the sections that are shown now, in order; those with nothing to show are left out.

    The number of queries does not depend on the number of sections.
    """
    shown = _shown(sections, sources.now)
    targets = await resolve_targets(
        connection, [target for one in shown for target in one.targets()], sources.now
    )
    rows = [one for one in shown if isinstance(one, ProductsSection)]
    ids = {one.id: sources.indexed[one.id] for one in rows if one.id in sources.indexed}
    product_ids = sorted({product_id for first in ids.values() for product_id in first})
    cards = await connection.fetch(CARDS, product_ids) if product_ids else []
    collection_ids = _collections_of(rows, targets)
    found = _Found(
        targets,
        ids,
        {row["id"]: row["card"] for row in cards},
        {row["id"] for row in cards if row["popularity"] > 0},
        await first_cards(connection, collection_ids, PRODUCTS) if collection_ids else {},
        await sources.images.images(connection, _pictured_categories(sources, shown)),
    )
    blocks = [_block(one, sources, found) for one in shown]
    return [block for block in blocks if block is not None]


async def find_section_products(
    engine: SearchReader, sections: Sequence[Section], now: datetime
) -> dict[str, list[int]]:
    """Return the first products of each section of products that is shown now, except of collections."""
    found: dict[str, list[int]] = {}
    for section in _shown(sections, now):
        list_query = _list_query(section)
        if list_query is not None:
            found[section.id] = (await engine.first(list_query, PRODUCTS)).ids
    return found


def _shown(sections: Sequence[Section], now: datetime) -> list[Section]:
    return [one for one in sections if not one.hidden and is_shown(one.starts_at, one.ends_at, now)]


def _list_query(section: Section) -> ListQuery | None:
    """The list of a section that only the index has; None for other sections and for collections."""
    if not isinstance(section, ProductsSection):
        return None
    if section.source is not None:
        sort, filters, _ = INDEXED[section.source]
    elif section.products_of is not None and section.products_of.kind == "category":
        sort, filters = "relevance", Filters(category_id=section.products_of.id)
    else:
        return None
    return ListQuery(filters, sort=sort)


def _collections_of(rows: Sequence[ProductsSection], targets: Targets) -> list[int]:
    found = [
        targets.get(one.products_of.key) for one in rows if one.products_of and one.products_of.key
    ]
    return [one.collection_id for one in found if one and one.shown and one.collection_id]


def _pictured_categories(sources: SectionSources, shown: Sequence[Section]) -> list[int]:
    ids: set[int] = set()
    for section in shown:
        if isinstance(section, TilesSection):
            chosen = [one.id for one in section.items if one.kind == "category" and one.id]
            ids.update(chosen if section.items else _main_categories(sources.names))
    return sorted(one for one in ids if one in sources.names.categories)


def _main_categories(names: CatalogNames) -> list[int]:
    return names.children.get(None, [])[:MAX_MAIN_CATEGORIES]


def _block(section: Section, sources: SectionSources, found: _Found) -> JsonObject | None:
    """A section as JSON; None if it has nothing to show."""
    match section:
        case SlidersSection():
            return _banner(section.id, [slider_json(one) for one in sources.sliders])
        case BannerSection():
            return _banner(section.id, _slides(section, found.targets))
        case ProductsSection():
            return _products(section, found)
        case TilesSection():
            return _tiles(section, sources, found)
        case TextSection(html=html, title=title):
            fields = {"title": title, "html": html, "align": section.align}
            return {"kind": "text", "id": section.id, **fields} if html or title else None
        case JournalSection(title=title, count=count):
            return {"kind": "journal", "id": section.id, "title": title, "count": count}
        case SalesSection():
            return {"kind": "sales", "id": section.id}
        case FeatureTilesSection(section_id=section_id):
            if section_id not in sources.feature_ids:
                return None
            return {"kind": "feature", "id": section.id, "sectionId": section_id}


def _banner(section_id: str, slides: list[JsonObject]) -> JsonObject | None:
    return {"kind": "banner", "id": section_id, "slides": slides} if slides else None


def _slides(section: BannerSection, targets: Targets) -> list[JsonObject]:
    """The slides whose link leads somewhere."""
    return [
        {
            "slug": f"{section.id}-{place}",
            "title": slide.title,
            "subtitle": slide.subtitle,
            "callToAction": slide.call_to_action,
            "image": slide.image.to_json() if slide.image else None,
            "phoneImage": slide.phone_image.to_json() if slide.phone_image else None,
            "link": link,
        }
        for place, slide in enumerate(section.slides)
        if (link := link_of(slide.link, targets)) is not None
    ]


def _products(section: ProductsSection, found: _Found) -> JsonObject | None:
    title, link, cards = section.title, "", ""
    if section.source is not None:
        link = INDEXED[section.source][2]
    elif section.products_of is not None and section.products_of.key is not None:
        target = found.targets.get(section.products_of.key)
        if target is None or not target.shown:
            return None
        title, link = title or target.title, target.link
        cards = found.of_collections.get(target.collection_id or 0, "")
    if section.id in found.ids:
        ids = found.ids[section.id]
        if section.source == "popular":
            ids = [one for one in ids if one in found.sold]
        cards = ",".join(found.cards[one] for one in ids if one in found.cards)
    if not cards:
        return None
    return {
        "kind": "products",
        "id": section.id,
        "title": title,
        "source": section.source or "list",
        "link": link,
        "display": section.display,
        "products": orjson.Fragment(f"[{cards}]"),
    }


def _tiles(section: TilesSection, sources: SectionSources, found: _Found) -> JsonObject | None:
    names = sources.names
    if not section.items:
        tiles = [
            category_json(one, names, found.category_images) for one in _main_categories(names)
        ]
    else:
        tiles = [
            tile
            for item in section.items
            if (tile := _tile(item.kind, item.id or 0, names, found)) is not None
        ]
    if not tiles:
        return None
    return {"kind": "tiles", "id": section.id, "title": section.title, "tiles": tiles}


def _tile(kind: str, record_id: int, names: CatalogNames, found: _Found) -> JsonObject | None:
    if kind == "category":
        known = record_id in names.categories
        return category_json(record_id, names, found.category_images) if known else None
    target = found.targets.get((kind, record_id))
    if target is None:
        return None
    return {
        "slug": target.link,
        "title": target.title,
        "description": "",
        "image": target.image,
        "link": target.link,
    }
