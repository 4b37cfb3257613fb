"""The shop's own carriers, and its own tracking links for known ones."""

from __future__ import annotations

from stallage.core.db import Connection

PUT = """
    INSERT INTO carriers (name, tracking_url) VALUES ($1, $2)
    ON CONFLICT (lower(name)) DO UPDATE
    SET name = excluded.name, tracking_url = excluded.tracking_url
"""
REMOVE = "DELETE FROM carriers WHERE lower(name) = lower($1)"
OWN = "SELECT name, tracking_url FROM carriers ORDER BY lower(name)"


async def put_carrier(connection: Connection, *, name: str, tracking_url: str) -> None:
    """Add a carrier, or change the one of that name. Existing parcels keep their links."""
    await connection.execute(PUT, name, tracking_url)


async def remove_carrier(connection: Connection, name: str) -> None:
    """Remove one of the shop's own carriers. A known carrier gets its usual link back."""
    await connection.execute(REMOVE, name)


async def own_carriers(connection: Connection) -> dict[str, str]:
    """Read the link templates of the shop's own carriers, by name."""
    return {row["name"]: row["tracking_url"] for row in await connection.fetch(OWN)}
