"""Gives numbers and turns. Each is one short statement of its own, outside the transactions of orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.waiting_line.rules.states import TURN
from stallage.waiting_line.rules.tickets import Ticket

JOIN = """
    SELECT owner, number, (extract(epoch FROM joined_at) * 1000)::bigint AS joined_ms, epoch
    FROM join_waiting_line($1, $2, $3)
"""
ADVANCE = "SELECT advance_waiting_line($1, $2)"
# Repeating an order with its idempotency key is the same use of the number.
CLAIM = """
    UPDATE waiting_tickets SET claim = $4
    WHERE line = $1 AND owner = $2 AND number = $3 AND NOT has_left AND (claim IS NULL OR claim = $4)
"""
RELEASE = """
    UPDATE waiting_tickets SET claim = NULL
    WHERE line = $1 AND owner = $2 AND number = $3 AND claim = $4
"""
LEAVE = """
    UPDATE waiting_tickets SET has_left = true
    WHERE line = $1 AND owner = $2 AND number = $3 AND claim IS NULL
"""
CLOSE = """
    WITH closed AS (
        DELETE FROM waiting_lines WHERE active_at < clock_timestamp() - make_interval(secs => $1)
        RETURNING line
    ), without_tickets AS (
        DELETE FROM waiting_tickets t USING closed c WHERE t.line = c.line
    ), without_steps AS (
        DELETE FROM waiting_steps s USING closed c WHERE s.line = c.line
    )
    DELETE FROM waiting_steps WHERE at < clock_timestamp() - 3 * $2::interval
"""
IDLE_SECONDS = 60.0
"""A line closes when it has not moved for this long: nobody comes, or it is sold out."""


@dataclass(frozen=True, slots=True)
class Given:
    """A number that was given, or one that its owner already had."""

    epoch: int
    number: int
    joined_ms: int


async def join(connection: Connection, line: int, owners: Sequence[str]) -> dict[str, Given]:
    """Give the next numbers of a line in this order, and open the line for the first one."""
    rows = await connection.fetch(JOIN, line, list(owners), TURN)
    return {row["owner"]: Given(row["epoch"], row["number"], row["joined_ms"]) for row in rows}


async def advance(connection: Connection, line: int, turns: int) -> None:
    """Let the next ones who have not left have their turn."""
    await connection.execute(ADVANCE, line, turns)


async def claim(connection: Connection, ticket: Ticket, order_key: str) -> bool:
    """Use a number for one order. False if it was used for another one, or given back."""
    status = await connection.execute(CLAIM, ticket.line, ticket.owner, ticket.number, order_key)
    return affected_rows(status) == 1


async def release(connection: Connection, ticket: Ticket, order_key: str) -> None:
    """Let a number be used again: its order was refused."""
    await connection.execute(RELEASE, ticket.line, ticket.owner, ticket.number, order_key)


async def leave(connection: Connection, ticket: Ticket) -> None:
    """Give a number back. Those behind it move up."""
    await connection.execute(LEAVE, ticket.line, ticket.owner, ticket.number)


async def close_idle(connection: Connection) -> None:
    """Close lines that have not moved for a minute, with their tickets."""
    await connection.execute(CLOSE, IDLE_SECONDS, TURN)
