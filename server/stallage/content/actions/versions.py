"""Stores versions of pages and articles."""

from __future__ import annotations

from stallage.content.drafts import Versioned
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection

STORED = 50
"""Versions of a page or an article; older ones are deleted."""

CONTENT = {
    "page": """
        SELECT jsonb_build_object('slug', slug, 'title', title, 'source', source,
            'format', format, 'phone', phone, 'email', email, 'hours', hours,
            'seoTitle', seo_title, 'seoDescription', seo_description)
        FROM pages WHERE id = $1""",
    "blog": """
        SELECT jsonb_build_object('slug', slug, 'title', title, 'source', source,
            'format', format, 'summary', summary, 'author', author, 'image', image,
            'productSlugs', product_slugs, 'seoTitle', seo_title,
            'seoDescription', seo_description)
        FROM blogs WHERE id = $1""",
}
LAST = """
SELECT content FROM content_versions WHERE kind = $1 AND subject_id = $2 ORDER BY id DESC LIMIT 1
"""
ADD = """
INSERT INTO content_versions (kind, subject_id, content, created_at, author)
VALUES ($1, $2, $3, $4, $5)
"""
DELETE_OLD = f"""
DELETE FROM content_versions WHERE kind = $1 AND subject_id = $2 AND id <= (
    SELECT id FROM content_versions WHERE kind = $1 AND subject_id = $2
    ORDER BY id DESC OFFSET {STORED} LIMIT 1)
"""
DELETE = "DELETE FROM content_versions WHERE kind = $1 AND subject_id = $2"


async def store_version(connection: Connection, of: Versioned, *, if_first: bool = False) -> None:
    """Store what a page or an article says now, unless the last version says the same.

    With `if_first`, does nothing if there is a version: call it so before a change, so that texts from
    before the first stored change can be restored.
    """
    last = await connection.fetchrow(LAST, of.kind, of.id)
    if if_first and last is not None:
        return
    content = await connection.fetchval(CONTENT[of.kind], of.id)
    if last is not None and last["content"] == content:
        return
    actor = current_actor()
    author = "" if if_first or actor is None else actor.name
    await connection.execute(ADD, of.kind, of.id, content, clock.now(), author)
    await connection.execute(DELETE_OLD, of.kind, of.id)


async def delete_versions(connection: Connection, of: Versioned) -> None:
    """Delete all versions of what is deleted."""
    await connection.execute(DELETE, of.kind, of.id)
