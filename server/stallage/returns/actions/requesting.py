"""Begins returns: requested within the shop's return window, or by right of withdrawal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stallage.audit.actions import record
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.orders.actions import LockedOrder, change_status
from stallage.orders.queries import order_lines
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.gifts import gifts_to_remove
from stallage.orders.rules.returning import is_within_window
from stallage.orders.rules.units import LineUnits, StoredLine, amount_of, next_units
from stallage.returns.actions.exchanging import offers_for
from stallage.returns.actions.moving import approve_return, open_return, subject_of
from stallage.returns.errors import ExchangeRefused, ReturnRefused, WithdrawalRefused
from stallage.returns.events import ReturnMoved
from stallage.returns.rules import may_begin, new_public_id
from stallage.returns.rules.reasons import ReturnReason

WRITE = """
    INSERT INTO returns (public_id, order_id, owner_id, status, resolution, refund_to, reason_code, reason,
        withdrawal, amount, shipping, requested_at, changed_at)
    VALUES ($1, $2, $12, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
    RETURNING id
"""

WRITE_LINES = """
    INSERT INTO return_lines (return_id, owner_id, order_line_id, quantity, exchange_sku_id, line_total,
        discount, tax, tax_added)
    SELECT $1, $3, p.line_id, p.quantity, p.exchange_sku_id, p.line_total, p.discount, p.tax, p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, quantity int, exchange_sku_id bigint,
        line_total bigint, discount bigint, tax bigint, tax_added bigint)
    ORDER BY p.line_id
"""


@dataclass(frozen=True, slots=True)
class ReturnRequest:
    """What a shopper wants to return."""

    lines: Mapping[int, int]
    """Units by line id."""
    reason: str
    refund_to: str
    exchanges: Mapping[int, int]
    """SKU ids to send in exchange, by line id; empty for a refund."""
    reason_code: ReturnReason | None = None


def _requested_units(lines: list[StoredLine], requested: Mapping[int, int]) -> list[LineUnits]:
    """Units by line id. Raises InvalidFields for unknown lines, and ReturnRefused."""
    known = {line.id: line for line in lines}
    if not requested or any(line_id not in known for line_id in requested):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    for line_id, quantity in requested.items():
        if not known[line_id].returnable:
            raise ReturnRefused(f"{known[line_id].title} cannot be returned.")
        if quantity > known[line_id].left:
            raise ReturnRefused("You have already returned or cancelled these items.")
    if all(known[line_id].is_gift for line_id in requested):
        raise ReturnRefused(
            "A free gift cannot be returned alone. Please return the items it came with."
        )
    return [next_units(known[line_id], quantity) for line_id, quantity in requested.items()]


def _gifts_to_return(lines: list[StoredLine], units: list[LineUnits]) -> list[LineUnits]:
    """The returnable gifts whose condition is no longer met without these units."""
    leaving = {one.line_id: one.quantity for one in units}
    gifts = gifts_to_remove(lines, leaving)
    return [next_units(line, line.left) for line in gifts if line.returnable]


async def _check_exchanges(
    connection: Connection, lines: list[StoredLine], return_request: ReturnRequest
) -> None:
    if set(return_request.exchanges) != set(return_request.lines):
        raise InvalidFields(fields={"lines": [message("required", "exchangeSkuId")]})
    offers = await offers_for(connection, lines, return_request.exchanges)
    if len(offers) < len(return_request.lines):
        raise ExchangeRefused


async def _write(
    connection: Connection,
    order: LockedOrder,
    units: list[LineUnits],
    return_request: ReturnRequest,
    *,
    withdrawal: bool,
    shipping: int,
) -> int:
    return_id: int = await connection.fetchval(
        WRITE,
        new_public_id(),
        order.id,
        OrderStatus.RETURN_REQUESTED,
        "exchange" if return_request.exchanges else "refund",
        return_request.refund_to,
        return_request.reason_code,
        return_request.reason,
        withdrawal,
        amount_of(units) + shipping,
        shipping,
        clock.now(),
        order.owner_id,
    )
    rows = [
        {
            "line_id": one.line_id,
            "quantity": one.quantity,
            "exchange_sku_id": return_request.exchanges.get(one.line_id),
            "line_total": one.line_total,
            "discount": one.discount,
            "tax": one.tax,
            "tax_added": one.tax_added,
        }
        for one in units
    ]
    await connection.execute(WRITE_LINES, return_id, rows, order.owner_id)
    return return_id


async def request_return(
    connection: Connection, order: LockedOrder, return_request: ReturnRequest, window_seconds: int
) -> int:
    """Request a return, and return its id. Raises ReturnRefused, ExchangeRefused and InvalidFields."""
    if not may_begin(order.status):
        raise ReturnRefused
    if not is_within_window(order.delivered_at, window_seconds, clock.now()):
        raise ReturnRefused("The time to return items of this order is over.")
    return await _request(connection, order, return_request)


async def start_return(
    connection: Connection, order: LockedOrder, return_request: ReturnRequest, *, approve: bool
) -> str:
    """Request a return for the shopper, also after the time to return items.

    Returns its public id.

    With `approve`, it is approved at once. Raises ReturnRefused, ExchangeRefused and InvalidFields.
    """
    if not may_begin(order.status):
        raise ReturnRefused("Items can be returned once they are delivered, one return at a time.")
    await _request(connection, order, return_request)
    returned = await open_return(connection, order)
    await record(
        connection,
        "return.started",
        subject_of(returned),
        after={
            "order": order.public_id,
            "lines": {str(k): v for k, v in return_request.lines.items()},
        },
    )
    if approve:
        await approve_return(connection, order)
    return returned.public_id


async def _request(
    connection: Connection, order: LockedOrder, return_request: ReturnRequest
) -> int:
    lines = await order_lines(connection, order.id)
    units = _requested_units(lines, return_request.lines)
    if return_request.exchanges:
        await _check_exchanges(connection, lines, return_request)
    else:
        units += _gifts_to_return(lines, units)
    return_id = await _write(connection, order, units, return_request, withdrawal=False, shipping=0)
    await change_status(connection, order, OrderStatus.RETURN_REQUESTED, "customer")
    await publish(
        connection,
        ReturnMoved(
            return_id=return_id, order_id=order.id, status=int(OrderStatus.RETURN_REQUESTED)
        ),
    )
    return return_id


async def begin_withdrawal_return(
    connection: Connection, order: LockedOrder, requested: Mapping[int, int] | None
) -> int:
    """Begin the return of units, by line id, that the shopper has withdrawn from. Returns its id.

    None means all units left. The caller has checked the time limit. If nothing stays with the shopper,
    the cost of delivery is refunded as well. Raises WithdrawalRefused and InvalidFields.
    """
    if not may_begin(order.status):
        raise WithdrawalRefused("Another return of this order is still open.")
    lines = await order_lines(connection, order.id)
    left = {line.id: line.left for line in lines if line.returnable and line.left}
    if all(line.is_gift for line in lines if line.id in left):
        raise WithdrawalRefused("Nothing is left in this order to withdraw from.")
    units = _requested_units(lines, left if requested is None else requested)
    units += _gifts_to_return(lines, units)
    returned = {one.line_id: one.quantity for one in units}
    whole = all(line.is_gift or line.left == returned.get(line.id, 0) for line in lines)
    shipping = _delivery_cost(order, lines) if whole else 0
    return_request = ReturnRequest(lines={}, reason="", refund_to="source", exchanges={})
    return_id = await _write(
        connection, order, units, return_request, withdrawal=True, shipping=shipping
    )
    await change_status(connection, order, OrderStatus.RETURN_REQUESTED, "customer")
    await change_status(connection, order, OrderStatus.RETURN_APPROVED, "system")
    await connection.execute(
        "UPDATE returns SET status = $2 WHERE id = $1", return_id, OrderStatus.RETURN_APPROVED
    )
    await publish(
        connection,
        ReturnMoved(
            return_id=return_id, order_id=order.id, status=int(OrderStatus.RETURN_APPROVED)
        ),
    )
    return return_id


def _delivery_cost(order: LockedOrder, lines: list[StoredLine]) -> int:
    """The cost of delivery and gift wrap with tax: the order's total less that of its lines."""
    of_lines = sum(line.line_total - line.discount + line.tax_added for line in lines)
    return order.total + order.cancelled_total - of_lines
