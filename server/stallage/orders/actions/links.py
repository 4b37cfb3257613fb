"""Revokes the links of guests' orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound

REVOKE = """
    UPDATE orders SET link_version = link_version + 1 WHERE public_id = $1 RETURNING link_version
"""


async def revoke_links(connection: Connection, public_id: str) -> int:
    """Revoke all links sent for an order, and return the new link version. Raises NotFound."""
    version = await connection.fetchval(REVOKE, public_id)
    if version is None:
        raise NotFound
    return int(version)
