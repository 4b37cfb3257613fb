"""Records payments outside of the payment provider, and what is paid back that way.

The caller holds the lock of the order's row, and nobody can pay the order elsewhere in the meantime.
"""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.orders.actions.change import change_payment_status, change_status, record_refund
from stallage.orders.actions.differences import take_difference
from stallage.orders.actions.events import acting_person
from stallage.orders.actions.tenders import amount_due
from stallage.orders.drafts import LockedOrder, ManualTransfer
from stallage.orders.errors import ManualRefundPaid
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.rules.manual_payments import MANUAL, METHOD_NAMES, amount_to_pay
from stallage.orders.rules.tenders import Tender
from stallage.tenders import tender_kinds

# What was to be paid online or to the courier is paid otherwise, so it is no test and no cash on delivery.
RECORD = """
    WITH changed AS (
        UPDATE order_tenders SET kind = $2
        WHERE order_id = $1 AND state = 'held' AND amount > released AND kind = ANY($3::text[])
        RETURNING owner_id, position, amount - released AS amount
    ), paid AS (
        UPDATE orders SET is_test = is_test AND $9,
            payment_method = CASE payment_method WHEN 'cod' THEN 'prepaid' ELSE payment_method END
        WHERE id = $1
    )
    INSERT INTO order_manual_payments (order_id, owner_id, position, amount, method, reference,
        received_on, recorded_at, recorded_by)
    SELECT $1, owner_id, position, amount, $4, $5, $6, $7, $8 FROM changed
"""

REQUEST_REFUND = """
    INSERT INTO order_manual_refunds (order_id, owner_id, position, key, amount, created_at)
    VALUES ($1, $6, $2, $3, $4, $5)
    ON CONFLICT (order_id, position, key, owner_id) DO NOTHING
"""

RECORD_REFUND = """
    UPDATE order_manual_refunds SET method = $3, reference = $4, paid_on = $5, recorded_at = $6,
        recorded_by = $7
    WHERE order_id = $1 AND id = $2 AND method IS NULL RETURNING amount
"""
HAS_REFUND = "SELECT EXISTS (SELECT FROM order_manual_refunds WHERE order_id = $1 AND id = $2)"


async def manually_payable(connection: Connection, order: LockedOrder) -> int:
    """What can be paid outside of an order now, in minor units; 0 if nothing is to be paid."""
    return amount_to_pay(
        order.status,
        order.payment_status,
        order.pay_until,
        payable=order.payable,
        amount_due=await amount_due(connection, order.id),
    )


async def record_manual_payment(
    connection: Connection, order: LockedOrder, payment: ManualTransfer
) -> None:
    """Record that all that is to be paid of an order was paid outside, and confirm the order.

    The caller has checked that something is to be paid; see `manually_payable`.
    """
    due = await amount_due(connection, order.id)
    amount = due or order.payable
    await connection.execute(
        RECORD,
        order.id,
        MANUAL,
        [kind.name for kind in tender_kinds() if not kind.stores_value],
        payment.method,
        payment.reference,
        payment.day,
        clock.now(),
        acting_person() or "",
        due > 0,
    )
    if due:
        await take_difference(connection, order)
    else:
        await change_payment_status(connection, order, PaymentStatus.PAID, "operator")
        if order.status is OrderStatus.PENDING:
            await change_status(connection, order, OrderStatus.CONFIRMED, "system")
    await record(
        connection,
        "order.marked_paid",
        Subject("order", order.id, order.public_id),
        after={
            "amount": amount,
            "method": METHOD_NAMES[payment.method],
            "received_on": payment.day.isoformat(),
        },
    )


async def request_manual_refund(
    connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
) -> None:
    """Note that a part of a manual payment is to be paid back, once for each `key`."""
    values = (tender.position, key, amount, clock.now(), order.owner_id)
    await connection.execute(REQUEST_REFUND, order.id, *values)


async def record_manual_refund(
    connection: Connection, order: LockedOrder, refund_id: int, transfer: ManualTransfer
) -> None:
    """Record how an operator has paid money back. Raises NotFound and ManualRefundPaid."""
    amount = await connection.fetchval(
        RECORD_REFUND,
        order.id,
        refund_id,
        transfer.method,
        transfer.reference,
        transfer.day,
        clock.now(),
        acting_person() or "",
    )
    if amount is None:
        known = await connection.fetchval(HAS_REFUND, order.id, refund_id)
        raise ManualRefundPaid if known else NotFound
    await record_refund(connection, order)
    await record(
        connection,
        "refund.paid_outside",
        Subject("order", order.id, order.public_id),
        after={
            "amount": amount,
            "method": METHOD_NAMES[transfer.method],
            "paid_on": transfer.day.isoformat(),
        },
    )
