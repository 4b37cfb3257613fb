"""Size guides, as an operator's files declare them."""

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
    """Creates a size guide or replaces the one with this slug."""
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
    """Deletes a size guide; its categories go back to the guide of the category above, if any."""
    await connection.execute(REMOVE_SIZE_GUIDE, slug)
