"""Redirects of searches, for operators and for searching."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.search.rules import route_of_target
from stallage.search.schemas.search_redirects import ListedSearchRedirect, SearchRedirectDetails

ALL = "SELECT id, phrase, target FROM search_redirects ORDER BY lower(phrase), id"
ONE = "SELECT id, phrase, target FROM search_redirects WHERE id = $1"
TARGETS = "SELECT folded, target FROM search_redirects"

# A page that has another slug now redirects by itself.
MISSING = """
    SELECT requested.kind, requested.slug
    FROM unnest($1::text[], $2::text[]) AS requested (kind, slug)
    LEFT JOIN slug_redirects_view r ON r.kind = requested.kind AND r.slug = requested.slug
    WHERE NOT CASE requested.kind
        WHEN 'product' THEN
            EXISTS (SELECT FROM products_view p WHERE p.slug = requested.slug AND p.card IS NOT NULL)
            OR EXISTS (SELECT FROM products_view p WHERE p.id = r.target_id AND p.card IS NOT NULL)
        WHEN 'category' THEN
            EXISTS (SELECT FROM categories_view c WHERE c.slug = requested.slug OR c.id = r.target_id)
        WHEN 'collection' THEN EXISTS (
            SELECT FROM collection_pages_view c WHERE c.slug = requested.slug OR c.id = r.target_id)
        WHEN 'sale' THEN
            EXISTS (SELECT FROM sales_view s WHERE s.slug = requested.slug OR s.id = r.target_id)
        WHEN 'slider' THEN
            EXISTS (SELECT FROM sliders_view s WHERE s.slug = requested.slug OR s.id = r.target_id)
        WHEN 'page' THEN EXISTS (
            SELECT FROM pages_view p
            WHERE (p.slug = requested.slug OR p.id = r.target_id) AND p.own AND NOT p.draft)
        WHEN 'blog' THEN EXISTS (
            SELECT FROM blogs_view b
            WHERE (b.slug = requested.slug OR b.id = r.target_id) AND b.published_at <= now())
        ELSE true
    END
"""
PRODUCTS = """
    SELECT id FROM products_view WHERE slug = ANY($1::text[])
    UNION SELECT target_id FROM slug_redirects_view WHERE kind = 'product' AND slug = ANY($1::text[])
"""


@dataclass(frozen=True, slots=True)
class RedirectTargets:
    """The pages that searches lead to, as far as they have a slug."""

    missing: frozenset[tuple[str, str]]
    """Kind and slug of those that do not exist, or not any longer."""
    product_ids: frozenset[int]
    """Products among them, also if they are not on sale."""


async def search_redirects(
    connection: Connection, leads_somewhere: Callable[[str], bool]
) -> list[ListedSearchRedirect]:
    """Return all redirects by phrase. `leads_somewhere`: whether there is a page at a path."""
    return [
        ListedSearchRedirect(
            **_details(row).model_dump(), is_broken=not leads_somewhere(row["target"])
        )
        for row in await connection.fetch(ALL)
    ]


async def search_redirect_by_id(connection: Connection, redirect_id: int) -> SearchRedirectDetails:
    """Return a redirect. Raises NotFound."""
    row = await connection.fetchrow(ONE, redirect_id)
    if row is None:
        raise NotFound
    return _details(row)


async def targets_by_phrase(connection: Connection) -> dict[str, str]:
    """Return the path that each folded phrase leads to."""
    return {row["folded"]: row["target"] for row in await connection.fetch(TARGETS)}


async def read_targets(connection: Connection, targets: Iterable[str]) -> RedirectTargets:
    """Return which of these paths lead to pages that do not exist."""
    matched = [route_of_target(one) for one in sorted(set(targets))]
    named = [(one[0].slug_kind, one[1]) for one in matched if one is not None and one[0].slug_kind]
    if not named:
        return RedirectTargets(frozenset(), frozenset())
    missing = await connection.fetch(
        MISSING, [kind for kind, _ in named], [slug for _, slug in named]
    )
    slugs = [slug for kind, slug in named if kind == "product"]
    products = await connection.fetch(PRODUCTS, slugs) if slugs else []
    return RedirectTargets(
        frozenset((row["kind"], row["slug"]) for row in missing),
        frozenset(row["id"] for row in products),
    )


def _details(row: Record) -> SearchRedirectDetails:
    return SearchRedirectDetails(**row, etag=etag_of(*row.values()))
