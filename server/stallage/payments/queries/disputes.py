"""Disputes of payments: the recipients of the email about one, and its content."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.operators.queries import permissions_of
from stallage.payments.drafts import DisputeToEmail

PERMISSION = "refunds.pay"
OPERATORS = "SELECT id, role, permissions FROM operators_view WHERE disabled_at IS NULL ORDER BY id"
TO_EMAIL = """
    SELECT p.email, d.provider, d.reference, d.amount, d.currency, d.reason, d.respond_by,
        o.public_id AS order_number
    FROM payment_disputes d JOIN payment_attempts a ON a.id = d.attempt_id AND a.owner_id = d.owner_id
    LEFT JOIN orders_view o ON o.id = a.order_id AND o.owner_id = a.owner_id
    JOIN operators_view p ON p.id = $2 AND p.disabled_at IS NULL
    WHERE d.id = $1
"""


async def dispute_recipients(connection: Connection) -> list[int]:
    """Return the ids of the operators who may pay refunds."""
    rows = await connection.fetch(OPERATORS)
    return [
        row["id"] for row in rows if PERMISSION in permissions_of(row["role"], row["permissions"])
    ]


async def dispute_to_email(
    connection: Connection, dispute_id: int, operator_id: int
) -> DisputeToEmail | None:
    """Return a dispute for the email to an operator; None if the operator is gone or disabled."""
    row = await connection.fetchrow(TO_EMAIL, dispute_id, operator_id)
    return None if row is None else DisputeToEmail(**row)
