"""Reads locations with their units."""

from __future__ import annotations

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.stock_keeping.schemas.levels import Location

LOCATIONS = """
    SELECT p.*, coalesce(l.units, 0)::bigint AS units, coalesce(l.skus, 0)::bigint AS skus
    FROM stock_locations_view p LEFT JOIN (
        SELECT location_id, sum(on_hand) AS units, count(*) AS skus FROM stock_levels_view
        WHERE on_hand > 0 GROUP BY location_id
    ) l ON l.location_id = p.id
"""
ALL = LOCATIONS + "ORDER BY p.active DESC, p.priority, p.id"
ONE = LOCATIONS + "WHERE p.id = $1"


def _location(row: Record) -> Location:
    # Units come and go without a new version.
    return Location.model_validate({**dict(row), "version": etag_of(row["id"], row["version"])})


async def all_locations(connection: Connection) -> list[Location]:
    """All locations, removed ones last."""
    return [_location(row) for row in await connection.fetch(ALL)]


async def location_details(connection: Connection, location_id: int) -> Location:
    """A location. Raises NotFound."""
    row = await connection.fetchrow(ONE, location_id)
    if row is None:
        raise NotFound
    return _location(row)
