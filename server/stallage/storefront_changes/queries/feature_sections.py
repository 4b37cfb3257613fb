"""Feature sections for operators, and how one would look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import orjson

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.layout.drafts import FeatureTilesSection, HomeLayout
from stallage.layout.queries import stored_layouts
from stallage.merchandising.queries import ShownSection, ShownTile
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.shop.rules import links
from stallage.storefront.queries.home import PRODUCTS_PER_TILE, HomeIds, read_home, section_json
from stallage.storefront_changes.queries.collections import picture_of, products_in
from stallage.storefront_changes.queries.sliders import order_etag
from stallage.storefront_changes.schemas.feature_sections import (
    FeatureSectionDetails,
    FeatureSectionInput,
    FeatureSectionList,
    FeatureTileDetails,
    FeatureTileInput,
    ListedFeatureSection,
)
from stallage.storefront_changes.schemas.sliders import HomePlace

LIST = """
SELECT id, slug, title, kind,
    (SELECT count(*) FROM feature_tiles_view t WHERE t.section_id = s.id) AS tiles
FROM feature_sections_view s ORDER BY position, id
"""
DETAILS = "SELECT id, slug, title, subtitle, kind FROM feature_sections_view WHERE id = $1"
TILES = """
SELECT id, slug, title, text, image, phone_image, collection_id FROM feature_tiles_view
WHERE section_id = $1 ORDER BY position, id
"""
SLUGS = "SELECT slug FROM feature_sections_view"
CARDS = "SELECT id, card FROM products_view WHERE id = ANY($1::bigint[]) AND card IS NOT NULL"

PREVIEWED = 0
"""Stands for the id of the section in a preview."""


async def feature_sections(connection: Connection) -> FeatureSectionList:
    """Return all feature sections in their order."""
    rows = await connection.fetch(LIST)
    home = (await stored_layouts(connection)).home
    return FeatureSectionList(
        items=[ListedFeatureSection(**row, home=home_place(home, row["id"])) for row in rows],
        etag=order_etag([row["id"] for row in rows]),
    )


async def section_details(connection: Connection, section_id: int) -> FeatureSectionDetails:
    """Return a feature section with its tiles. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, section_id)
    if row is None:
        raise NotFound
    tiles = [
        await _tile(connection, section_id, tile)
        for tile in await connection.fetch(TILES, section_id)
    ]
    home = (await stored_layouts(connection)).home
    return FeatureSectionDetails(
        **row,
        tiles=tiles,
        home=home_place(home, section_id),
        # Its place is not part of it: to order sections is no conflict with a change of one.
        etag=etag_of(*row.values(), *(_version(tile) for tile in tiles)),
    )


async def section_slugs(connection: Connection) -> set[str]:
    """Return the slugs of all feature sections."""
    return {row["slug"] for row in await connection.fetch(SLUGS)}


def home_place(home: HomeLayout, section_id: int) -> HomePlace:
    """Whether shoppers see a feature section on the home page."""
    if home.sections is None:
        return "automatic"
    shown = any(
        isinstance(one, FeatureTilesSection) and one.section_id == section_id and not one.hidden
        for one in home.sections
    )
    return "placed" if shown else "absent"


async def preview_section(
    connection: Connection, cache: CatalogCache, draft: FeatureSectionInput, now: datetime
) -> bytes:
    """Return a home page with only this feature section, as JSON of `Home`. Nothing is stored."""
    ids = sorted({one for tile in draft.tiles for one in tile.product_ids[:PRODUCTS_PER_TILE]})
    cards = {row["id"]: row["card"] for row in await connection.fetch(CARDS, ids)}
    shown = ShownSection(
        id=PREVIEWED,
        slug=draft.slug or "preview",
        title=draft.title,
        subtitle=draft.subtitle,
        kind=draft.kind,
        tiles=[_shown(tile, place, cards) for place, tile in enumerate(draft.tiles)],
    )
    names = await cache.names()
    home = await read_home(connection, cache, names, HomeLayout(sections=[]), HomeIds(now))
    page = orjson.loads(home)
    page["pageItem"]["featureSection"] = [section_json(shown)]
    page["sections"] = [{"kind": "feature", "id": "preview", "sectionId": PREVIEWED}]
    return orjson.dumps(page)


def _shown(tile: FeatureTileInput, place: int, cards: Mapping[int, str]) -> ShownTile:
    return ShownTile(
        slug=tile.slug or str(place),
        title=tile.title,
        text=tile.text,
        image=None if tile.image is None else tile.image.to_json(),
        phone_image=None if tile.phone_image is None else tile.phone_image.to_json(),
        cards=",".join(_cards(tile.product_ids, cards)),
    )


def _cards(product_ids: Sequence[int], cards: Mapping[int, str]) -> list[str]:
    return [cards[one] for one in dict.fromkeys(product_ids) if one in cards][:PRODUCTS_PER_TILE]


async def _tile(connection: Connection, section_id: int, row: Record) -> FeatureTileDetails:
    fields = dict(row)
    products = await products_in(connection, fields.pop("collection_id"))
    images = {name: picture_of(row[name]) for name in ("image", "phone_image")}
    return FeatureTileDetails(
        **{**fields, **images}, products=products, link=links.tile(section_id, row["slug"])
    )


def _version(tile: FeatureTileDetails) -> tuple[object, ...]:
    described = tile.model_dump(exclude={"products", "link"})
    return (described, [one.id for one in tile.products])
