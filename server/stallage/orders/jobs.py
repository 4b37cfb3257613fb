"""What follows from orders: letters, and orders that find their customer."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Record
from stallage.core.errors import NotFound
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.mail import Message
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.orders import emails
from stallage.orders.actions import claim_guest_orders
from stallage.orders.emails import Letter
from stallage.orders.events import (
    LatePaymentReturned,
    LinesCancelled,
    OrderPaid,
    OrderPaymentFailed,
    OrderPlaced,
    OrderStatusChanged,
    ParcelShipped,
)
from stallage.orders.gateway_calls.sending import send_message_once, send_once
from stallage.orders.parcel_emails import parcel_email
from stallage.orders.rules import OrderStatus, PaymentStatus, awaits_payment
from stallage.signin.events import CustomerSignedIn

# What happens more than once, such as a declined payment, has a letter each time.
TIMES = """
    SELECT count(*) FROM order_events
    WHERE order_id = $1 AND (status = $2 AND label IS NULL OR payment_status = $3)
"""

# Each parcel has its own message, so that the order's would say the same again.
HAS_PARCEL = "SELECT EXISTS (SELECT FROM parcels WHERE order_id = $1)"
PARCEL = "SELECT public_id FROM parcels WHERE id = $1"

# While processes are replaced one by one, those of the release before know no tenders. Its latest
# events lead to what it changed. This goes with the next release, as `orders.wallet_used` does.
RESTATE_TENDERS = """
    SELECT restate_order_tenders(array_agg(id)) FROM (
        SELECT id FROM orders WHERE id IN (
            SELECT order_id FROM order_events WHERE id > (SELECT max(id) - 500 FROM order_events))
        ORDER BY id FOR NO KEY UPDATE
    ) changed
"""

CANCELLED_LINES = "SELECT lines FROM order_cancellations WHERE id = $1"


async def _times(
    runtime: Runtime,
    order_id: int,
    *,
    status: OrderStatus | None = None,
    payment_status: PaymentStatus | None = None,
) -> int:
    async with runtime.database.reading() as connection:
        times: int = await connection.fetchval(TIMES, order_id, status, payment_status)
    return times


async def _send(runtime: Runtime, order_id: int, key: str, letter: Letter) -> None:
    try:
        await send_once(runtime, order_id, key, lambda _row: letter)
    except NotFound:
        return


def _is_exchange(discounts: list[dict[str, Any]]) -> bool:
    """Whether what came back pays for an order, and not an automatic discount."""
    return bool(discounts) and not any("slug" in one for one in discounts)


def _of_new_order(row: Record) -> Letter:
    if row["total"] == 0 and not row["promo_code"] and _is_exchange(row["discounts"]):
        return emails.EXCHANGE
    waits = awaits_payment(row["status"], row["payment_status"], row["pay_until"])
    return emails.AWAITING if waits else emails.PLACED


@on(OrderPlaced, policy=EMAIL)
async def tell_of_new_order(runtime: Runtime, event: OrderPlaced) -> None:
    """Confirms an order to its shopper, with the link to it."""
    try:
        await send_once(runtime, event.order_id, "placed", _of_new_order)
    except NotFound:
        return


@on(OrderPaid, policy=EMAIL)
async def tell_of_payment(runtime: Runtime, event: OrderPaid) -> None:
    """Tells of a payment that was made online; one on delivery or from the wallet is known."""
    try:
        await send_once(
            runtime,
            event.order_id,
            "paid",
            lambda row: emails.PAID if row["pay_until"] is not None else None,
        )
    except NotFound:
        return


@on(OrderPaymentFailed, policy=EMAIL)
async def tell_of_failed_payment(runtime: Runtime, event: OrderPaymentFailed) -> None:
    """Tells of a declined payment, and how to pay again."""
    times = await _times(runtime, event.order_id, payment_status=PaymentStatus.FAILED)

    def choose(row: Record) -> Letter | None:
        # A mail server may have been away for days; an order that ended cannot be paid again.
        can_pay = awaits_payment(row["status"], row["payment_status"], row["pay_until"])
        return emails.PAYMENT_FAILED if can_pay else None

    try:
        await send_once(runtime, event.order_id, f"payment_failed:{times}", choose)
    except NotFound:
        return


@on(LatePaymentReturned, policy=EMAIL)
async def tell_of_late_payment(runtime: Runtime, event: LatePaymentReturned) -> None:
    """Tells that money which came too late has gone back."""
    await _send(runtime, event.order_id, "late_payment", emails.LATE_PAYMENT_BACK)


@on(OrderStatusChanged, policy=EMAIL)
async def tell_of_new_status(runtime: Runtime, event: OrderStatusChanged) -> None:
    """Tells a shopper of what they want to know: sent, arrived, ended."""
    status = OrderStatus(event.status)
    letter = emails.BY_STATUS.get(status)
    if status is OrderStatus.SHIPPED:
        async with runtime.database.reading() as connection:
            if await connection.fetchval(HAS_PARCEL, event.order_id):
                return
    if letter is not None:
        times = await _times(runtime, event.order_id, status=status)
        await _send(runtime, event.order_id, f"status_{event.status}:{times}", letter)


@on(ParcelShipped, policy=EMAIL)
async def send_parcel_email(runtime: Runtime, event: ParcelShipped) -> None:
    """Tells of a parcel: what is in it, who carries it and how to track it."""
    async with runtime.database.reading() as connection:
        public_id = await connection.fetchval(PARCEL, event.parcel_id)

    def compose(row: Record, shop_name: str) -> Message | None:
        return parcel_email(runtime, row, public_id, shop_name)

    try:
        await send_message_once(runtime, event.order_id, f"parcel:{event.parcel_id}", compose)
    except NotFound:
        return


@on(LinesCancelled, policy=EMAIL)
async def tell_of_cancelled_lines(runtime: Runtime, event: LinesCancelled) -> None:
    """Tells which units were cancelled."""
    async with runtime.database.reading() as connection:
        lines = await connection.fetchval(CANCELLED_LINES, event.cancellation_id)
    what = ", ".join(f"{line['quantity']} × {line['title']}" for line in lines or [])
    await _send(
        runtime,
        event.order_id,
        f"lines:{event.cancellation_id}",
        emails.lines_cancelled_email(what),
    )


@every("* * * * *")
async def restate_tenders(runtime: Runtime) -> None:
    """Notes on tenders what processes of the release before have changed."""
    async with runtime.database.transaction() as connection:
        await connection.execute(RESTATE_TENDERS)


@on(CustomerSignedIn)
async def claim_orders(runtime: Runtime, event: CustomerSignedIn) -> None:
    """Gives a customer what was ordered as a guest under contacts that are now proven theirs."""
    async with runtime.database.transaction() as connection:
        await claim_guest_orders(connection, event.customer_id)
