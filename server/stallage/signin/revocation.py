"""Ended sign-ins, for `core.revoked_sessions`."""

from __future__ import annotations

from stallage.core.db import Connection

ENDED_FAMILIES = """
SELECT family FROM ended_sign_ins
WHERE ended_at > clock_timestamp() - make_interval(secs => $1)
"""


async def ended_families(connection: Connection, seconds: float) -> list[str]:
    """Return the families of sign-ins that ended within the last `seconds`."""
    rows = await connection.fetch(ENDED_FAMILIES, seconds)
    return [row["family"] for row in rows]
