"""Redirects from old slugs, and addresses that are gone for good."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.shop.client_routes import ROUTE_OF_SLUG, match_route

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
class Redirect:
    """Where something has moved that had this address."""

    moved_to: str | None
    """Its new path; None if it is gone for good."""


async def redirect_at(connection: Connection, segments: tuple[str, ...]) -> Redirect | None:
    """Return what was at an address before, or None if nothing ever was."""
    matched = match_route(segments)
    if matched is None or not matched[0].slug_kind:
        return None
    kind, slug = matched[0].slug_kind, "/".join(matched[1].values())
    row = await connection.fetchrow(FORMER, kind, slug)
    if row is not None and row["slug"]:
        return Redirect(_path(kind, row["slug"]))
    if row is not None and (row["gone"] or row["archived"]):
        return Redirect(None)
    if kind == "product" and await connection.fetchval(ARCHIVED, slug):
        return Redirect(None)
    return None


def _path(kind: str, slug: str) -> str:
    """Return the path of a slug; a tile's is `{section id}/{slug}`."""
    route = ROUTE_OF_SLUG[kind]
    names = [part[1:] for part in route.path.split("/") if part.startswith(":")]
    return route.url(**dict(zip(names, slug.split("/", len(names) - 1), strict=True)))
