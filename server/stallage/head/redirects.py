"""Redirects from old slugs, and pages that were deleted."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.head.address import Address
from stallage.redirects.queries.lookups import redirect_of
from stallage.shop.rules.client_routes import ROUTE_OF_SLUG, match_route

# Archived products and everything deleted are gone (410); drafts do not exist yet (404).
REDIRECT = """
SELECT f.target_id IS NULL AS gone, CASE f.kind
    WHEN 'product' THEN (
        SELECT slug FROM products WHERE id = f.target_id AND card IS NOT NULL)
    WHEN 'category' THEN (SELECT slug FROM categories WHERE id = f.target_id)
    WHEN 'sale' THEN (SELECT slug FROM sales WHERE id = f.target_id)
    WHEN 'slider' THEN (SELECT slug FROM sliders WHERE id = f.target_id)
    WHEN 'tile' THEN (SELECT section_id || '/' || slug FROM feature_tiles WHERE id = f.target_id)
    WHEN 'collection' THEN (SELECT slug FROM collection_pages WHERE id = f.target_id)
    WHEN 'blog' THEN (
        SELECT slug FROM blogs WHERE id = f.target_id AND published_at <= now())
    WHEN 'page' THEN (SELECT slug FROM pages WHERE id = f.target_id AND own AND NOT draft)
    END AS slug, f.kind = 'product' AND EXISTS (
        SELECT FROM products WHERE id = f.target_id AND status = 'archived') AS archived
FROM slug_redirects f WHERE f.kind = $1 AND f.slug = $2
"""
ARCHIVED = "SELECT EXISTS (SELECT FROM products WHERE slug = $1 AND status = 'archived')"


@dataclass(frozen=True, slots=True)
class Redirect:
    """What became of the page that had a URL before."""

    moved_to: str | None
    """Its new path; None if it was deleted."""


async def redirect_at(connection: Connection, address: Address) -> Redirect | None:
    """Return the redirect of an address without a page, or None if no page ever had it.

    One that an operator has entered counts before the shop's own.
    """
    entered = await redirect_of(connection, address.path, address.segments)
    return (
        await _slug_redirect(connection, address.segments) if entered is None else Redirect(entered)
    )


async def _slug_redirect(connection: Connection, segments: tuple[str, ...]) -> Redirect | None:
    matched = match_route(segments)
    if matched is None or not matched[0].slug_kind:
        return None
    kind, slug = matched[0].slug_kind, "/".join(matched[1].values())
    row = await connection.fetchrow(REDIRECT, kind, slug)
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
