"""Finds orders and payments whose time is over, and ends them."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.payments.gateway_calls.ending import end_attempt, end_unpaid_order
from stallage.payments.gateway_calls.turns import Turn
from stallage.payments.providers import usable_providers

# These end without a provider, so nothing can stand in the way of those behind them.
UNPAID = """
    SELECT id FROM orders o WHERE status = 0 AND pay_until <= $1 AND NOT EXISTS (
        SELECT FROM payment_attempts WHERE order_id = o.id AND state IN ('starting', 'open'))
    ORDER BY pay_until LIMIT 200
"""

# Taking them marks them as asked: the next turn begins with the others.
TAKE_OVERDUE = """
    UPDATE payment_attempts SET asked_at = $1
    WHERE id IN (
        SELECT a.id FROM payment_attempts a
        WHERE a.state IN ('starting', 'open') AND a.provider = ANY($2)
            AND (a.expires_at <= $1 OR EXISTS (SELECT FROM orders o
                WHERE o.id = a.order_id AND o.status = 0 AND o.pay_until <= $1))
        ORDER BY a.asked_at LIMIT 200 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

ORDER_OF = "SELECT order_id FROM payment_attempts WHERE id = $1"


async def overdue_orders(runtime: Runtime) -> list[int]:
    """Orders that nobody paid in time, without a payment that could still be paid."""
    async with runtime.database.reading() as connection:
        rows = await connection.fetch(UNPAID, clock.now())
    return [row["id"] for row in rows]


async def take_overdue_attempts(runtime: Runtime) -> list[Turn]:
    """Payments of orders and top-ups that are open past their time; least recently tried first."""
    providers = usable_providers(runtime.settings)
    async with runtime.database.transaction() as connection:
        rows = await connection.fetch(TAKE_OVERDUE, clock.now(), providers)
    return [Turn(**row) for row in rows]


async def end_overdue_attempt(runtime: Runtime, attempt_id: int) -> None:
    """Ends a payment past its time, and its order where nobody has paid that. Repeatable.

    Raises PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        order_id = await connection.fetchval(ORDER_OF, attempt_id)
    if order_id is not None:
        await end_unpaid_order(runtime, order_id)
    await end_attempt(runtime, attempt_id)
