"""Settle stuck payments as an operator decides."""

from __future__ import annotations

from typing import Literal

import structlog

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.payments.actions.settling import settle
from stallage.payments.errors import PaymentNotStuck
from stallage.payments.queries.stuck import stuck_payments
from stallage.payments.rules.decisions import Decision
from stallage.settings import Settings

log = structlog.get_logger(__name__)

MARK_DECIDED = """
    UPDATE payment_webhook_events SET decision = $2
    WHERE attempt_id = $1 AND decision = 'other_amount'
"""


async def settle_manually(
    connection: Connection,
    settings: Settings,
    public_id: str,
    outcome: Literal["paid", "ended"],
    note: str = "",
) -> Decision:
    """Apply the outcome that an operator found for a stuck payment. Raises PaymentNotStuck.

    `note` says how it was found out.
    """
    stuck = await stuck_payments(connection, settings)
    payment = next((one for one in stuck if one.public_id == public_id), None)
    if payment is None:
        raise PaymentNotStuck(f"Payment {public_id} does not wait for your decision.")
    decision = await settle(connection, payment.id, outcome)
    await connection.execute(MARK_DECIDED, payment.id, Decision.DECIDED.value)
    await record(
        connection,
        "payment.settled_by_hand",
        Subject("payment", public_id, payment.paid_for),
        after={"outcome": outcome, "decision": decision.value, "note": note},
    )
    log.warning(
        "payment_settled_manually", payment=public_id, outcome=outcome, decision=decision.value
    )
    return decision
