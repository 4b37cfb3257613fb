"""Moves what belongs to a customer whose account is merged into another."""

from __future__ import annotations

from stallage.core.db import Connection

MOVE_TICKETS = """
UPDATE tickets SET customer_id = $2 WHERE customer_id = $1 RETURNING id
"""
RETURN_TICKETS = """
UPDATE tickets SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_tickets(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's tickets to the account that it is merged into; return their ids."""
    rows = await connection.fetch(MOVE_TICKETS, source_id, target_id)
    return [row["id"] for row in rows]


async def return_tickets(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give tickets back to the account that they were moved from."""
    await connection.execute(RETURN_TICKETS, target_id, source_id, ids)
