"""Jobs of orders: emails, the search of operators, and the assignment of guests' orders."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.mail import Message
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.orders import emails
from stallage.orders.actions import claim_guest_orders, find_hints, forget_traces
from stallage.orders.actions.searching import has_pending_orders, index_pending_orders
from stallage.orders.actions.testing import set_test_orders_apart
from stallage.orders.drafts import EmailedOrder
from stallage.orders.emails import EmailContent
from stallage.orders.emails.parcels import parcel_email
from stallage.orders.errors import EmailNotSendable
from stallage.orders.events import (
    DifferencePaid,
    LatePaymentReturned,
    LinesCancelled,
    OrderEdited,
    OrderEmailRequested,
    OrderPaid,
    OrderPaymentFailed,
    OrderPlaced,
    OrderStatusChanged,
    ParcelShipped,
)
from stallage.orders.gateway_calls import bulk  # noqa: F401 - registers the bulk operations
from stallage.orders.gateway_calls.resending import send_again
from stallage.orders.gateway_calls.sending import send_message_once, send_once
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.shop.rules.capabilities import takes_online_payments
from stallage.signin.events import CustomerSignedIn

# Part of the key of emails that can be sent several times, such as after each declined payment.
COUNT_EVENTS = """
    SELECT count(*) FROM order_events
    WHERE order_id = $1 AND (status = $2 AND label IS NULL OR payment_status = $3)
"""

# Each parcel has its own email, which replaces that of the status.
HAS_PARCEL = "SELECT EXISTS (SELECT FROM parcels WHERE order_id = $1)"
PARCEL = "SELECT public_id FROM parcels WHERE id = $1"

SEARCH_BATCH = 200
TEST_ORDERS_AT_ONCE = 200
KEEP_TRACES = timedelta(days=7)

EDITED = "SELECT label FROM order_events WHERE id = $1 AND order_id = $2"
CANCELLED_LINES = "SELECT lines, by FROM order_cancellations WHERE id = $1"


async def _count_events(
    runtime: Runtime,
    order_id: int,
    *,
    status: OrderStatus | None = None,
    payment_status: PaymentStatus | None = None,
) -> int:
    async with runtime.database.reading() as connection:
        count: int = await connection.fetchval(COUNT_EVENTS, order_id, status, payment_status)
    return count


async def _send(runtime: Runtime, order_id: int, key: str, content: EmailContent) -> None:
    try:
        await send_once(runtime, order_id, key, lambda _order: content)
    except NotFound:
        return


@on(OrderPlaced, policy=EMAIL)
async def send_order_confirmation(runtime: Runtime, event: OrderPlaced) -> None:
    """Send the confirmation of an order, with a link to it."""
    try:
        await send_once(runtime, event.order_id, "placed", emails.confirmation_email)
    except NotFound:
        return


@on(OrderPaid, policy=EMAIL)
async def send_payment_email(runtime: Runtime, event: OrderPaid) -> None:
    """Confirm an online payment. Payments on delivery or from stored value need no email."""
    try:
        await send_once(
            runtime,
            event.order_id,
            "paid",
            lambda order: emails.PAID if order.details.pay_until is not None else None,
        )
    except NotFound:
        return


@on(OrderPaymentFailed, policy=EMAIL)
async def send_payment_failed_email(runtime: Runtime, event: OrderPaymentFailed) -> None:
    """Report a declined payment, and how to pay again."""
    count = await _count_events(runtime, event.order_id, payment_status=PaymentStatus.FAILED)

    def choose(order: EmailedOrder) -> EmailContent | None:
        # The mail server may have been down for days. A cancelled order cannot be paid again.
        return emails.PAYMENT_FAILED if order.details.allows.pay else None

    try:
        await send_once(runtime, event.order_id, f"payment_failed:{count}", choose)
    except NotFound:
        return


@on(LatePaymentReturned, policy=EMAIL)
async def send_late_payment_email(runtime: Runtime, event: LatePaymentReturned) -> None:
    """Report that a payment that arrived too late has been refunded."""
    await _send(runtime, event.order_id, "late_payment", emails.LATE_PAYMENT_REFUNDED)


@on(OrderStatusChanged, policy=EMAIL)
async def send_status_email(runtime: Runtime, event: OrderStatusChanged) -> None:
    """Send the email of a new status: shipped, delivered or cancelled."""
    status = OrderStatus(event.status)
    content = emails.BY_STATUS.get(status)
    if status is OrderStatus.SHIPPED:
        async with runtime.database.reading() as connection:
            if await connection.fetchval(HAS_PARCEL, event.order_id):
                return
    if content is not None:
        count = await _count_events(runtime, event.order_id, status=status)
        await _send(runtime, event.order_id, f"status_{event.status}:{count}", content)


@on(ParcelShipped, policy=EMAIL)
async def send_parcel_email(runtime: Runtime, event: ParcelShipped) -> None:
    """Send the contents, carrier and tracking link of a parcel."""
    async with runtime.database.reading() as connection:
        public_id = await connection.fetchval(PARCEL, event.parcel_id)

    def compose(order: EmailedOrder, shop_name: str) -> Message | None:
        return parcel_email(runtime.settings, runtime.secret, order, public_id, shop_name)

    try:
        await send_message_once(runtime, event.order_id, f"parcel:{event.parcel_id}", compose)
    except NotFound:
        return


@on(LinesCancelled, policy=EMAIL)
async def send_cancelled_lines_email(runtime: Runtime, event: LinesCancelled) -> None:
    """List the units that were cancelled, unless the email about an edit does."""
    if event.by_edit:
        return
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(CANCELLED_LINES, event.cancellation_id)
    if row is None:
        return
    items = ", ".join(f"{line['quantity']} × {line['title']}" for line in row["lines"])
    await _send(
        runtime,
        event.order_id,
        f"lines:{event.cancellation_id}",
        emails.lines_cancelled_email(items, row["by"]),
    )


@on(OrderEdited, policy=EMAIL)
async def send_edited_email(runtime: Runtime, event: OrderEdited) -> None:
    """Say what an operator changed, and show the order as it is now."""
    async with runtime.database.reading() as connection:
        label = await connection.fetchval(EDITED, event.entry_id, event.order_id)
    try:
        await send_once(
            runtime,
            event.order_id,
            f"edited:{event.entry_id}",
            lambda order: emails.edited_email(label, order.details),
        )
    except NotFound:
        return


@on(DifferencePaid, policy=EMAIL)
async def send_difference_paid_email(runtime: Runtime, event: DifferencePaid) -> None:
    """Confirm the payment of items that were added to a paid order."""
    key = f"difference_paid:{event.position}"
    await _send(runtime, event.order_id, key, emails.DIFFERENCE_PAID)


@on(CustomerSignedIn)
async def claim_orders(runtime: Runtime, event: CustomerSignedIn) -> None:
    """Assign to a customer the guest orders placed with their proven contacts."""
    async with runtime.database.transaction() as connection:
        await claim_guest_orders(connection, event.customer_id)


@every("41 3 * * *")
async def forget_order_traces(runtime: Runtime) -> None:
    """Delete the networks and cards of orders, which only hints about new orders need."""
    before = clock.now() - KEEP_TRACES

    async def forget(connection: Connection, limit: int) -> int:
        return await forget_traces(connection, before, limit)

    await delete_in_batches(runtime.database, forget)


@on(OrderEmailRequested, policy=EMAIL)
async def send_order_email_again(runtime: Runtime, event: OrderEmailRequested) -> None:
    """Send an email about an order once more, as an operator asked."""
    try:
        await send_again(runtime, event.order_id, event.key, event.request)
    except (NotFound, EmailNotSendable):
        return


async def _index_orders(runtime: Runtime) -> None:
    indexed = SEARCH_BATCH
    while indexed == SEARCH_BATCH:
        async with runtime.database.transaction() as connection:
            indexed = await index_pending_orders(connection, SEARCH_BATCH)


@on(OrderPlaced)
async def prepare_placed_order(runtime: Runtime, event: OrderPlaced) -> None:
    """Let operators find a new order, and see signs of a duplicate or fraudulent one."""
    # In a rush, an earlier job has written the texts of many orders.
    async with runtime.database.reading() as connection:
        await find_hints(connection, event.order_id)
        is_pending = await has_pending_orders(connection)
    if is_pending:
        async with runtime.database.transaction() as connection:
            await index_pending_orders(connection, SEARCH_BATCH)


@on(ParcelShipped)
async def index_shipped_order(runtime: Runtime, _event: ParcelShipped) -> None:
    """Let operators find an order by its new tracking number."""
    await _index_orders(runtime)


@every("* * * * *")
async def leave_out_test_orders(runtime: Runtime) -> None:
    """Once the shop takes real payments, set its test orders apart."""
    settings = runtime.settings
    if settings.payment_gateway_mode == 0 or not takes_online_payments(settings):
        return
    moved = TEST_ORDERS_AT_ONCE
    while moved == TEST_ORDERS_AT_ONCE:
        async with runtime.database.transaction() as connection:
            moved = await set_test_orders_apart(connection, TEST_ORDERS_AT_ONCE)


@every("* * * * *")
async def index_orders(runtime: Runtime) -> None:
    """Write the search text of all other new and changed orders."""
    await _index_orders(runtime)
