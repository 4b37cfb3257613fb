"""Revokes the links by which a guest's order is seen."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound

REVOKE = """
    UPDATE orders SET link_version = link_version + 1 WHERE public_id = $1 RETURNING link_version
"""


async def revoke_links(connection: Connection, public_id: str) -> int:
    """Makes every link that was sent for an order useless; its new version. Raises NotFound."""
    version = await connection.fetchval(REVOKE, public_id)
    if version is None:
        raise NotFound
    return int(version)
