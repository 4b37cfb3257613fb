"""Redirects for operators."""

from __future__ import annotations

from urllib.parse import unquote

from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.redirects.queries.lookups import (
    PAGES,
    destinations,
    enabled_systems,
    pages_by_name,
)
from stallage.redirects.rules.targets import PAGE_KINDS, page_of_path, path_of_page
from stallage.redirects.schemas import (
    AutomaticRedirect,
    ListedRedirect,
    OldShops,
    RedirectTarget,
    RedirectTargets,
)

CHOICES = 20

REDIRECTS = f"""
SELECT r.id, r.path, r.target_kind, r.target_id, r.target_path, r.updated_at, p.title,
    lower(r.path) AS sorted_by
FROM url_redirects r LEFT JOIN ({PAGES}) p ON p.kind = r.target_kind AND p.id = r.target_id
"""
MATCHES = """
($1 = '' OR strpos(lower(r.path), lower($1)) > 0 OR strpos(lower(coalesce(r.target_path, '')), lower($1)) > 0)
"""
LIST = f"""
{REDIRECTS} WHERE {MATCHES}
    AND ($2::text IS NULL OR (lower(r.path), r.id) {{after}} ($2, $3::bigint))
ORDER BY lower(r.path) {{direction}}, r.id {{direction}} LIMIT $4
"""
COUNT = f"SELECT count(*) FROM (SELECT FROM url_redirects r WHERE {MATCHES} LIMIT $2) counted"
ONE = f"{REDIRECTS} WHERE r.id = $1"
TARGETS = f"""
SELECT p.kind, p.title, p.slug FROM ({PAGES}) p
WHERE strpos(lower(p.title), lower($1)) > 0 OR p.slug = $1
ORDER BY lower(p.title) <> lower($1), lower(p.title), p.kind, p.id LIMIT $2
"""
AUTOMATIC = f"""
SELECT f.kind, f.slug, f.changed_at, p.slug AS new_slug
FROM slug_redirects_view f LEFT JOIN ({PAGES}) p ON p.kind = f.kind AND p.id = f.target_id
WHERE f.kind = ANY($5::text[]) AND ($1 = '' OR strpos(f.slug, lower($1)) > 0)
    AND ($2::text IS NULL OR (f.kind, f.slug) {{after}} ($2, $3::text))
ORDER BY f.kind {{direction}}, f.slug {{direction}} LIMIT $4
"""


async def redirects(
    connection: Connection, words: str, page: CursorQuery
) -> CursorPage[ListedRedirect]:
    """Return a page of redirects by their old paths."""
    values = page.values(str, int) or (None, None)
    rows = await connection.fetch(_ordered(LIST, page), words, *values, page.limit + 1)
    part = slice_of(rows, page, lambda row: (row["sorted_by"], row["id"]))
    return CursorPage(
        items=await _listed(connection, part.rows),
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


def _ordered(statement: str, page: CursorQuery) -> str:
    return statement.format(
        after="<" if page.backwards else ">", direction="DESC" if page.backwards else "ASC"
    )


async def count_redirects(connection: Connection, words: str) -> Count:
    """Count redirects by a part of their paths."""
    return capped_count(await connection.fetchval(COUNT, words, MAX_COUNT + 1))


async def redirect_by_id(connection: Connection, redirect_id: int) -> ListedRedirect:
    """Return a redirect. Raises NotFound."""
    row = await connection.fetchrow(ONE, redirect_id)
    if row is None:
        raise NotFound("There is no such redirect.")
    return (await _listed(connection, [row]))[0]


async def _listed(connection: Connection, rows: list[Record]) -> list[ListedRedirect]:
    ends = await destinations(connection, [row["path"] for row in rows])
    named = {row["path"]: page_of_path(_segments(row["path"])) for row in rows}
    existing = await pages_by_name(connection, [page for page in named.values() if page])
    return [
        ListedRedirect(
            id=row["id"],
            path=row["path"],
            target_kind=row["target_kind"],
            title=row["title"],
            target=ends[row["path"]].path,
            via=ends[row["path"]].via,
            shadowed=named[row["path"]] in existing,
            updated_at=row["updated_at"],
            etag=etag_of(
                row["id"], row["path"], row["target_kind"], row["target_id"], row["target_path"]
            ),
        )
        for row in rows
    ]


def _segments(path: str) -> tuple[str, ...]:
    return tuple(unquote(part) for part in path[1:].split("/"))


async def targets(connection: Connection, words: str) -> RedirectTargets:
    """Return pages by a part of their title, or by their slug."""
    rows = await connection.fetch(TARGETS, words, CHOICES)
    return RedirectTargets(
        items=[
            RedirectTarget(
                kind=row["kind"], title=row["title"], path=path_of_page(row["kind"], row["slug"])
            )
            for row in rows
        ]
    )


async def automatic_redirects(
    connection: Connection, words: str, page: CursorQuery
) -> CursorPage[AutomaticRedirect]:
    """Return a page of the redirects that the shop keeps since addresses changed."""
    values = page.values(str, str) or (None, None)
    rows = await connection.fetch(
        _ordered(AUTOMATIC, page), words, *values, page.limit + 1, list(PAGE_KINDS)
    )
    part = slice_of(rows, page, lambda row: (row["kind"], row["slug"]))
    return CursorPage(
        items=[
            AutomaticRedirect(
                path=path_of_page(row["kind"], row["slug"]),
                target=row["new_slug"] and path_of_page(row["kind"], row["new_slug"]),
                changed_at=row["changed_at"],
            )
            for row in part.rows
        ],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def old_shops(connection: Connection) -> OldShops:
    """Return which systems' addresses are redirected by their form."""
    enabled = await enabled_systems(connection)
    return OldShops(shopify="shopify" in enabled, woocommerce="woocommerce" in enabled)
