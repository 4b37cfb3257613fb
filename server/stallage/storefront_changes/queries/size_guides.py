"""Size guides for operators."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.storefront_changes.schemas.size_guides import (
    GuideCategory,
    GuideColumn,
    ListedSizeGuide,
    SizeGuideDetails,
    SizeGuideList,
)

LIST = """
SELECT g.id, g.title, jsonb_array_length(g.rows) AS sizes, array(
    SELECT c.title FROM categories_view c WHERE c.size_guide_id = g.id ORDER BY lower(c.title), c.id
) AS categories
FROM size_guides_view g ORDER BY lower(g.title), g.id
"""
DETAILS = """
SELECT id, slug, title, introduction, option, unit, columns, measured, rows
FROM size_guides_view WHERE id = $1
"""
CATEGORIES = """
SELECT id, title FROM categories_view WHERE size_guide_id = $1 ORDER BY lower(title), id
"""
SLUGS = "SELECT slug FROM size_guides_view"


async def size_guides(connection: Connection) -> SizeGuideList:
    """Return all size guides by title, with the categories that have them."""
    rows = await connection.fetch(LIST)
    return SizeGuideList(items=[ListedSizeGuide(**row) for row in rows])


async def size_guide_details(connection: Connection, size_guide_id: int) -> SizeGuideDetails:
    """Return a size guide. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, size_guide_id)
    if row is None:
        raise NotFound
    categories = await connection.fetch(CATEGORIES, size_guide_id)
    return SizeGuideDetails(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        introduction=row["introduction"],
        option=row["option"],
        unit=row["unit"] or None,
        columns=[
            GuideColumn(title=name, measured=name in row["measured"]) for name in row["columns"]
        ],
        rows=row["rows"],
        categories=[GuideCategory(**one) for one in categories],
        etag=etag_of(*row.values()),
    )


async def taken_guide_slugs(connection: Connection) -> set[str]:
    """Return the slugs of all size guides."""
    return {row["slug"] for row in await connection.fetch(SLUGS)}
