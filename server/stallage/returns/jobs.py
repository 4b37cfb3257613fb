"""Jobs of returns: emails, refunds of cancelled exchanges, and withdrawals that waited for delivery."""

from __future__ import annotations

from stallage.core.errors import NotFound
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.orders.actions import claim_guest_orders, credit_waiting_refunds, lock_order
from stallage.orders.emails import EmailContent
from stallage.orders.events import LinesCancelled, OrderCancelled, OrderStatusChanged
from stallage.orders.gateway_calls.sending import send_once
from stallage.orders.rules import OrderStatus
from stallage.returns.actions import (
    begin_withdrawal_return,
    credit_pending_refunds,
    refund_cancelled_exchange,
    unrefunded_exchanges,
)
from stallage.returns.emails import (
    exchange_refund_email,
    instructions_email,
    return_email,
    withdrawal_email,
)
from stallage.returns.errors import WithdrawalRefused
from stallage.returns.events import (
    ExchangeRefunded,
    ReturnInstructed,
    ReturnMoved,
    WithdrawalReceived,
)
from stallage.returns.queries import (
    exchange_refund_for_email,
    instructions_for_email,
    return_for_email,
    withdrawal_for_email,
)
from stallage.shop.queries import company
from stallage.signin.events import CustomerSignedIn

# Without those that have become a return already.
WAITING_WITHDRAWAL = """
    SELECT lines FROM withdrawals w WHERE order_id = $1 AND outcome = 'on_delivery'
        AND NOT EXISTS (SELECT FROM returns r WHERE r.order_id = w.order_id
            AND r.owner_id = w.owner_id AND r.withdrawal)
    ORDER BY id DESC LIMIT 1
"""


@on(OrderStatusChanged)
async def begin_return_when_delivered(runtime: Runtime, event: OrderStatusChanged) -> None:
    """Begin the return of items that the shopper withdrew from before they were delivered."""
    if event.status != OrderStatus.DELIVERED:
        return
    async with runtime.database.transaction() as connection:
        try:
            order = await lock_order(connection, event.order_id)
        except NotFound:
            return
        withdrawal = await connection.fetchrow(WAITING_WITHDRAWAL, order.id)
        if withdrawal is None or order.status is not OrderStatus.DELIVERED:
            return
        lines = {one["line_id"]: one["quantity"] for one in withdrawal["lines"]} or None
        try:
            await begin_withdrawal_return(connection, order, lines)
        except WithdrawalRefused:
            # None of the items can be returned, for example because they were made to order.
            return


async def _refund_exchange(runtime: Runtime, exchange_order_id: int) -> None:
    async with runtime.database.transaction() as connection:
        await refund_cancelled_exchange(connection, exchange_order_id)


@on(OrderCancelled)
async def refund_when_exchange_cancelled(runtime: Runtime, event: OrderCancelled) -> None:
    """Refund the return of a cancelled exchange."""
    await _refund_exchange(runtime, event.order_id)


@on(LinesCancelled)
async def refund_when_exchange_lines_cancelled(runtime: Runtime, event: LinesCancelled) -> None:
    """Refund the units of a return whose exchange was cancelled."""
    await _refund_exchange(runtime, event.order_id)


@every("41 * * * *")
async def refund_missed_exchanges(runtime: Runtime) -> None:
    """Refund cancelled exchanges whose job was lost, or that an older version did not refund."""
    async with runtime.database.reading() as connection:
        order_ids = await unrefunded_exchanges(connection)
    for order_id in order_ids:
        await _refund_exchange(runtime, order_id)


@on(ExchangeRefunded, policy=EMAIL)
async def send_exchange_refund_email(runtime: Runtime, event: ExchangeRefunded) -> None:
    """Report that an exchange was cancelled, and where the refund goes."""
    async with runtime.database.reading() as connection:
        refund = await exchange_refund_for_email(connection, event.exchange_refund_id)
    if refund is not None:
        key = f"exchange_refund:{event.exchange_refund_id}"
        await _send(runtime, event.order_id, key, exchange_refund_email(runtime.settings, refund))


@on(ReturnMoved, policy=EMAIL)
async def send_return_email(runtime: Runtime, event: ReturnMoved) -> None:
    """Send the email for a new status of a return."""
    async with runtime.database.reading() as connection:
        returned = await return_for_email(connection, event.return_id)
        shop = await company(connection, runtime.settings)
    if returned is None:
        return
    address = shop.address
    parts = () if address is None else (address.line1, address.line2, address.city, address.state)
    code = () if address is None else (address.postal_code, address.country)
    send_to = ", ".join(part for part in (shop.company_name, *parts, *code) if part)
    status = OrderStatus(event.status)
    content = return_email(runtime.settings, returned, status, send_to if address else "")
    await _send(runtime, event.order_id, f"return:{event.return_id}:{event.status}", content)


@on(ReturnInstructed, policy=EMAIL)
async def send_instructions_email(runtime: Runtime, event: ReturnInstructed) -> None:
    """Tell the shopper how to send the items back."""
    async with runtime.database.reading() as connection:
        instructions = await instructions_for_email(connection, event.instructions_id)
    if instructions is not None:
        key = f"return_instructions:{event.instructions_id}"
        await _send(runtime, event.order_id, key, instructions_email(instructions))


@on(WithdrawalReceived, policy=EMAIL)
async def acknowledge_withdrawal(runtime: Runtime, event: WithdrawalReceived) -> None:
    """Acknowledge a withdrawal on a durable medium, with the statement and the time of receipt."""
    async with runtime.database.reading() as connection:
        withdrawal = await withdrawal_for_email(connection, event.withdrawal_id)
    if withdrawal is not None:
        content = withdrawal_email(runtime.settings, withdrawal)
        await _send(runtime, withdrawal.order_id, f"withdrawal:{event.withdrawal_id}", content)


async def _send(runtime: Runtime, order_id: int, key: str, content: EmailContent | None) -> None:
    try:
        await send_once(runtime, order_id, key, lambda _order: content)
    except NotFound:
        return


@on(CustomerSignedIn)
async def credit_refunds_on_sign_in(runtime: Runtime, event: CustomerSignedIn) -> None:
    """Credit a former guest's refunds to the wallet, once their orders are assigned to them."""
    async with runtime.database.transaction() as connection:
        await claim_guest_orders(connection, event.customer_id)
        await credit_pending_refunds(connection, event.customer_id)
        await credit_waiting_refunds(connection, event.customer_id)
