"""The home page and the category tree, as answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.catalog import links
from stallage.catalog.prices import running
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

COUNTS = """
    SELECT above.id, count(DISTINCT pc.product_id) AS products
    FROM categories below
    JOIN categories above ON above.id = ANY(below.path)
    JOIN product_categories pc ON pc.category_id = below.id
    JOIN products p ON p.id = pc.product_id AND p.card IS NOT NULL
    GROUP BY above.id
"""


async def home(connection: Connection, names: Vocabulary, now: datetime) -> dict[str, Any]:
    """What the home page shows now."""
    return {
        "pageItem": {
            "categoryList": [_category(one, names) for one in names.children.get(None, [])],
            "sliderList": [
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
            ],
            "salesList": [
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
            ],
            "featureSection": await _sections(connection),
        }
    }


def time_text(moment: datetime | None) -> str | None:
    """A moment as answers say it."""
    if moment is None:
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _category(category_id: int, names: Vocabulary) -> dict[str, Any]:
    category = names.categories[category_id]
    return {
        "slug": category.slug,
        "title": category.title,
        "description": category.description,
        "image": category.image,
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


async def category_tree(connection: Connection, names: Vocabulary) -> list[dict[str, Any]]:
    """All categories from the first level down, with how many products each has."""
    counts = {row["id"]: row["products"] for row in await connection.fetch(COUNTS)}
    nodes = {
        one: {"id": one, **_category(one, names), "count": counts.get(one, 0), "children": []}
        for one in names.categories
    }
    for parent_id, children in names.children.items():
        if parent_id is not None:
            nodes[parent_id]["children"] = [nodes[one] for one in children]
    return [nodes[one] for one in names.children.get(None, [])]
