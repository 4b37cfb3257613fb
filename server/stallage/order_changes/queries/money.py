"""Reads the money of an order together with what its returns may still refund."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from stallage.core.db import Connection
from stallage.orders.queries.refunds import money_of
from stallage.orders.rules.refunds import OrderMoney

# Returns that may still refund, and exchanges whose replacement can still be cancelled, which refunds
# the return. Withdrawals are among the returns.
PENDING = """
    SELECT r.public_id, r.amount - coalesce((SELECT sum(e.to_source + e.to_wallet)
            FROM exchange_refunds_view e WHERE e.return_id = r.id
                AND e.owner_id = r.owner_id), 0)::bigint AS amount,
        r.status <> 12 AS is_open
    FROM returns_view r LEFT JOIN orders_view x ON x.id = r.exchange_order_id AND x.owner_id = r.owner_id
    WHERE r.order_id = $1 AND (r.status IN (9, 10, 11, 15)
        OR r.status = 12 AND r.to_source IS NULL AND x.status < 6)
"""

IN_RETURNS = """
    SELECT rl.order_line_id AS line_id, sum(rl.quantity)::int AS units
    FROM return_lines_view rl JOIN returns_view r ON r.id = rl.return_id AND r.owner_id = rl.owner_id
    WHERE r.order_id = $1 AND r.status IN (9, 10, 11, 15) GROUP BY rl.order_line_id
"""

DELIVERY_IN_RETURNS = """
    SELECT EXISTS (SELECT FROM returns_view
        WHERE order_id = $1 AND shipping > 0 AND status IN (9, 10, 11, 12, 15))
"""

STOCK = """
    SELECT s.id, s.stock, s.tracked FROM skus_view s WHERE s.id = ANY($1::bigint[]) ORDER BY s.id
"""

NEXT_CREDIT_NOTE = "SELECT last + 1 FROM invoice_counters_view WHERE kind = 'credit_note'"

GATEWAY_REFUNDS = """
    SELECT public_id, amount, reason, state, problem, created_at, done_at FROM refunds_view
    WHERE order_id = $1 ORDER BY id
"""

CREDIT_NOTES = """
    SELECT source, number FROM invoices_view WHERE order_id = $1 AND kind = 'credit_note'
"""

BUYER = """
    SELECT o.customer_id, o.email, o.phone, o.first_name, o.last_name FROM orders_view o WHERE o.id = $1
"""


@dataclass(frozen=True, slots=True)
class PendingReturn:
    """A return whose refund is not decided yet."""

    public_id: str
    amount: int


@dataclass(frozen=True, slots=True)
class MoneyWithReturns:
    """The money of an order, and the returns behind what is pending."""

    money: OrderMoney
    returns: Sequence[PendingReturn]


@dataclass(frozen=True, slots=True)
class GatewayRefund:
    """A refund at a payment provider."""

    public_id: str
    amount: int
    reason: str
    state: Literal["pending", "done", "refused"]
    problem: str | None
    created_at: datetime
    done_at: datetime | None


async def money_with_returns(connection: Connection, order_id: int) -> MoneyWithReturns:
    """Read what can be refunded of an order. Raises NotFound.

    Callers who decide by it hold the lock of the order's row.
    """
    pending = [
        PendingReturn(row["public_id"], row["amount"])
        for row in await connection.fetch(PENDING, order_id)
        if row["amount"] > 0
    ]
    units = await connection.fetch(IN_RETURNS, order_id)
    money = await money_of(
        connection,
        order_id,
        in_returns={row["line_id"]: row["units"] for row in units},
        other_pending=sum(one.amount for one in pending),
        delivery_in_returns=await connection.fetchval(DELIVERY_IN_RETURNS, order_id),
    )
    return MoneyWithReturns(money, pending)


async def stock_levels(connection: Connection, units: Mapping[int, int]) -> dict[int, int]:
    """Read the stock of SKUs that are tracked, by id."""
    rows = await connection.fetch(STOCK, list(units))
    return {row["id"]: row["stock"] for row in rows if row["tracked"]}


async def next_credit_note(connection: Connection) -> int:
    """Read the number that the next credit note gets, if no other one is issued before."""
    number: int = await connection.fetchval(NEXT_CREDIT_NOTE)
    return number


async def gateway_refunds(connection: Connection, order_id: int) -> list[GatewayRefund]:
    """Read what was sent to payment providers, oldest first."""
    rows = await connection.fetch(GATEWAY_REFUNDS, order_id)
    return [GatewayRefund(**dict(row)) for row in rows]


async def credit_notes(connection: Connection, order_id: int) -> dict[str, int]:
    """Read the numbers of an order's credit notes by their source, such as `refund:7`."""
    rows = await connection.fetch(CREDIT_NOTES, order_id)
    return {row["source"]: row["number"] for row in rows}
