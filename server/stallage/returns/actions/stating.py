"""Keeps statements of withdrawal as they came in."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.returns.events import WithdrawalReceived

WRITE = """
    INSERT INTO withdrawals (order_id, name, contact, lines, outcome, received_at)
    SELECT id, $2, coalesce($3, email, phone), $4, $5, $6 FROM orders WHERE id = $1
    RETURNING id
"""

FORGET = """
    UPDATE withdrawals w SET name = NULL, contact = NULL
    FROM orders o
    WHERE o.id = w.order_id
        AND (o.customer_id = $1 OR lower(w.contact) = lower($2) OR w.contact = $3)
"""
FORGET_REASONS = """
    UPDATE returns r SET reason = '' FROM orders o WHERE o.id = r.order_id AND o.customer_id = $1
"""


async def forget_statements(
    connection: Connection, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Takes a person out of what they stated and wrote; that something was stated stays."""
    await connection.execute(FORGET, customer_id, email, phone)
    await connection.execute(FORGET_REASONS, customer_id)


async def state_withdrawal(
    connection: Connection,
    order_id: int,
    *,
    name: str,
    contact: str | None,
    lines: Mapping[int, int] | None,
    outcome: str,
) -> int:
    """Writes a statement down and has it acknowledged; its id. `lines` None: the whole order."""
    told = [{"line_id": line, "quantity": pieces} for line, pieces in (lines or {}).items()]
    withdrawal_id: int = await connection.fetchval(
        WRITE, order_id, name, contact, told, outcome, clock.now()
    )
    await publish(connection, WithdrawalReceived(withdrawal_id=withdrawal_id))
    return withdrawal_id
