"""Stores statements of withdrawal as received."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.returns.events import WithdrawalReceived

WRITE = """
    INSERT INTO withdrawals (order_id, owner_id, name, contact, lines, outcome, received_at)
    SELECT id, owner_id, $2, coalesce($3, email, phone), $4, $5, $6 FROM orders_view WHERE id = $1
    RETURNING id
"""

FORGET = """
    UPDATE withdrawals SET name = NULL, contact = NULL
    WHERE order_id = ANY($1::bigint[]) AND (name IS NOT NULL OR contact IS NOT NULL)
"""
FORGET_TEXTS = """
    UPDATE returns SET reason = '', answer = ''
    WHERE order_id = ANY($1::bigint[]) AND (reason <> '' OR answer <> '')
"""
FORGET_INSTRUCTIONS = """
    DELETE FROM return_instructions i USING returns r
    WHERE r.id = i.return_id AND r.owner_id = i.owner_id AND r.order_id = ANY($1::bigint[])
"""
NUMBER = "SELECT public_id FROM orders_view WHERE id = $1"
ORDERS_OF = "SELECT id FROM orders_view WHERE customer_id = $1"
# Statements about another person's order may have this contact.
FORGET_CONTACT = """
    UPDATE withdrawals SET name = NULL, contact = NULL WHERE lower(contact) = ANY($1::text[])
"""


async def forget_statements(connection: Connection, customer_id: int) -> None:
    """Remove personal data from a customer's statements and returns. The rows stay."""
    rows = await connection.fetch(ORDERS_OF, customer_id)
    await forget_statements_of(connection, [row["id"] for row in rows])


async def forget_statements_of(connection: Connection, order_ids: list[int]) -> None:
    """Remove personal data from the statements and returns of some orders. The rows stay."""
    await connection.execute(FORGET, order_ids)
    await connection.execute(FORGET_TEXTS, order_ids)
    await connection.execute(FORGET_INSTRUCTIONS, order_ids)


async def forget_contact(connection: Connection, contacts: list[str]) -> None:
    """Remove contacts, in lower case, from statements."""
    await connection.execute(FORGET_CONTACT, contacts)


async def record_withdrawal(
    connection: Connection,
    order_id: int,
    *,
    name: str,
    contact: str | None,
    lines: Mapping[int, int] | None,
    outcome: str,
) -> int:
    """Store a statement and publish it. Returns its id. `lines` None means the whole order."""
    stored = [{"line_id": line, "quantity": units} for line, units in (lines or {}).items()]
    withdrawal_id: int = await connection.fetchval(
        WRITE, order_id, name, contact, stored, outcome, clock.now()
    )
    await record(
        connection,
        "withdrawal.recorded",
        Subject("order", order_id, await connection.fetchval(NUMBER, order_id)),
        after={"withdrawal": withdrawal_id, "outcome": outcome, "lines": stored},
    )
    await publish(connection, WithdrawalReceived(withdrawal_id=withdrawal_id))
    return withdrawal_id
