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
    UPDATE withdrawals SET name = NULL, contact = NULL
    WHERE order_id = ANY($1::bigint[]) AND (name IS NOT NULL OR contact IS NOT NULL)
"""
FORGET_WORDS = """
    UPDATE returns SET reason = '', answer = ''
    WHERE order_id = ANY($1::bigint[]) AND (reason <> '' OR answer <> '')
"""
ORDERS_OF = "SELECT id FROM orders WHERE customer_id = $1"
# A statement about an order of somebody else that gave this contact.
FORGET_CONTACT = """
    UPDATE withdrawals SET name = NULL, contact = NULL WHERE lower(contact) = ANY($1::text[])
"""


async def forget_statements(connection: Connection, customer_id: int) -> None:
    """Takes a person out of what they stated and wrote; that something was stated stays."""
    rows = await connection.fetch(ORDERS_OF, customer_id)
    await forget_statements_of(connection, [row["id"] for row in rows])


async def forget_statements_of(connection: Connection, order_ids: list[int]) -> None:
    """The same for some orders."""
    await connection.execute(FORGET, order_ids)
    await connection.execute(FORGET_WORDS, order_ids)


async def forget_contact(connection: Connection, contacts: list[str]) -> None:
    """Takes contacts, in lower case, out of statements."""
    await connection.execute(FORGET_CONTACT, contacts)


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
