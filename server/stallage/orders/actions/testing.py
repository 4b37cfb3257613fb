"""Sets test orders apart once the shop takes real payments."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection

LABEL = "Set apart as a test order"

# Those that still wait for their payment are set apart once they have ended. Reports look for such entries.
SET_APART = """
    WITH apart AS (
        UPDATE orders SET set_apart = true
        WHERE id IN (SELECT id FROM orders WHERE is_test AND NOT set_apart AND status <> 0
            ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id, owner_id, status
    )
    INSERT INTO order_events (order_id, owner_id, status, by, happened_at, label)
    SELECT id, owner_id, status, 'system', $2, $3 FROM apart RETURNING order_id
"""


async def set_test_orders_apart(connection: Connection, limit: int) -> int:
    """Leave up to `limit` test orders out of lists, counts and reports; return how many."""
    return len(await connection.fetch(SET_APART, limit, clock.now(), LABEL))
