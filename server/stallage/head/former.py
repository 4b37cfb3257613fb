"""Where an address leads that something had before, and which addresses are gone for good."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.catalog import links
from stallage.core.db import Connection

# A product that is archived, and whatever was deleted, is gone; drafts are not there yet.
FORMER = """
SELECT f.target_id IS NULL AS gone, CASE f.kind
    WHEN 'product' THEN (
        SELECT slug FROM products WHERE id = f.target_id AND card IS NOT NULL)
    WHEN 'category' THEN (SELECT slug FROM categories WHERE id = f.target_id)
    WHEN 'sale' THEN (SELECT slug FROM sales WHERE id = f.target_id)
    WHEN 'slider' THEN (SELECT slug FROM sliders WHERE id = f.target_id)
    WHEN 'tile' THEN (SELECT section_id || '/' || slug FROM feature_tiles WHERE id = f.target_id)
    WHEN 'blog' THEN (
        SELECT slug FROM blogs WHERE id = f.target_id AND published_at <= now())
    END AS slug, f.kind = 'product' AND EXISTS (
        SELECT FROM products WHERE id = f.target_id AND status = 'archived') AS archived
FROM former_slugs f WHERE f.kind = $1 AND f.slug = $2
"""
ARCHIVED = "SELECT EXISTS (SELECT FROM products WHERE slug = $1 AND status = 'archived')"


@dataclass(frozen=True, slots=True)
class Former:
    """What is known of an address where nothing is now."""

    moved_to: str | None
    """The path at which it is now; None: it is gone for good."""


def _of(segments: tuple[str, ...]) -> tuple[str, str] | None:
    match segments:
        case ("products", slug):
            return "product", slug
        case ("c", "collections", slug):
            return "category", slug
        case ("sa", "collections", slug):
            return "sale", slug
        case ("s", "collections", slug):
            return "slider", slug
        case ("collections", section, slug):
            return "tile", f"{section}/{slug}"
        case ("blogs", slug):
            return "blog", slug
        case _:
            return None


def _path(kind: str, slug: str) -> str:
    match kind:
        case "product":
            return links.product(slug)
        case "category":
            return links.category(slug)
        case "sale":
            return links.sale(slug)
        case "slider":
            return links.slider(slug)
        case "tile":
            section, _, name = slug.partition("/")
            return links.tile(int(section), name)
        case _:
            return f"/blogs/{slug}"


async def former_at(connection: Connection, segments: tuple[str, ...]) -> Former | None:
    """What was at an address, or None where nothing ever was."""
    asked = _of(segments)
    if asked is None:
        return None
    kind, slug = asked
    row = await connection.fetchrow(FORMER, kind, slug)
    if row is not None and row["slug"]:
        return Former(_path(kind, row["slug"]))
    if row is not None and (row["gone"] or row["archived"]):
        return Former(None)
    if kind == "product" and await connection.fetchval(ARCHIVED, slug):
        return Former(None)
    return None
