"""Where an address leads, for visitors and for writers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.redirects.rules.targets import (
    MAX_HOPS,
    NamedPage,
    pages_of_old_address,
    path_of_page,
)

# Pages that shoppers can open.
PAGES = """
    SELECT 'product' AS kind, id, slug, title FROM products_view WHERE card IS NOT NULL
    UNION ALL SELECT 'category', id, slug, title FROM categories_view
    UNION ALL SELECT 'collection', id, slug, title FROM collection_pages_view
    UNION ALL SELECT 'page', id, slug, title FROM pages_view WHERE own AND NOT draft
    UNION ALL SELECT 'blog', id, slug, title FROM blogs_view WHERE published_at <= now()
"""
END_OF_CHAIN = f"""
WITH RECURSIVE chain AS (
    SELECT start, r.target_kind, r.target_id, r.target_path, 0 AS via
    FROM unnest($1::text[]) AS requested (start)
    JOIN url_redirects r ON lower(r.path) = lower(start)
    UNION ALL
    SELECT c.start, r.target_kind, r.target_id, r.target_path, c.via + 1
    FROM chain c JOIN url_redirects r ON lower(r.path) = lower(split_part(c.target_path, '?', 1))
    WHERE c.via < {MAX_HOPS}
)
SELECT DISTINCT ON (c.start) c.start, c.target_kind, c.target_path, c.via, p.slug
FROM chain c LEFT JOIN ({PAGES}) p ON p.kind = c.target_kind AND p.id = c.target_id
ORDER BY c.start, c.via DESC
"""
PAGES_BY_NAME = f"""
SELECT p.kind, p.id, p.slug FROM unnest($1::text[], $2::text[]) AS requested (kind, slug)
JOIN ({PAGES}) p ON p.kind = requested.kind AND p.slug = requested.slug
"""
STORED = """
SELECT path, target_kind, target_id, target_path FROM url_redirects
WHERE lower(path) IN (SELECT lower(requested) FROM unnest($1::text[]) requested)
"""
ENABLED = "SELECT system FROM old_shop_addresses ORDER BY system"


@dataclass(frozen=True, slots=True)
class Destination:
    """The end of a chain of redirects."""

    path: str | None
    """None if the page there is gone."""
    via: int
    """Further redirects on the way."""


async def destinations(connection: Connection, paths: Sequence[str]) -> dict[str, Destination]:
    """Return where old paths lead; those without a redirect are missing."""
    found: dict[str, Destination] = {}
    for row in await connection.fetch(END_OF_CHAIN, list(paths)):
        path = row["target_path"]
        if row["slug"] is not None:
            path = path_of_page(row["target_kind"], row["slug"])
        found[row["start"]] = Destination(path, row["via"])
    return found


async def pages_by_name(connection: Connection, pages: Iterable[NamedPage]) -> dict[NamedPage, int]:
    """Return the ids of the pages that shoppers can open, by kind and slug."""
    requested = list(pages)
    rows = await connection.fetch(
        PAGES_BY_NAME, [page.kind for page in requested], [page.slug for page in requested]
    )
    return {NamedPage(row["kind"], row["slug"]): row["id"] for row in rows}


async def stored_redirects(connection: Connection, paths: Sequence[str]) -> JsonObject:
    """Return redirects by their old paths, each as `{"kind", "id", "path"}` of its target."""
    return {
        row["path"]: {
            "kind": row["target_kind"],
            "id": row["target_id"],
            "path": row["target_path"],
        }
        for row in await connection.fetch(STORED, list(paths))
    }


async def enabled_systems(connection: Connection) -> list[str]:
    """Return the systems whose addresses are redirected by their form."""
    return [row["system"] for row in await connection.fetch(ENABLED)]


async def redirect_of(connection: Connection, path: str, segments: Sequence[str]) -> str | None:
    """Return the new path of an address without a page, or None.

    `path` is the percent-encoded path of `segments`. A redirect counts before the form of the address.
    """
    found = (await destinations(connection, [path])).get(path)
    if found is not None and found.path is not None:
        return found.path
    for system in await enabled_systems(connection):
        meant = pages_of_old_address(system, segments)
        existing = await pages_by_name(connection, meant) if meant else {}
        page = next((one for one in meant if one in existing), None)
        if page is not None:
            return path_of_page(page.kind, page.slug)
    return None
