"""Create, replace and delete size guides."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection

PUT_SIZE_GUIDE = """
    INSERT INTO size_guides (slug, title, introduction, option, unit, columns, measured, rows)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (slug) DO UPDATE SET title = excluded.title,
        introduction = excluded.introduction, option = excluded.option, unit = excluded.unit,
        columns = excluded.columns, measured = excluded.measured, rows = excluded.rows
"""

REMOVE_SIZE_GUIDE = "DELETE FROM size_guides WHERE slug = $1"


async def put_size_guide(
    connection: Connection,
    *,
    slug: str,
    title: str,
    introduction: str,
    option: str,
    unit: str,
    columns: Sequence[str],
    measured: Sequence[str],
    rows: Sequence[Sequence[str]],
) -> None:
    """Create or replace a size guide, identified by its slug."""
    await connection.execute(
        PUT_SIZE_GUIDE,
        slug,
        title,
        introduction,
        option,
        unit,
        list(columns),
        list(measured),
        [list(row) for row in rows],
    )


async def remove_size_guide(connection: Connection, slug: str) -> None:
    """Delete a size guide. Its categories then use the guide of their parent category, if any."""
    await connection.execute(REMOVE_SIZE_GUIDE, slug)
