"""Slugs that lead to another record of their kind, after two were merged."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core import clock
from stallage.core.db import Connection

PREVIOUS = "SELECT slug FROM slug_redirects WHERE kind = $1 AND target_id = $2 ORDER BY slug"
REDIRECT = """
    INSERT INTO slug_redirects (kind, slug, target_id, changed_at)
    SELECT $1, slug, $3, $4 FROM unnest($2::text[]) slug
    ON CONFLICT (kind, slug) DO UPDATE
        SET target_id = excluded.target_id, changed_at = excluded.changed_at
"""


async def previous_slugs(connection: Connection, kind: str, record_id: int) -> list[str]:
    """Return the slugs that a record had before."""
    return [row["slug"] for row in await connection.fetch(PREVIOUS, kind, record_id)]


async def redirect_slugs(
    connection: Connection, kind: str, slugs: Sequence[str], target_id: int
) -> None:
    """Let slugs lead to a record. Call it after deleting the record that had them."""
    await connection.execute(REDIRECT, kind, list(slugs), target_id, clock.now())
