"""Reads the history of settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection, Record
from stallage.shop.rules.setting_changes import EditPermission, is_forgotten, shown
from stallage.shop.schemas.company import SettingChange

PAGE = """
SELECT c.id, c.happened_at, c.area, c.actor_name AS by, c.before, c.after, c.undoes,
    EXISTS (SELECT FROM setting_changes u WHERE u.undoes = c.id) AS is_undone
FROM setting_changes c
WHERE c.area = ANY($1::text[]) AND ($2::bigint IS NULL OR c.id {comparison} $2)
    AND ($4::text[] IS NULL OR c.before ?| $4 OR c.after ?| $4)
    AND ($5::bigint IS NULL OR c.audit_entry_id = $5)
ORDER BY c.id {direction} LIMIT $3
"""


async def setting_changes(
    connection: Connection,
    areas: Mapping[str, EditPermission],
    page: CursorQuery,
    *,
    keys: Sequence[str] | None = None,
    audit_entry: int | None = None,
) -> CursorPage[SettingChange]:
    """List changes of areas, newest first. Raises InvalidFields for a foreign cursor.

    `areas` are their names with the permissions to change them. With `keys`, only changes of one of them
    are listed.
    """
    comparison, direction = (">", "ASC") if page.backwards else ("<", "DESC")
    values = page.values(int)
    rows = await connection.fetch(
        PAGE.format(comparison=comparison, direction=direction),
        list(areas),
        None if values is None else values[0],
        page.limit + 1,
        keys,
        audit_entry,
    )
    part = slice_of(rows, page, lambda row: (row["id"],))
    return CursorPage(
        items=[_change(row, areas[row["area"]]) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


def _change(row: Record, edit_permission: EditPermission) -> SettingChange:
    values = [*row["before"].values(), *row["after"].values()]
    return SettingChange(
        **{
            **row,
            "before": shown(row["before"]),
            "after": shown(row["after"]),
            "is_restorable": not any(is_forgotten(value) for value in values),
            "edit_permission": edit_permission,
        }
    )
