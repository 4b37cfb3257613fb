"""Revokes the links of guests' orders."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import NotFound

REVOKE = """
    UPDATE orders SET link_version = link_version + 1 WHERE public_id = $1
    RETURNING id, link_version
"""


async def revoke_links(connection: Connection, public_id: str) -> int:
    """Revoke all links sent for an order, and return the new link version. Raises NotFound."""
    row = await connection.fetchrow(REVOKE, public_id)
    if row is None:
        raise NotFound
    await record(connection, "order.links_revoked", Subject("order", row["id"], public_id))
    return int(row["link_version"])
