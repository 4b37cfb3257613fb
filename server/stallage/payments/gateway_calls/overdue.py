"""End orders and payment attempts whose time to pay is over."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.payments.actions.polling import ProviderCall
from stallage.payments.gateway_calls.ending import end_attempt, end_unpaid_order
from stallage.payments.rules.providers import usable_providers

# No provider is called to end these, so none of them can block the others.
UNPAID = """
    SELECT id FROM orders_view o WHERE status = 0 AND pay_until <= $1 AND NOT EXISTS (
        SELECT FROM payment_attempts
        WHERE order_id = o.id AND owner_id = o.owner_id AND state IN ('starting', 'open'))
    ORDER BY pay_until LIMIT 200
"""

# Items that were added to a paid order and are not paid. Few orders are not packed yet.
UNPAID_ITEMS = """
    SELECT o.id FROM order_states_view s JOIN orders_view o ON o.id = s.order_id AND o.owner_id = s.owner_id
    WHERE s.fulfilment IN (0, 1) AND o.payment_status IN (1, 4) AND o.pay_until <= $1
        AND EXISTS (SELECT FROM order_tenders_view
            WHERE order_id = o.id AND owner_id = o.owner_id AND state = 'held')
        AND NOT EXISTS (
            SELECT FROM payment_attempts
        WHERE order_id = o.id AND owner_id = o.owner_id AND state IN ('starting', 'open'))
    ORDER BY o.pay_until LIMIT 200
"""

# Marking them as checked makes the next run begin with others.
TAKE_OVERDUE = """
    UPDATE payment_attempts SET checked_at = $1
    WHERE id IN (
        SELECT a.id FROM payment_attempts a
        WHERE a.state IN ('starting', 'open') AND a.provider = ANY($2)
            AND (a.expires_at <= $1 OR EXISTS (SELECT FROM orders_view o
                WHERE o.id = a.order_id AND o.owner_id = a.owner_id AND o.status = 0 AND o.pay_until <= $1))
        ORDER BY a.checked_at LIMIT 200 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

ORDER_OF = "SELECT order_id FROM payment_attempts WHERE id = $1"


async def overdue_orders(runtime: Runtime) -> list[int]:
    """Return the ids of orders that were not paid in time and have no open payment attempt.

    Paid orders are among them if items were added that were not paid in time.
    """
    async with runtime.database.reading() as connection:
        rows = await connection.fetch(UNPAID, clock.now())
        rows += await connection.fetch(UNPAID_ITEMS, clock.now())
    return [row["id"] for row in rows]


async def take_overdue_attempts(runtime: Runtime) -> list[ProviderCall]:
    """Take payment attempts that are open past their time, least recently checked first."""
    providers = usable_providers(runtime.settings)
    async with runtime.database.transaction() as connection:
        rows = await connection.fetch(TAKE_OVERDUE, clock.now(), providers)
    return [ProviderCall(**row) for row in rows]


async def end_overdue_attempt(runtime: Runtime, attempt_id: int) -> None:
    """End a payment attempt past its time, and its order if that is unpaid. Idempotent.

    Raises PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        order_id = await connection.fetchval(ORDER_OF, attempt_id)
    if order_id is not None:
        await end_unpaid_order(runtime, order_id)
    await end_attempt(runtime, attempt_id)
