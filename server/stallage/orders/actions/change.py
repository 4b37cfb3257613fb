"""Changes the status of orders and of their payments. No other module does."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.orders.actions.events import acting_person
from stallage.orders.actions.tenders import COLUMNS, amount_due, tender_of
from stallage.orders.drafts import LockedOrder
from stallage.orders.events import (
    LatePaymentReturned,
    OrderPaid,
    OrderPaymentFailed,
    OrderStatusChanged,
)
from stallage.orders.rules import (
    CANCELLED,
    LABELS,
    PAYMENT_TRANSITIONS,
    TRANSITIONS,
    By,
    OrderStatus,
    PaymentStatus,
)
from stallage.orders.rules.steps import AUDITED, check_packable, check_taking_back
from stallage.stock.actions import sell
from stallage.tenders import tender_kind

LOCK = """
    SELECT id, public_id, customer_id, owner_id, status, payment_status, payment_method, placed_at,
        pay_until, delivered_at, currency, total - cancelled_total AS total,
        payable - cancelled_payable AS payable, cancelled_total
    FROM orders WHERE {key} = $1 FOR NO KEY UPDATE
"""
LOCK_BY_ID = LOCK.format(key="id")
LOCK_BY_PUBLIC_ID = LOCK.format(key="public_id")

CHANGE_STATUS = """
    WITH changed AS (
        UPDATE orders SET status = $2::smallint,
            delivered_at = CASE WHEN $2::smallint = 6 THEN $4 ELSE delivered_at END
        WHERE id = $1 AND owner_id = $7
    )
    INSERT INTO order_events (order_id, owner_id, status, by, happened_at, label, person)
    VALUES ($1, $7, $2::smallint, $3, $4, $5, $6)
"""

# All parcels of a delivered order are delivered.
DELIVER_PARCELS = """
    UPDATE parcels SET delivered_at = $2 WHERE order_id = $1 AND delivered_at IS NULL
"""

SUM_REMAINING = """
    SELECT sum(amount - released - given_back - credited)::bigint FROM order_tenders
    WHERE order_id = $1 AND state IN ('taken', 'held')
"""

# Money that an operator has not paid back yet.
HAS_MANUAL_REFUND = """
    SELECT EXISTS (SELECT FROM order_manual_refunds WHERE order_id = $1 AND method IS NULL)
"""

CHANGE_PAYMENT_STATUS = """
    WITH changed AS (
        UPDATE orders SET payment_status = $2::smallint WHERE id = $1 AND owner_id = $6
    )
    INSERT INTO order_events (order_id, owner_id, payment_status, by, happened_at, person)
    VALUES ($1, $6, $2::smallint, $3, $4, $5)
"""

TAKE_TENDERS = f"""
    WITH taken AS (
        UPDATE order_tenders SET state = 'taken' WHERE order_id = $1 AND state = 'held'
        RETURNING {COLUMNS}
    )
    SELECT * FROM taken ORDER BY position
"""

# Statuses in the order in which they were reached. Entries about lines repeat the status.
STATUS_HISTORY = """
    SELECT status, by FROM (
        SELECT id, status, by, lag(status) OVER (ORDER BY id) AS before
        FROM order_events WHERE order_id = $1 AND status IS NOT NULL
    ) e
    WHERE status IS DISTINCT FROM before ORDER BY id
"""

# The shopper keeps an exchanged unit in the form of its replacement.
COUNT_UNITS = """
    SELECT sum(quantity - cancelled - returned - refunded + exchanged)::bigint FROM order_lines
    WHERE order_id = $1
"""


async def _locked(connection: Connection, sql: str, key: int | str) -> LockedOrder:
    row = await connection.fetchrow(sql, key)
    if row is None:
        raise NotFound
    values = dict(row)
    values["status"] = OrderStatus(values["status"])
    values["payment_status"] = PaymentStatus(values["payment_status"])
    return LockedOrder(**values)


async def lock_order(connection: Connection, order: int | str) -> LockedOrder:
    """Lock an order by its id or public id. Raises NotFound.

    Does not check who may see the order; see `queries.authorize_order`.
    """
    sql = LOCK_BY_ID if isinstance(order, int) else LOCK_BY_PUBLIC_ID
    return await _locked(connection, sql, order)


async def change_status(
    connection: Connection,
    order: LockedOrder,
    status: OrderStatus,
    by: By,
    label: str | None = None,
    *,
    location_id: int | None = None,
) -> None:
    """Change an order's status, add an event row and publish the change. Raises InvalidTransition.

    Raises StepRefused for packing an order with items that are not paid. Shipping marks the reserved
    units as sold. Delivery marks all parcels as delivered and cash on delivery as paid. `label`
    replaces the name of the status in the timeline. Shipped units leave `location_id` first.
    """
    before = order.status
    TRANSITIONS[by].check(before, status)
    if status is OrderStatus.PREPARED:
        check_packable(order.public_id, await amount_due(connection, order.id))
    now = clock.now()
    await connection.execute(
        CHANGE_STATUS, order.id, status, by, now, label, acting_person(), order.owner_id
    )
    order.status = status
    if status is OrderStatus.SHIPPED:
        await sell(connection, order.id, location_id)
    if status is OrderStatus.DELIVERED:
        await connection.execute(DELIVER_PARCELS, order.id, now)
    if status is OrderStatus.DELIVERED and order.payment_status is PaymentStatus.IN_PROGRESS:
        await change_payment_status(connection, order, PaymentStatus.PAID, by)
    if by == "operator" and status in AUDITED:
        await record(
            connection,
            AUDITED[status],
            Subject("order", order.id, order.public_id),
            before={"status": LABELS[before]},
            after={"status": LABELS[status]},
        )
    await publish(connection, OrderStatusChanged(order_id=order.id, status=status))


async def take_back_status(
    connection: Connection, order: LockedOrder, status: OrderStatus, label: str
) -> None:
    """Return an order to the status before the operator's last steps, and publish the change.

    Only for steps that moved nothing and that no email followed. Raises InvalidTransition.
    """
    rows = await connection.fetch(STATUS_HISTORY, order.id)
    history = [(OrderStatus(row["status"]), row["by"]) for row in rows]
    check_taking_back(order.status, status, history)
    before = order.status
    person = acting_person()
    await connection.execute(
        CHANGE_STATUS, order.id, status, "operator", clock.now(), label, person, order.owner_id
    )
    order.status = status
    await record(
        connection,
        "order.step_taken_back",
        Subject("order", order.id, order.public_id),
        before={"status": LABELS[before]},
        after={"status": LABELS[status]},
    )
    await publish(connection, OrderStatusChanged(order_id=order.id, status=status))


async def change_payment_status(
    connection: Connection, order: LockedOrder, status: PaymentStatus, by: By
) -> None:
    """Change the status of an order's payment and add an event row. Raises InvalidTransition.

    A payment takes the order's tenders.
    """
    before = order.payment_status
    PAYMENT_TRANSITIONS.check(before, status)
    await connection.execute(
        CHANGE_PAYMENT_STATUS, order.id, status, by, clock.now(), acting_person(), order.owner_id
    )
    order.payment_status = status
    if status is PaymentStatus.PAID:
        for row in await connection.fetch(TAKE_TENDERS, order.id):
            tender = tender_of(row)
            await tender_kind(tender.kind).take(connection, order, tender)
        await publish(connection, OrderPaid(order_id=order.id))
    if status is PaymentStatus.FAILED and order.status is OrderStatus.PENDING:
        await publish(connection, OrderPaymentFailed(order_id=order.id))
    if before is PaymentStatus.FAILED and status is PaymentStatus.REFUNDED:
        await publish(connection, LatePaymentReturned(order_id=order.id))


async def record_refund(connection: Connection, order: LockedOrder) -> None:
    """Mark an order's payment as refunded, or partly refunded if the shopper keeps units.

    If all the money is back, it is refunded as well, even if the shopper keeps the units. While an
    operator still has to pay a part back outside, it is partly refunded.

    Called by whoever has sent the money. Idempotent.
    """
    remaining = await connection.fetchval(COUNT_UNITS, order.id)
    remaining_amount = await connection.fetchval(SUM_REMAINING, order.id)
    whole = remaining == 0 or remaining_amount == 0 or order.status in CANCELLED
    whole = whole and not await connection.fetchval(HAS_MANUAL_REFUND, order.id)
    status = PaymentStatus.REFUNDED if whole else PaymentStatus.PARTLY_REFUNDED
    if PAYMENT_TRANSITIONS.allows(order.payment_status, status):
        await change_payment_status(connection, order, status, "system")
