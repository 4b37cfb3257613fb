"""Sliders, feature sections and collections, for the home page and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core.criteria import SqlParameters
from stallage.core.db import Connection
from stallage.core.schemas import PictureJson
from stallage.merchandising.drafts import CollectionRule
from stallage.merchandising.sql import POSITIONS, rule_condition
from stallage.products.queries.cards import first_cards
from stallage.products.rules.list_source import ListSource
from stallage.shop.rules import links

SLIDERS = """
    SELECT slug, title, subtitle, call_to_action, image, phone_image FROM sliders
    WHERE (starts_at IS NULL OR starts_at <= $1) AND (ends_at IS NULL OR $1 < ends_at)
    ORDER BY position, id
"""

SECTIONS = """
    SELECT f.id, f.slug AS section_slug, f.title AS section_title, f.subtitle, f.kind,
        t.slug, t.title, t.text, t.image, t.phone_image, t.collection_id
    FROM feature_sections f LEFT JOIN feature_tiles t ON t.section_id = f.id
    ORDER BY f.position, f.id, t.position, t.id
"""

SLIDER_SOURCES = """
    SELECT collection_id, slug, title, subtitle, image, starts_at, ends_at FROM sliders
"""

COLLECTION_SOURCES = """
    SELECT collection_id, slug, title, description, image, seo_title, seo_description
    FROM collection_pages
"""

RULES = "SELECT id, rule FROM collection_pages WHERE rule IS NOT NULL ORDER BY id"

MATCHES = """
    SELECT p.id, {position} AS position FROM products_view p
    WHERE ({among}::bigint[] IS NULL OR p.id = ANY({among})) AND {condition}
"""

TILE_SOURCES = "SELECT collection_id, section_id, slug, title, text, image FROM feature_tiles"


@dataclass(frozen=True, slots=True)
class ShownSlider:
    """A slider that is shown now."""

    slug: str
    title: str
    subtitle: str
    call_to_action: str
    image: PictureJson | None
    phone_image: PictureJson | None


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile of a section."""

    slug: str
    title: str
    text: str
    image: PictureJson | None
    phone_image: PictureJson | None
    cards: str
    """The first cards of its list as JSON, joined by commas."""


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A feature section."""

    id: int
    slug: str
    title: str
    subtitle: str
    kind: str
    tiles: list[ShownTile]


async def sliders_on_home(connection: Connection, now: datetime) -> list[ShownSlider]:
    """Return the sliders that are shown now, in order."""
    return [ShownSlider(**row) for row in await connection.fetch(SLIDERS, now)]


async def sections_on_home(connection: Connection, products_per_tile: int) -> list[ShownSection]:
    """Return the feature sections with the first products of each tile, in order."""
    rows = await connection.fetch(SECTIONS)
    collection_ids = [row["collection_id"] for row in rows if row["slug"] is not None]
    cards = await first_cards(connection, collection_ids, products_per_tile)
    sections: dict[int, ShownSection] = {}
    for row in rows:
        section = sections.setdefault(
            row["id"],
            ShownSection(
                row["id"],
                row["section_slug"],
                row["section_title"],
                row["subtitle"],
                row["kind"],
                [],
            ),
        )
        if row["slug"] is None:
            continue
        section.tiles.append(
            ShownTile(
                row["slug"],
                row["title"],
                row["text"],
                row["image"],
                row["phone_image"],
                cards[row["collection_id"]],
            )
        )
    return list(sections.values())


async def slider_sources(connection: Connection) -> dict[str, ListSource]:
    """Return each slider's list, by slug."""
    return {
        row["slug"]: ListSource(
            row["collection_id"],
            row["title"],
            row["subtitle"],
            row["image"],
            links.slider(row["slug"]),
            row["starts_at"],
            row["ends_at"],
        )
        for row in await connection.fetch(SLIDER_SOURCES)
    }


async def collection_sources(connection: Connection) -> dict[str, ListSource]:
    """Return the list of each collection with a page of its own, by slug."""
    return {
        row["slug"]: ListSource(
            row["collection_id"],
            row["title"],
            row["description"],
            row["image"],
            links.collection(row["slug"]),
            None,
            None,
            row["seo_title"],
            row["seo_description"],
        )
        for row in await connection.fetch(COLLECTION_SOURCES)
    }


async def collection_rules(connection: Connection) -> dict[int, CollectionRule]:
    """Return the rules of collections, by the id of the collection's page."""
    rows = await connection.fetch(RULES)
    return {row["id"]: CollectionRule.model_validate(row["rule"]) for row in rows}


async def matching_products(
    connection: Connection,
    rule: CollectionRule,
    now: datetime,
    among: Sequence[int] | None = None,
) -> dict[int, int]:
    """Return the products that match a rule, id → position. With `among`, only those of these."""
    parameters = SqlParameters()
    placeholder = parameters.add(None if among is None else list(among))
    statement = MATCHES.format(
        position=POSITIONS[rule.sort],
        among=placeholder,
        condition=rule_condition(rule, now, parameters),
    )
    rows = await connection.fetch(statement, *parameters.values)
    return {row["id"]: row["position"] for row in rows}


async def tile_sources(connection: Connection) -> dict[str, ListSource]:
    """Return each tile's list, by `{section id}/{slug}`."""
    return {
        f"{row['section_id']}/{row['slug']}": ListSource(
            row["collection_id"],
            row["title"],
            row["text"],
            row["image"],
            links.tile(row["section_id"], row["slug"]),
            None,
            None,
        )
        for row in await connection.fetch(TILE_SOURCES)
    }
