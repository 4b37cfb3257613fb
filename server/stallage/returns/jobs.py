"""What follows from orders and sign-ins: withdrawals that waited for the parcel, money for its owner."""

from __future__ import annotations

from stallage.core.errors import NotFound
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.orders.actions import claim_guest_orders, lock_order
from stallage.orders.emails import Letter
from stallage.orders.events import LinesCancelled, OrderCancelled, OrderStatusChanged
from stallage.orders.gateway_calls.sending import send_once
from stallage.orders.rules import OrderStatus
from stallage.returns.actions import (
    credit_waiting_refunds,
    refund_cancelled_exchange,
    unrefunded_exchanges,
    withdraw_by_right,
)
from stallage.returns.emails import exchange_refund_email, return_email, withdrawal_email
from stallage.returns.errors import WithdrawalRefused
from stallage.returns.events import ExchangeRefunded, ReturnMoved, WithdrawalReceived
from stallage.returns.queries import exchange_refund_to_tell, return_to_tell, withdrawal_to_tell
from stallage.shop.queries import company
from stallage.signin.events import CustomerSignedIn

# One that has become a return already has made the order leave its status.
STATED_UNDER_WAY = """
    SELECT lines FROM withdrawals w WHERE order_id = $1 AND outcome = 'on_delivery'
        AND NOT EXISTS (SELECT FROM returns r WHERE r.order_id = w.order_id AND r.withdrawal)
    ORDER BY id DESC LIMIT 1
"""


@on(OrderStatusChanged)
async def begin_return_when_delivered(runtime: Runtime, event: OrderStatusChanged) -> None:
    """Begins the return of what its shopper withdrew from while it was under way."""
    if event.status != OrderStatus.DELIVERED:
        return
    async with runtime.database.transaction() as connection:
        try:
            order = await lock_order(connection, event.order_id)
        except NotFound:
            return
        stated = await connection.fetchrow(STATED_UNDER_WAY, order.id)
        if stated is None or order.status is not OrderStatus.DELIVERED:
            return
        lines = {one["line_id"]: one["quantity"] for one in stated["lines"]} or None
        try:
            await withdraw_by_right(connection, order, lines)
        except WithdrawalRefused:
            # Nothing of it can be sent back, such as things that were made to order.
            return


async def _refund_exchange(runtime: Runtime, exchange_order_id: int) -> None:
    async with runtime.database.transaction() as connection:
        await refund_cancelled_exchange(connection, exchange_order_id)


@on(OrderCancelled)
async def refund_when_exchange_cancelled(runtime: Runtime, event: OrderCancelled) -> None:
    """Pays back what was returned for an exchange that is not sent."""
    await _refund_exchange(runtime, event.order_id)


@on(LinesCancelled)
async def refund_when_exchange_lines_cancelled(runtime: Runtime, event: LinesCancelled) -> None:
    """Pays back what was returned for units of an exchange that are not sent."""
    await _refund_exchange(runtime, event.order_id)


@every("41 * * * *")
async def refund_missed_exchanges(runtime: Runtime) -> None:
    """Pays back cancelled exchanges whose job was lost, or that an older version paid nothing for."""
    async with runtime.database.reading() as connection:
        order_ids = await unrefunded_exchanges(connection)
    for order_id in order_ids:
        await _refund_exchange(runtime, order_id)


@on(ExchangeRefunded, policy=EMAIL)
async def tell_of_exchange_refund(runtime: Runtime, event: ExchangeRefunded) -> None:
    """Tells a shopper that an exchange was cancelled and where their money goes."""
    async with runtime.database.reading() as connection:
        row = await exchange_refund_to_tell(connection, event.exchange_refund_id)
    if row is not None:
        key = f"exchange_refund:{event.exchange_refund_id}"
        await _send(runtime, event.order_id, key, exchange_refund_email(runtime, row))


@on(ReturnMoved, policy=EMAIL)
async def tell_of_return(runtime: Runtime, event: ReturnMoved) -> None:
    """Tells a shopper where their return stands."""
    async with runtime.database.reading() as connection:
        row = await return_to_tell(connection, event.return_id)
        shop = await company(connection, runtime.settings)
    if row is None:
        return
    address = shop.address
    parts = () if address is None else (address.line1, address.line2, address.city, address.state)
    code = () if address is None else (address.postal_code, address.country)
    send_to = ", ".join(part for part in (shop.company_name, *parts, *code) if part)
    status = OrderStatus(event.status)
    letter = return_email(runtime, row, status, send_to if address else "")
    await _send(runtime, event.order_id, f"return:{event.return_id}:{event.status}", letter)


@on(WithdrawalReceived, policy=EMAIL)
async def acknowledge_withdrawal(runtime: Runtime, event: WithdrawalReceived) -> None:
    """Acknowledges a statement of withdrawal on a durable medium, with its content and time."""
    async with runtime.database.reading() as connection:
        row = await withdrawal_to_tell(connection, event.withdrawal_id)
    if row is not None:
        letter = withdrawal_email(runtime, row, row["things"] or "")
        await _send(runtime, row["order_id"], f"withdrawal:{event.withdrawal_id}", letter)


async def _send(runtime: Runtime, order_id: int, key: str, letter: Letter | None) -> None:
    try:
        await send_once(runtime, order_id, key, lambda _row: letter)
    except NotFound:
        return


@on(CustomerSignedIn)
async def credit_what_waited(runtime: Runtime, event: CustomerSignedIn) -> None:
    """Puts a former guest's money into the wallet, once their orders have found them."""
    async with runtime.database.transaction() as connection:
        await claim_guest_orders(connection, event.customer_id)
        await credit_waiting_refunds(connection, event.customer_id)
