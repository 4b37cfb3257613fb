"""Create, replace and delete size guides."""

from __future__ import annotations

import asyncpg

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import DUPLICATES
from stallage.products.drafts import SizeGuideDraft

CREATE_SIZE_GUIDE = """
    INSERT INTO size_guides (slug, title, introduction, option, unit, columns, measured, rows)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""
PUT_SIZE_GUIDE = f"""
    {CREATE_SIZE_GUIDE}
    ON CONFLICT (slug) DO UPDATE SET title = excluded.title,
        introduction = excluded.introduction, option = excluded.option, unit = excluded.unit,
        columns = excluded.columns, measured = excluded.measured, rows = excluded.rows
"""

LOCK_SIZE_GUIDE = "SELECT slug FROM size_guides WHERE id = $1 FOR UPDATE"
REMOVE_SIZE_GUIDE = "DELETE FROM size_guides WHERE slug = $1"


async def put_size_guide(connection: Connection, draft: SizeGuideDraft) -> None:
    """Create or replace a size guide, identified by its slug."""
    await connection.execute(PUT_SIZE_GUIDE, *_columns(draft))


async def create_size_guide(connection: Connection, draft: SizeGuideDraft) -> int:
    """Create a size guide; return its id. Raises InvalidFields if its slug is taken."""
    try:
        size_guide_id: int = await connection.fetchval(
            f"{CREATE_SIZE_GUIDE} RETURNING id", *_columns(draft)
        )
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"title": [DUPLICATES["name"]]}) from error
    return size_guide_id


async def lock_size_guide(connection: Connection, size_guide_id: int) -> str:
    """Lock a size guide until the transaction ends; return its slug. Raises NotFound."""
    slug: str | None = await connection.fetchval(LOCK_SIZE_GUIDE, size_guide_id)
    if slug is None:
        raise NotFound
    return slug


async def remove_size_guide(connection: Connection, slug: str) -> None:
    """Delete a size guide. Its categories then use the guide of their parent category, if any."""
    await connection.execute(REMOVE_SIZE_GUIDE, slug)


def _columns(draft: SizeGuideDraft) -> tuple[object, ...]:
    return (
        draft.slug,
        draft.title,
        draft.introduction,
        draft.option,
        draft.unit,
        list(draft.columns),
        list(draft.measured),
        [list(row) for row in draft.rows],
    )
