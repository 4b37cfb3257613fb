"""The home page and the category tree, as answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.catalog import links
from stallage.catalog.category_pictures import CategoryPictures, category_pictures
from stallage.catalog.highlights import highlights
from stallage.catalog.prices import running
from stallage.catalog.search.facets import count_categories
from stallage.catalog.shelf import Shelf
from stallage.catalog.vocabulary import Vocabulary
from stallage.core.db import Connection

PRODUCTS_OF_TILE = 12

SLIDERS = """
    SELECT slug, title, subtitle, call_to_action, image, phone_image FROM sliders
    WHERE (starts_at IS NULL OR starts_at <= $1) AND (ends_at IS NULL OR $1 < ends_at)
    ORDER BY position, id
"""

SALES = f"""
    SELECT slug, title, description, percent, starts_at, ends_at, image, phone_image FROM sales
    WHERE {running("sales", "$1")} ORDER BY starts_at DESC, id
"""

TILES = """
    SELECT f.id, f.slug AS section_slug, f.title AS section_title, f.subtitle, f.kind,
        t.slug, t.title, t.text, t.image, t.phone_image,
        (SELECT coalesce(jsonb_agg(shown.card ORDER BY shown.place), '[]') FROM (
            SELECT p.card::jsonb AS card,
                row_number() OVER (ORDER BY NOT p.in_stock, cp.position, p.id) AS place
            FROM collection_products cp JOIN products p ON p.id = cp.product_id
            WHERE cp.collection_id = t.collection_id AND p.card IS NOT NULL
            ORDER BY place LIMIT $1
        ) shown) AS products
    FROM feature_sections f LEFT JOIN feature_tiles t ON t.section_id = f.id
    ORDER BY f.position, f.id, t.position, t.id
"""


async def home(
    connection: Connection, shelf: Shelf, names: Vocabulary, now: datetime
) -> dict[str, Any]:
    """What the home page shows now. One without sliders and sections has highlights instead."""
    pictures = await category_pictures(connection, shelf, names)
    sliders = await _sliders(connection, now)
    sections = await _sections(connection)
    roots = names.children.get(None, [])
    images = await pictures.images(connection, roots)
    return {
        "pageItem": {
            "categoryList": [_category(one, names, images) for one in roots],
            "sliderList": sliders,
            "salesList": await _sales(connection, now),
            "featureSection": sections,
        },
        "highlights": (
            None if sliders or sections else await _highlights(connection, shelf, names, pictures)
        ),
    }


async def _highlights(
    connection: Connection, shelf: Shelf, names: Vocabulary, pictures: CategoryPictures
) -> dict[str, Any]:
    found = await highlights(connection, shelf, names, pictures)
    images = await pictures.images(connection, found.categories)
    return {
        **found.products,
        "categories": [_category(one, names, images) for one in found.categories],
    }


async def _sliders(connection: Connection, now: datetime) -> list[dict[str, Any]]:
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


async def _sales(connection: Connection, now: datetime) -> list[dict[str, Any]]:
    return [
        {
            "slug": row["slug"],
            "title": row["title"],
            "description": row["description"],
            "percent": row["percent"],
            "startsAt": time_text(row["starts_at"]),
            "endsAt": time_text(row["ends_at"]),
            "image": row["image"],
            "phoneImage": row["phone_image"],
            "link": links.sale(row["slug"]),
        }
        for row in await connection.fetch(SALES, now)
    ]


def time_text(moment: datetime | None) -> str | None:
    """A moment as answers say it."""
    if moment is None:
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _category(
    category_id: int, names: Vocabulary, images: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    category = names.categories[category_id]
    return {
        "slug": category.slug,
        "title": category.title,
        "description": category.description,
        "image": images.get(category_id),
        "link": links.category(category.slug),
    }


async def _sections(connection: Connection) -> list[dict[str, Any]]:
    sections: dict[int, dict[str, Any]] = {}
    for row in await connection.fetch(TILES, PRODUCTS_OF_TILE):
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
                "products": row["products"],
            }
        )
    return list(sections.values())


async def category_tree(
    connection: Connection, shelf: Shelf, names: Vocabulary
) -> list[dict[str, Any]]:
    """All categories from the first level down, with how many products each has.

    Siblings stand in the operator's order; those without one by size, so that a header that has room
    for a few shows those with most to sell.
    """
    counts = count_categories(shelf.searcher())
    pictures = await category_pictures(connection, shelf, names)
    images = await pictures.images(connection, names.categories)
    nodes = {
        one: {
            "id": one,
            **_category(one, names, images),
            "count": counts.get(one, 0),
            "children": [],
        }
        for one in names.categories
    }

    def in_order(siblings: list[int]) -> list[dict[str, Any]]:
        ids = sorted(
            siblings, key=lambda one: (names.categories[one].position, -counts.get(one, 0))
        )
        return [nodes[one] for one in ids]

    for parent_id, children in names.children.items():
        if parent_id is not None:
            nodes[parent_id]["children"] = in_order(children)
    return in_order(names.children.get(None, []))
