"""Saves, changes and deletes views of lists."""

from __future__ import annotations

from stallage.backoffice.errors.saved_views import TooManyViews
from stallage.backoffice.queries.saved_views import own_view
from stallage.backoffice.rules.saved_views import MAX_OWN
from stallage.backoffice.schemas.saved_views import SavedView, SavedViewInput
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match

COUNT = "SELECT count(*) FROM saved_views WHERE section = $1 AND operator_id = $2"
ADD = """
    INSERT INTO saved_views (section, operator_id, name, is_shared, params, columns, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
"""
LOCK = """
    SELECT true FROM saved_views WHERE section = $1 AND operator_id = $2 AND id = $3 FOR UPDATE
"""
CHANGE = """
    UPDATE saved_views SET name = $2, is_shared = $3, params = $4, columns = $5, changed_at = $6
    WHERE id = $1
"""
DELETE = """
    DELETE FROM saved_views WHERE section = $1 AND operator_id = $2 AND id = $3 RETURNING id
"""


async def add_view(
    connection: Connection, section: str, operator_id: int, view: SavedViewInput
) -> SavedView:
    """Save a view. Raises TooManyViews."""
    if await connection.fetchval(COUNT, section, operator_id) >= MAX_OWN:
        raise TooManyViews
    view_id = await connection.fetchval(
        ADD, section, operator_id, view.name, view.shared, view.params, view.columns, clock.now()
    )
    return await own_view(connection, section, operator_id, view_id)


async def change_view(
    connection: Connection,
    section: str,
    operator_id: int,
    view_id: int,
    *,
    view: SavedViewInput,
    if_match: str | None,
) -> SavedView:
    """Change one's own view. Raises NotFound, PreconditionRequired and EditConflict."""
    if not await connection.fetchval(LOCK, section, operator_id, view_id):
        raise NotFound
    current = await own_view(connection, section, operator_id, view_id)
    check_match(if_match, current.etag, current)
    await connection.execute(
        CHANGE, view_id, view.name, view.shared, view.params, view.columns, clock.now()
    )
    return await own_view(connection, section, operator_id, view_id)


async def delete_view(connection: Connection, section: str, operator_id: int, view_id: int) -> None:
    """Delete one's own view. Raises NotFound."""
    if await connection.fetchval(DELETE, section, operator_id, view_id) is None:
        raise NotFound
