"""Apply a payment's outcome under the row lock of its order or top-up."""

from __future__ import annotations

from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.orders.actions import (
    LockedOrder,
    amount_due,
    change_payment_status,
    change_status,
    lock_order,
    revive_order,
    take_difference,
)
from stallage.orders.errors import RevivalRefused
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.payments.actions.refunds import LATE, SURPLUS, request_refund
from stallage.payments.rules.decisions import AttemptState, Decision, Outcome, decide, decide_topup
from stallage.wallet.actions.topups import (
    close_topup,
    credit_topup,
    lock_topup,
    lock_wallet_owner,
)
from stallage.wallet.rules import TopupState

PURPOSE = "SELECT order_id, topup_id FROM payment_attempts WHERE id = $1"
LOCK_ATTEMPT = """
    SELECT state, amount, created_at FROM payment_attempts WHERE id = $1 FOR NO KEY UPDATE
"""
CLOSE_ATTEMPT = "UPDATE payment_attempts SET state = $2, settled_at = $3 WHERE id = $1"

ENDED_BY = """
    SELECT by FROM order_events_view WHERE order_id = $1 AND status = $2 ORDER BY id DESC LIMIT 1
"""

# Money for the order itself may still arrive, for example of an earlier payment attempt.
PAID_AT = (
    "SELECT max(happened_at) FROM order_events_view WHERE order_id = $1 AND payment_status = $2"
)


async def _ended_unpaid(connection: Connection, order: LockedOrder) -> bool:
    """Whether the order was ended by the timer rather than by a person."""
    if order.status is not OrderStatus.CANCELLED_BY_COMPANY:
        return False
    by = await connection.fetchval(ENDED_BY, order.id, OrderStatus.CANCELLED_BY_COMPANY)
    return bool(by == "system")


async def _is_difference(
    connection: Connection, order: LockedOrder, due: int, opened_at: datetime
) -> bool:
    """Whether a payment attempt was opened for items that were added to the paid order."""
    if due == 0:
        return False
    paid_at = await connection.fetchval(PAID_AT, order.id, PaymentStatus.PAID)
    return paid_at is not None and opened_at > paid_at


async def settle(connection: Connection, attempt_id: int, outcome: Outcome) -> Decision:
    """Apply an outcome to a payment attempt and to its order or top-up. Idempotent."""
    purpose = await connection.fetchrow(PURPOSE, attempt_id)
    if purpose is None:
        return Decision.NOTHING
    if purpose["topup_id"] is not None:
        return await _settle_topup(connection, purpose["topup_id"], attempt_id, outcome)
    order = await lock_order(connection, purpose["order_id"])
    attempt = await connection.fetchrow(LOCK_ATTEMPT, attempt_id)
    if attempt is None:
        return Decision.NOTHING
    state: AttemptState = attempt["state"]
    due = await amount_due(connection, order.id)
    to_pay = due or order.payable
    decision = decide(
        attempt=state,
        outcome=outcome,
        status=order.status,
        payment_status=order.payment_status,
        ended_unpaid=await _ended_unpaid(connection, order),
        covers=attempt["amount"] >= to_pay,
        is_difference=await _is_difference(connection, order, due, attempt["created_at"]),
    )
    if decision not in (Decision.NOTHING, Decision.DECLINE):
        await connection.execute(CLOSE_ATTEMPT, attempt_id, outcome, clock.now())
    match decision:
        case Decision.CONFIRM:
            await change_payment_status(connection, order, PaymentStatus.PAID, "system")
            await change_status(connection, order, OrderStatus.CONFIRMED, "system")
            await _refund_surplus(connection, order, attempt_id, attempt["amount"] - to_pay)
        case Decision.TAKE_DIFFERENCE:
            await take_difference(connection, order)
            await _refund_surplus(connection, order, attempt_id, attempt["amount"] - to_pay)
        case Decision.REVIVE:
            decision = await _revive(connection, order, attempt_id, attempt["amount"])
        case Decision.REFUND:
            await request_refund(connection, order.id, attempt_id, attempt["amount"], LATE)
        case Decision.DECLINE:
            await _mark_failed(connection, order)
        case Decision.CLOSE if outcome == "failed":
            await _mark_failed(connection, order)
    return decision


async def _refund_surplus(
    connection: Connection, order: LockedOrder, attempt_id: int, surplus: int
) -> None:
    """Refund what was paid too much, because lines were cancelled while the shopper was paying."""
    if surplus > 0:
        await request_refund(connection, order.id, attempt_id, surplus, SURPLUS)


async def _settle_topup(
    connection: Connection, topup_id: int, attempt_id: int, outcome: Outcome
) -> Decision:
    topup = await lock_topup(connection, topup_id)
    attempt = await connection.fetchrow(LOCK_ATTEMPT, attempt_id)
    if attempt is None:
        return Decision.NOTHING
    decision = decide_topup(
        attempt=attempt["state"],
        outcome=outcome,
        has_wallet=await lock_wallet_owner(connection, topup),
    )
    if decision is Decision.NOTHING:
        return decision
    await connection.execute(CLOSE_ATTEMPT, attempt_id, outcome, clock.now())
    match decision:
        case Decision.CREDIT:
            await credit_topup(connection, topup)
        case Decision.REFUND:
            await close_topup(connection, topup, TopupState.REFUNDED)
            await request_refund(connection, None, attempt_id, attempt["amount"], LATE)
        case Decision.CLOSE:
            state = TopupState.DECLINED if outcome == "failed" else TopupState.ENDED
            await close_topup(connection, topup, state)
    return decision


async def _mark_failed(connection: Connection, order: LockedOrder) -> None:
    if order.payment_status is PaymentStatus.IN_PROGRESS:
        await change_payment_status(connection, order, PaymentStatus.FAILED, "system")


async def _revive(
    connection: Connection, order: LockedOrder, attempt_id: int, amount: int
) -> Decision:
    """Revive an order that ended unpaid, or request a refund if it cannot be revived."""
    try:
        await revive_order(connection, order)
    except RevivalRefused:
        await request_refund(connection, order.id, attempt_id, amount, LATE)
        return Decision.REFUND
    return Decision.REVIVE
