"""Begins returns: at the shopper's request within the shop's window, or by right of withdrawal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.orders.actions import LockedOrder, change_status, lines_of
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.gifts import gifts_that_leave, is_gift
from stallage.orders.rules.pieces import Pieces, left_of, pieces_of, worth_of
from stallage.orders.rules.returning import is_in_time
from stallage.returns.actions.exchanging import offers_for
from stallage.returns.errors import ExchangeRefused, ReturnRefused, WithdrawalRefused
from stallage.returns.events import ReturnMoved
from stallage.returns.rules import may_begin, new_public_id

WRITE = """
    INSERT INTO returns (public_id, order_id, status, resolution, refund_to, reason, withdrawal,
        amount, shipping, requested_at, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
    RETURNING id
"""

WRITE_LINES = """
    INSERT INTO return_lines (return_id, order_line_id, quantity, exchange_sku_id, line_total,
        discount, tax, tax_added)
    SELECT $1, p.line_id, p.quantity, p.exchange_sku_id, p.line_total, p.discount, p.tax, p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, quantity int, exchange_sku_id bigint,
        line_total bigint, discount bigint, tax bigint, tax_added bigint)
    ORDER BY p.line_id
"""


@dataclass(frozen=True, slots=True)
class ReturnRequest:
    """What a shopper asks for."""

    lines: Mapping[int, int]
    """Units by line id."""
    reason: str
    refund_to: str
    exchanges: Mapping[int, int]
    """SKUs to be sent instead, by line id; empty where money is wanted."""


def _chosen(lines: list[Record], wanted: Mapping[int, int]) -> list[Pieces]:
    known = {line["id"]: line for line in lines}
    if not wanted or any(line_id not in known for line_id in wanted):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    for line_id, quantity in wanted.items():
        if not known[line_id]["returnable"]:
            raise ReturnRefused(f"{known[line_id]['title']} cannot be returned.")
        if quantity > left_of(known[line_id]):
            raise ReturnRefused("You have returned or cancelled these pieces already.")
    if all(is_gift(known[line_id]) for line_id in wanted):
        raise ReturnRefused("A free gift comes back with what it was given for.")
    return [pieces_of(known[line_id], quantity) for line_id, quantity in wanted.items()]


def _gifts_along(lines: list[Record], pieces: list[Pieces]) -> list[Pieces]:
    """The gifts that the units were the condition for, as far as they can be sent back."""
    leaving = {one.line_id: one.quantity for one in pieces}
    gifts = gifts_that_leave(lines, leaving)
    return [pieces_of(line, left_of(line)) for line in gifts if line["returnable"]]


async def _check_exchanges(
    connection: Connection, lines: list[Record], return_request: ReturnRequest
) -> None:
    if set(return_request.exchanges) != set(return_request.lines):
        raise InvalidFields(fields={"lines": [message("required", "exchangeSkuId")]})
    offers = await offers_for(connection, lines, return_request.exchanges)
    if len(offers) < len(return_request.lines):
        raise ExchangeRefused


async def _write(
    connection: Connection,
    order: LockedOrder,
    pieces: list[Pieces],
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
        return_request.reason,
        withdrawal,
        worth_of(pieces) + shipping,
        shipping,
        clock.now(),
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
        for one in pieces
    ]
    await connection.execute(WRITE_LINES, return_id, rows)
    return return_id


async def request_return(
    connection: Connection, order: LockedOrder, return_request: ReturnRequest, window_seconds: int
) -> int:
    """Asks for a return; its id. Raises ReturnRefused, ExchangeRefused and InvalidFields."""
    if not may_begin(order.status):
        raise ReturnRefused
    if not is_in_time(order.delivered_at, window_seconds, clock.now()):
        raise ReturnRefused("The time to return things of this order is over.")
    lines = await lines_of(connection, order.id)
    pieces = _chosen(lines, return_request.lines)
    if return_request.exchanges:
        await _check_exchanges(connection, lines, return_request)
    else:
        pieces += _gifts_along(lines, pieces)
    return_id = await _write(
        connection, order, pieces, return_request, withdrawal=False, shipping=0
    )
    await change_status(connection, order, OrderStatus.RETURN_REQUESTED, "customer")
    await publish(
        connection,
        ReturnMoved(
            return_id=return_id, order_id=order.id, status=int(OrderStatus.RETURN_REQUESTED)
        ),
    )
    return return_id


async def withdraw_by_right(
    connection: Connection, order: LockedOrder, wanted: Mapping[int, int] | None
) -> int:
    """Begins the return of what a shopper has withdrawn from, all that is left where nothing is named.

    The caller has found that it is in time. The cost of delivery goes back where nothing stays.
    Raises WithdrawalRefused and InvalidFields.
    """
    if not may_begin(order.status):
        raise WithdrawalRefused("A return of this order is on its way already.")
    lines = await lines_of(connection, order.id)
    left = {line["id"]: left_of(line) for line in lines if line["returnable"] and left_of(line)}
    if all(is_gift(line) for line in lines if line["id"] in left):
        raise WithdrawalRefused("Nothing of this order is left to withdraw from.")
    pieces = _chosen(lines, left if wanted is None else wanted)
    pieces += _gifts_along(lines, pieces)
    coming = {one.line_id: one.quantity for one in pieces}
    whole = all(is_gift(line) or left_of(line) == coming.get(line["id"], 0) for line in lines)
    shipping = _delivery_of(order, lines) if whole else 0
    return_request = ReturnRequest(lines={}, reason="", refund_to="source", exchanges={})
    return_id = await _write(
        connection, order, pieces, return_request, withdrawal=True, shipping=shipping
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


def _delivery_of(order: LockedOrder, lines: list[Record]) -> int:
    """What delivery cost with its tax: the order's whole worth without that of its lines."""
    worth = sum(line["line_total"] - line["discount"] + line["tax_added"] for line in lines)
    delivery: int = order.total + order.cancelled_total - worth
    return delivery
