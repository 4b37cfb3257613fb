"""Size guides. Product pages only link to them, so that the pages stay small."""

from __future__ import annotations

import orjson

from stallage.core.db import Connection

SIZE_GUIDE = """
    SELECT slug, title, introduction, unit, columns, measured, rows
    FROM size_guides WHERE slug = $1
"""


async def read_size_guide(connection: Connection, slug: str) -> bytes | None:
    """Return a size guide as JSON of `SizeGuide`, or None if there is none."""
    row = await connection.fetchrow(SIZE_GUIDE, slug)
    if row is None:
        return None
    measured = set(row["measured"])
    return orjson.dumps(
        {
            "slug": row["slug"],
            "title": row["title"],
            "introduction": row["introduction"],
            "unit": row["unit"] or None,
            "columns": [{"title": name, "measured": name in measured} for name in row["columns"]],
            "rows": row["rows"],
        }
    )
