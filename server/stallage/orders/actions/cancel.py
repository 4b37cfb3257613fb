"""Cancels orders and lines before they are shipped, and revives orders that were cancelled unpaid.

Rows are locked in the order in which placing an order locks them: stock, promo code, tenders, products.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.orders.actions.change import change_payment_status, change_status, record_refund
from stallage.orders.actions.events import add_event
from stallage.orders.actions.offsets import record_offset, release_settled
from stallage.orders.actions.refunds import remaining_amount, withdraw_granted
from stallage.orders.actions.tenders import give_back, give_back_rest, hold_again, tenders_of
from stallage.orders.drafts import LockedOrder
from stallage.orders.errors import CancelRefused, EditRefused, RevivalRefused
from stallage.orders.events import LinesCancelled, OrderCancelled
from stallage.orders.queries.lines import order_lines, unshipped_units
from stallage.orders.rules import (
    TRANSITIONS,
    By,
    OrderStatus,
    PaymentStatus,
    awaits_payment,
    cancelled_status,
)
from stallage.orders.rules.differences import unpaid_line_ids
from stallage.orders.rules.gifts import gifts_to_remove
from stallage.orders.rules.tenders import Tender, TenderState, split_refund
from stallage.orders.rules.units import (
    LineUnits,
    StoredLine,
    amount_of,
    by_sku,
    next_units,
    units_text,
)
from stallage.orders.tenders import TenderUnavailable
from stallage.pricing.actions.promo_uses import lock_promo_of_order, release_promo, reuse_promo
from stallage.products.actions import refresh_cards
from stallage.stock.actions import can_reserve_again, release, release_some, reserve_again
from stallage.stock.rules import ReservationState
from stallage.tenders import tender_kind
from stallage.wallet.actions.gift_cards import void_gift_cards

# Lines change only under the lock of the order's row, so they need no lock of their own.
CANCEL_LINES = """
    UPDATE order_lines l SET cancelled = l.cancelled + p.quantity,
        gone_line_total = l.gone_line_total + p.line_total,
        gone_discount = l.gone_discount + p.discount,
        gone_tax = l.gone_tax + p.tax,
        gone_tax_added = l.gone_tax_added + p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, quantity int, line_total bigint,
        discount bigint, tax bigint, tax_added bigint)
    WHERE l.id = p.line_id AND l.order_id = $1
"""

REDUCE_ORDER = """
    UPDATE orders SET cancelled_total = cancelled_total + $2 + $3,
        cancelled_payable = cancelled_payable + $2
    WHERE id = $1
"""

WRITE_CANCELLATION = """
    INSERT INTO order_cancellations (order_id, owner_id, by, lines, shipping, payable, wallet,
        refunded_before, paid, created_at)
    VALUES ($1, $10, $2, $3, $4, $5, $6, $7, $8, $9)
    RETURNING id
"""

PAID = (PaymentStatus.PAID, PaymentStatus.PARTLY_REFUNDED)
PARTLY_SHIPPED = (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)


async def _write(
    connection: Connection,
    order: LockedOrder,
    by: By,
    units: list[LineUnits],
    *,
    shipping: int,
    payable: int,
    stored: int,
    refunded_before: int,
    paid: bool,
) -> int:
    cancellation_id: int = await connection.fetchval(
        WRITE_CANCELLATION,
        order.id,
        by,
        [asdict(one) for one in units],
        shipping,
        payable,
        stored,
        refunded_before,
        paid,
        clock.now(),
        order.owner_id,
    )
    return cancellation_id


async def cancel_order(connection: Connection, order: LockedOrder, by: By) -> None:
    """Cancel an order: give back stock, promo code and tenders, and void its gift cards.

    Payments refunds what a provider took when it receives `OrderCancelled`. Raises InvalidTransition
    and GiftCardRedeemed.
    """
    await change_status(connection, order, cancelled_status(by), by)
    # All that is left is given back, so nothing remains for refunds that are not paid yet.
    await withdraw_granted(connection, order)
    lines = await order_lines(connection, order.id)
    await void_gift_cards(connection, [line.id for line in lines if line.is_gift_card])
    if by == "operator":
        await record(
            connection,
            "order.cancelled",
            Subject("order", order.id, order.public_id),
            after={"amount": order.total},
        )
    if order.payment_status in PAID:
        await _write_rest(connection, order, lines, by)
    products = await release(connection, order.id)
    await release_promo(connection, order.id)
    is_back = await give_back_rest(connection, order)
    if order.payment_status is PaymentStatus.IN_PROGRESS:
        await change_payment_status(connection, order, PaymentStatus.FAILED, by)
    elif order.payment_status in PAID and is_back:
        await change_payment_status(connection, order, PaymentStatus.REFUNDED, by)
    await publish(connection, OrderCancelled(order_id=order.id))
    await refresh_cards(connection, products)


async def _write_rest(
    connection: Connection, order: LockedOrder, lines: list[StoredLine], by: By
) -> None:
    """Record the cancellation of a paid order, without added items that are not paid yet."""
    unpaid = unpaid_line_ids(lines, await tenders_of(connection, order.id))
    left = [next_units(line, line.left) for line in lines if line.left]
    rest = [one for one in left if one.line_id not in unpaid]
    total = order.total - amount_of(one for one in left if one.line_id in unpaid)
    payable = max(0, order.payable - (order.total - total))
    await _write(
        connection,
        order,
        by,
        rest,
        shipping=total - amount_of(rest),
        payable=payable,
        stored=total - payable,
        refunded_before=order.total - await remaining_amount(connection, order.id),
        paid=True,
    )


def _units_to_cancel(
    lines: list[StoredLine],
    requested: Mapping[int, int | None],
    unshipped: Mapping[int, int] | None,
) -> list[LineUnits]:
    """The requested units and the gifts that leave with them.

    `unshipped` limits the units of a partly shipped order, whose gifts stay. Raises InvalidFields for
    unknown lines and CancelRefused for too many units.
    """
    known = {line.id: line for line in lines}
    if not requested or any(line_id not in known for line_id in requested):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    units = []
    for line_id, quantity in requested.items():
        left = known[line_id].left
        if unshipped is not None:
            left = min(left, unshipped.get(line_id, 0))
        if left == 0 or (quantity or left) > left:
            raise CancelRefused(
                "These items have already been cancelled."
                if unshipped is None
                else "These items have already been shipped or cancelled."
            )
        units.append(next_units(known[line_id], quantity or left))
    if all(known[line_id].is_gift for line_id in requested):
        raise CancelRefused(
            "A free gift cannot be cancelled alone. Please cancel the items it came with."
        )
    if unshipped is not None:
        return units
    leaving = {one.line_id: one.quantity for one in units}
    gifts = gifts_to_remove(lines, leaving)
    return units + [next_units(line, line.left) for line in gifts]


async def cancel_lines(
    connection: Connection, order: LockedOrder, requested: Mapping[int, int | None], by: By
) -> None:
    """Cancel units by line id, and the gifts whose condition is then no longer met.

    Without a quantity, all units left of the line are cancelled. Their amount is taken off what is to
    be paid, or is refunded as `rules.tenders.split_refund` says. If nothing is left, the whole order is
    cancelled. Operators can also cancel what is not shipped yet of a partly shipped order. Raises
    CancelRefused, InvalidFields and GiftCardRedeemed.
    """
    unshipped = None
    if not TRANSITIONS[by].allows(order.status, cancelled_status(by)):
        if by != "operator" or order.status not in PARTLY_SHIPPED:
            raise CancelRefused
        unshipped = await unshipped_units(connection, order.id)
    lines = await order_lines(connection, order.id)
    units = _units_to_cancel(lines, requested, unshipped)
    if _is_rest(lines, units) and unshipped is None:
        await cancel_order(connection, order, by)
        return
    state = ReservationState.HELD if unshipped is None else ReservationState.SOLD
    products = await _take_off(connection, order, lines, units, by, state=state)
    await refresh_cards(connection, products)


async def remove_lines(
    connection: Connection, order: LockedOrder, requested: Mapping[int, int | None]
) -> set[int]:
    """Cancel units as a part of an edit, whose own entry and email list them.

    Returns the products whose cards the caller refreshes. Raises the errors of `cancel_lines`, and
    EditRefused if nothing would be left.
    """
    lines = await order_lines(connection, order.id)
    units = _units_to_cancel(lines, requested, None)
    if _is_rest(lines, units):
        raise EditRefused(
            "Nothing would be left of this order. Cancel it instead.", reason="nothing_left"
        )
    return await _take_off(
        connection, order, lines, units, "operator", state=ReservationState.HELD, by_edit=True
    )


def _is_rest(lines: list[StoredLine], units: list[LineUnits]) -> bool:
    return sum(line.left for line in lines) == sum(one.quantity for one in units)


async def _take_off(
    connection: Connection,
    order: LockedOrder,
    lines: list[StoredLine],
    units: list[LineUnits],
    by: By,
    *,
    state: ReservationState,
    by_edit: bool = False,
) -> set[int]:
    """Take units off a locked order; return the products whose cards may have changed."""
    gift_cards = {line.id for line in lines if line.is_gift_card}
    await void_gift_cards(connection, [one.line_id for one in units if one.line_id in gift_cards])
    reserved = [one for one in units if one.line_id not in gift_cards]
    products = await release_some(connection, order.id, by_sku(reserved), state)
    if not by_edit:
        label = "Not paid in time" if by == "system" else "Cancelled"
        await add_event(connection, order, by, f"{label}: {units_text(units)}")
    await record(
        connection,
        "order.lines_cancelled",
        Subject("order", order.id, order.public_id),
        after={"items": units_text(units), "amount": amount_of(units)},
    )
    is_refunded, is_back = False, True
    for group, paid in await _by_payment(connection, order, lines, units):
        parts, cancellation_id = await _reduce(connection, order, group, by, paid=paid)
        if paid:
            await record_offset(connection, order.id, parts, cancellation_id)
        is_refunded |= any(tender.state is TenderState.TAKEN for tender, _amount in parts)
        is_back &= await give_back(connection, order, parts, f"lines:{cancellation_id}")
        await publish(
            connection,
            LinesCancelled(order_id=order.id, cancellation_id=cancellation_id, by_edit=by_edit),
        )
    await _settle_payment(connection, order, is_refunded=is_refunded, is_back=is_back)
    return products


async def _by_payment(
    connection: Connection, order: LockedOrder, lines: list[StoredLine], units: list[LineUnits]
) -> list[tuple[list[LineUnits], bool]]:
    """Units in groups, with whether they were paid. Added items that are not paid yet come first."""
    if order.payment_status not in PAID:
        return [(units, False)]
    unpaid = unpaid_line_ids(lines, await tenders_of(connection, order.id))
    groups = [
        ([one for one in units if one.line_id in unpaid], False),
        ([one for one in units if one.line_id not in unpaid], True),
    ]
    return [(group, paid) for group, paid in groups if group]


async def _reduce(
    connection: Connection, order: LockedOrder, units: list[LineUnits], by: By, *, paid: bool
) -> tuple[list[tuple[Tender, int]], int]:
    """Take units off a locked order and its lines, and record the cancellation.

    `paid` is whether the units were paid. Returns the parts of tenders to give back, and the
    cancellation's id.
    """
    amount = amount_of(units)
    # Goodwill may have paid back a part of the units already.
    back = min(amount, await remaining_amount(connection, order.id))
    parts, _uncovered = split_refund(back, await tenders_of(connection, order.id))
    stored = sum(part for tender, part in parts if tender_kind(tender.kind).stores_value)
    before = amount - back
    payable = back - stored + min(before, order.payable - (back - stored))
    cancellation_id = await _write(
        connection,
        order,
        by,
        units,
        shipping=0,
        payable=payable,
        stored=amount - payable,
        refunded_before=before,
        paid=paid,
    )
    await connection.execute(CANCEL_LINES, order.id, [asdict(one) for one in units])
    await connection.execute(REDUCE_ORDER, order.id, payable, amount - payable)
    order.total -= amount
    order.payable -= payable
    order.cancelled_total += amount
    return parts, cancellation_id


async def _settle_payment(
    connection: Connection, order: LockedOrder, *, is_refunded: bool, is_back: bool
) -> None:
    """Record the refund of cancelled lines, or confirm an order that has nothing left to pay.

    What is no longer asked for is no refund.
    """
    if order.payment_status in PAID:
        await release_settled(connection, order.id)
        if is_refunded and is_back:
            await record_refund(connection, order)
    elif order.payable == 0 and awaits_payment(order.status, order.payment_status, order.pay_until):
        await change_payment_status(connection, order, PaymentStatus.PAID, "system")
        await change_status(connection, order, OrderStatus.CONFIRMED, "system")


async def revive_order(connection: Connection, order: LockedOrder) -> None:
    """Revive an order that was cancelled unpaid and has been paid after all.

    Raises RevivalRefused, and then changes nothing, if its units or its stored value are gone, or if
    lines had been cancelled before: then the paid amount is not the order's total.
    """
    if order.cancelled_total or not await can_reserve_again(connection, order.id):
        raise RevivalRefused
    await lock_promo_of_order(connection, order.id)
    try:
        await hold_again(connection, order)
    except TenderUnavailable as error:
        raise RevivalRefused from error
    products = await reserve_again(connection, order.id)
    await reuse_promo(connection, order.id)
    await change_payment_status(connection, order, PaymentStatus.PAID, "system")
    await change_status(connection, order, OrderStatus.CONFIRMED, "system")
    await refresh_cards(connection, products)
