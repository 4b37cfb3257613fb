"""Reads versions of pages and articles."""

from __future__ import annotations

from stallage.content.drafts import Versioned
from stallage.content.rules import to_html
from stallage.content.schemas.operating import TextVersion, TextVersionDetails, TextVersionList
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.core.schemas import Output

VERSIONS = """
SELECT id, content ->> 'title' AS title, created_at, author,
    id = max(id) OVER () AS current
FROM content_versions WHERE kind = $1 AND subject_id = $2 ORDER BY id DESC LIMIT 50
"""
VERSION = """
SELECT id, content, content ->> 'title' AS title, created_at, author, id = (
    SELECT max(id) FROM content_versions WHERE kind = $1 AND subject_id = $2) AS current
FROM content_versions WHERE kind = $1 AND subject_id = $2 AND id = $3
"""


def _version(row: Record) -> TextVersion:
    return TextVersion(
        id=row["id"],
        created_at=row["created_at"],
        author=row["author"],
        title=row["title"],
        current=row["current"],
    )


async def versions_of(connection: Connection, of: Versioned) -> TextVersionList:
    """Return the versions of a page or article, newest first."""
    rows = await connection.fetch(VERSIONS, of.kind, of.id)
    return TextVersionList(items=[_version(row) for row in rows])


async def version_content(connection: Connection, of: Versioned, version_id: int) -> JsonObject:
    """Return the fields of a version. Raises NotFound."""
    row = await connection.fetchrow(VERSION, of.kind, of.id, version_id)
    if row is None:
        raise NotFound
    return dict(row["content"])


async def version_details(
    connection: Connection, of: Versioned, version_id: int, now: Output
) -> TextVersionDetails:
    """Return a version, compared with the page or article as it is now. Raises NotFound."""
    row = await connection.fetchrow(VERSION, of.kind, of.id, version_id)
    if row is None:
        raise NotFound
    content = row["content"]
    current = now.model_dump(mode="json", by_alias=True)
    return TextVersionDetails(
        **dict(_version(row)),
        source=content["source"],
        format=content["format"],
        content=to_html(content["source"], content["format"]),
        changed=[name for name, value in content.items() if current[name] != value],
    )
