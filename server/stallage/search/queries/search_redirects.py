"""Redirects of searches, for operators and for searching."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.search.schemas.search_redirects import SearchRedirectDetails

ALL = "SELECT id, phrase, target FROM search_redirects ORDER BY lower(phrase), id"
ONE = "SELECT id, phrase, target FROM search_redirects WHERE id = $1"
TARGETS = "SELECT folded, target FROM search_redirects"


async def search_redirects(connection: Connection) -> list[SearchRedirectDetails]:
    """Return all redirects by phrase."""
    return [_details(row) for row in await connection.fetch(ALL)]


async def search_redirect_by_id(connection: Connection, redirect_id: int) -> SearchRedirectDetails:
    """Return a redirect. Raises NotFound."""
    row = await connection.fetchrow(ONE, redirect_id)
    if row is None:
        raise NotFound
    return _details(row)


async def targets_by_phrase(connection: Connection) -> dict[str, str]:
    """Return the path that each folded phrase leads to."""
    return {row["folded"]: row["target"] for row in await connection.fetch(TARGETS)}


def _details(row: Record) -> SearchRedirectDetails:
    return SearchRedirectDetails(**row, etag=etag_of(*row.values()))
