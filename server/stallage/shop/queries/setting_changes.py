"""Reads the history of settings."""

from __future__ import annotations

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection
from stallage.shop.schemas.company import SettingChange

PAGE = """
SELECT c.id, c.happened_at, c.area, c.actor_name AS by, c.before, c.after, c.undoes,
    EXISTS (SELECT FROM setting_changes u WHERE u.undoes = c.id) AS is_undone
FROM setting_changes c
WHERE ($1::text IS NULL OR c.area = $1) AND ($2::bigint IS NULL OR c.id {comparison} $2)
ORDER BY c.id {direction} LIMIT $3
"""


async def setting_changes(
    connection: Connection, area: str | None, page: CursorQuery
) -> CursorPage[SettingChange]:
    """List changes of an area or of all, newest first. Raises InvalidFields for a foreign cursor."""
    comparison, direction = (">", "ASC") if page.backwards else ("<", "DESC")
    values = page.values(int)
    rows = await connection.fetch(
        PAGE.format(comparison=comparison, direction=direction),
        area,
        None if values is None else values[0],
        page.limit + 1,
    )
    shown = slice_of(rows, page, lambda row: (row["id"],))
    return CursorPage(
        items=[SettingChange(**row) for row in shown.rows],
        next_cursor=shown.next_cursor,
        previous_cursor=shown.previous_cursor,
    )
