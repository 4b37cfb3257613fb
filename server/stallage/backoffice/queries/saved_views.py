"""Reads saved views."""

from __future__ import annotations

from stallage.backoffice.schemas.saved_views import SavedView
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of

VIEWS = """
    SELECT v.id, v.name, v.is_shared, v.operator_id, o.name AS operator, v.params, v.columns,
        v.changed_at
    FROM saved_views v JOIN operators_view o ON o.id = v.operator_id
"""
OF_SECTION = (
    VIEWS + "WHERE v.section = $1 AND (v.operator_id = $2 OR v.is_shared) ORDER BY v.id LIMIT 200"
)
ONE = VIEWS + "WHERE v.section = $1 AND v.id = $3 AND v.operator_id = $2"


def _view_of(row: Record, operator_id: int) -> SavedView:
    return SavedView(
        id=row["id"],
        name=row["name"],
        shared=row["is_shared"],
        is_own=row["operator_id"] == operator_id,
        operator=row["operator"],
        params=row["params"],
        columns=row["columns"],
        etag=etag_of(row["id"], row["changed_at"].isoformat()),
    )


async def saved_views(connection: Connection, section: str, operator_id: int) -> list[SavedView]:
    """List an operator's own views of a list and the shared ones."""
    rows = await connection.fetch(OF_SECTION, section, operator_id)
    return [_view_of(row, operator_id) for row in rows]


async def own_view(
    connection: Connection, section: str, operator_id: int, view_id: int
) -> SavedView:
    """Read one of an operator's own views. Raises NotFound."""
    row = await connection.fetchrow(ONE, section, operator_id, view_id)
    if row is None:
        raise NotFound
    return _view_of(row, operator_id)
