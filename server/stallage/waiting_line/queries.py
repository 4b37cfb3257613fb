"""Reads the lines that are open."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.waiting_line.rules.states import TURN, LineState

# The database's clock: all hosts read the same one.
OPEN = """
    SELECT l.line, l.epoch, l.issued, l.admitted, l.served,
        coalesce((
            SELECT s.admitted FROM waiting_steps s
            WHERE s.line = l.line AND s.at < clock_timestamp() - $1::interval
            ORDER BY s.at DESC LIMIT 1), 0) AS lapsed,
        coalesce(k.tracked AND k.stock <= 0 AND NOT k.backorder, false) AS is_sold_out,
        ARRAY(
            SELECT t.number FROM waiting_tickets t
            WHERE t.line = l.line AND t.has_left AND t.number > l.admitted ORDER BY t.number
        ) AS left_numbers,
        (
            SELECT (extract(epoch FROM t.joined_at) * 1000)::bigint FROM waiting_tickets t
            WHERE t.line = l.line AND t.number > l.admitted ORDER BY t.number LIMIT 1
        ) AS front_joined_ms
    FROM waiting_lines l
    LEFT JOIN skus_view k ON k.id = l.line
"""


async def open_lines(connection: Connection) -> dict[int, LineState]:
    """Return all lines that are open, by line."""
    rows = await connection.fetch(OPEN, TURN)
    return {
        row["line"]: LineState(
            line=row["line"],
            epoch=row["epoch"],
            issued=row["issued"],
            admitted=row["admitted"],
            lapsed=row["lapsed"],
            served=row["served"],
            is_sold_out=row["is_sold_out"],
            left=row["left_numbers"],
            front_joined_ms=row["front_joined_ms"],
        )
        for row in rows
    }
