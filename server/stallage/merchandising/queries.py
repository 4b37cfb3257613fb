"""Sliders and feature sections, as the home page and lists read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.core.db import Connection
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

TILE_SOURCES = "SELECT collection_id, section_id, slug, title, text, image FROM feature_tiles"


async def sliders_on_home(connection: Connection, now: datetime) -> list[dict[str, Any]]:
    """The sliders shown at this moment, as `HomeSlider`."""
    return [
        {
            "slug": row["slug"],
            "title": row["title"],
            "subtitle": row["subtitle"],
            "callToAction": row["call_to_action"],
            "image": row["image"],
            "phoneImage": row["phone_image"],
            "link": links.slider(row["slug"]),
        }
        for row in await connection.fetch(SLIDERS, now)
    ]


async def sections_on_home(connection: Connection, products_per_tile: int) -> list[dict[str, Any]]:
    """The feature sections with the first products of each tile, as `HomeSection`."""
    rows = await connection.fetch(SECTIONS)
    collection_ids = [row["collection_id"] for row in rows if row["slug"] is not None]
    cards = await first_cards(connection, collection_ids, products_per_tile)
    sections: dict[int, dict[str, Any]] = {}
    for row in rows:
        section = sections.setdefault(
            row["id"],
            {
                "id": row["id"],
                "slug": row["section_slug"],
                "title": row["section_title"],
                "subtitle": row["subtitle"],
                "kind": row["kind"],
                "image": row["image"],
                "link": links.tile(row["id"], row["slug"]) if row["slug"] else None,
                "tiles": [],
            },
        )
        if row["slug"] is None:
            continue
        section["tiles"].append(
            {
                "slug": row["slug"],
                "title": row["title"],
                "text": row["text"],
                "image": row["image"],
                "phoneImage": row["phone_image"],
                "link": links.tile(row["id"], row["slug"]),
                "products": cards[row["collection_id"]],
            }
        )
    return list(sections.values())


async def slider_sources(connection: Connection) -> dict[str, ListSource]:
    """What each slider leads to, by slug."""
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


async def tile_sources(connection: Connection) -> dict[str, ListSource]:
    """What each tile leads to, by `{section id}/{slug}`."""
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
