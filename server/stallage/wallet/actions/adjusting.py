"""Credit and debit a wallet for an operator."""

from __future__ import annotations

from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.wallet.actions.ledger import credit, debit
from stallage.wallet.rules import Reason

NOTE = """
INSERT INTO wallet_notes (movement_id, customer_id, note, operator) VALUES ($1, $2, $3, $4)
"""


async def adjust_wallet(
    connection: Connection,
    customer_id: int,
    amount: int,
    note: str,
    operator: str,
    *,
    expires_at: datetime | None = None,
) -> int:
    """Add credit, or take it if the amount is negative; return the movement's id.

    `note` says why and is seen by operators only. Raises InsufficientBalance.
    """
    if amount > 0:
        movement_id = await credit(
            connection, customer_id, amount, Reason.GOODWILL, expires_at=expires_at
        )
    else:
        movement_id = await debit(connection, customer_id, -amount, reason=Reason.ADJUSTMENT)
    await connection.execute(NOTE, movement_id, customer_id, note, operator)
    await record(
        connection,
        "wallet.credited" if amount > 0 else "wallet.debited",
        Subject("customer", customer_id, f"Customer {customer_id}"),
        after={"amount": amount, "movement": movement_id},
    )
    return movement_id
