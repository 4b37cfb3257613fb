"""Ends an order, or some lines of it, before it has been shipped; revives one that ended unpaid.

Rows are locked in the order in which placing an order locks them: stock, promo code, tenders, products.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields
from stallage.core.events import publish
from stallage.core.validation import message
from stallage.orders.actions.change import change_payment_status, change_status, note_refund
from stallage.orders.actions.tenders import give_back, give_back_rest, hold_again, tenders_of
from stallage.orders.errors import CancelRefused, RevivalRefused
from stallage.orders.events import LinesCancelled, OrderCancelled
from stallage.orders.locked import LockedOrder
from stallage.orders.rules import (
    MOVES,
    By,
    OrderStatus,
    PaymentStatus,
    awaits_payment,
    cancelled_by,
)
from stallage.orders.rules.gifts import gifts_that_leave, is_gift
from stallage.orders.rules.pieces import Pieces, by_sku, left_of, pieces_of, told, worth_of
from stallage.orders.rules.tenders import divided
from stallage.orders.tenders import TenderUnavailable
from stallage.pricing.actions import give_back_promo, lock_promo_of, use_promo_again
from stallage.products.actions import refresh_cards
from stallage.stock.actions import can_reserve_again, release, release_some, reserve_again
from stallage.tenders import tender_kind
from stallage.wallet.actions.gift_cards import void_gift_cards

LINES = """
    SELECT id, sku_id, product_id, title, quantity, cancelled, returned, price, line_total, discount,
        tax, tax_added, returnable, gift, exchanged, gift_card IS NOT NULL AS is_gift_card
    FROM order_lines WHERE order_id = $1 ORDER BY position
"""

# Lines are written under the order's row lock alone, so they are read and written without another.
TAKE_OFF_LINES = """
    UPDATE order_lines l SET cancelled = l.cancelled + p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""

TAKE_OFF_ORDER = """
    UPDATE orders SET cancelled_total = cancelled_total + $2 + $3,
        cancelled_payable = cancelled_payable + $2
    WHERE id = $1
"""

WRITE_CANCELLATION = """
    INSERT INTO order_cancellations (order_id, by, lines, shipping, payable, wallet, paid, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    RETURNING id
"""

TELL = """
    INSERT INTO order_events (order_id, status, by, happened_at, label) VALUES ($1, $2, $3, $4, $5)
"""

PAID = (PaymentStatus.PAID, PaymentStatus.PARTLY_REFUNDED)


async def lines_of(connection: Connection, order_id: int) -> list[Record]:
    """The lines of an order as they stand; the caller holds the order's row."""
    return await connection.fetch(LINES, order_id)


async def _write(
    connection: Connection,
    order: LockedOrder,
    by: By,
    pieces: list[Pieces],
    *,
    shipping: int,
    payable: int,
    stored: int,
) -> int:
    cancellation_id: int = await connection.fetchval(
        WRITE_CANCELLATION,
        order.id,
        by,
        [asdict(one) for one in pieces],
        shipping,
        payable,
        stored,
        order.payment_status in PAID,
        clock.now(),
    )
    return cancellation_id


async def cancel_order(connection: Connection, order: LockedOrder, by: By) -> None:
    """Cancels an order: units, promo code and what its tenders hold go back; gift cards become void.

    Raises InvalidTransition, and GiftCardRedeemed.

    Money that a provider took goes back by whoever hears of `OrderCancelled`.
    """
    await change_status(connection, order, cancelled_by(by), by)
    lines = await lines_of(connection, order.id)
    await void_gift_cards(connection, [line["id"] for line in lines if line["is_gift_card"]])
    rest = [pieces_of(line, left) for line in lines if (left := left_of(line))]
    if order.payment_status in PAID:
        await _write(
            connection,
            order,
            by,
            rest,
            shipping=order.total - worth_of(rest),
            payable=order.payable,
            stored=order.total - order.payable,
        )
    products = await release(connection, order.id)
    await give_back_promo(connection, order.id)
    is_back = await give_back_rest(connection, order)
    if order.payment_status is PaymentStatus.IN_PROGRESS:
        await change_payment_status(connection, order, PaymentStatus.FAILED, by)
    elif order.payment_status in PAID and is_back:
        await change_payment_status(connection, order, PaymentStatus.REFUNDED, by)
    await publish(connection, OrderCancelled(order_id=order.id))
    await refresh_cards(connection, products)


def _chosen(lines: list[Record], wanted: Mapping[int, int | None]) -> list[Pieces]:
    """The units to cancel. Raises InvalidFields for strange lines, CancelRefused for too many."""
    known = {line["id"]: line for line in lines}
    if not wanted or any(line_id not in known for line_id in wanted):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    chosen = []
    for line_id, quantity in wanted.items():
        left = left_of(known[line_id])
        if left == 0 or (quantity or left) > left:
            raise CancelRefused("These pieces are cancelled already.")
        chosen.append(pieces_of(known[line_id], quantity or left))
    if all(is_gift(known[line_id]) for line_id in wanted):
        raise CancelRefused("A free gift goes with what it was given for.")
    leaving = {one.line_id: one.quantity for one in chosen}
    gifts = gifts_that_leave(lines, leaving)
    return chosen + [pieces_of(line, left_of(line)) for line in gifts]


async def cancel_lines(
    connection: Connection, order: LockedOrder, wanted: Mapping[int, int | None], by: By
) -> None:
    """Cancels units by line id, all that are left of a line where no quantity is given, and with
    them the gifts that they were the condition for.

    What they are worth by the order's own lines comes off what is to be paid, or goes back, in the
    order of `rules.tenders`. If nothing is left, the order is cancelled whole. Raises CancelRefused,
    InvalidFields and GiftCardRedeemed.
    """
    if not MOVES[by].allows(order.status, cancelled_by(by)):
        raise CancelRefused
    lines = await lines_of(connection, order.id)
    chosen = _chosen(lines, wanted)
    if sum(left_of(line) for line in lines) == sum(one.quantity for one in chosen):
        await cancel_order(connection, order, by)
        return
    gift_cards = {line["id"] for line in lines if line["is_gift_card"]}
    await void_gift_cards(connection, [one.line_id for one in chosen if one.line_id in gift_cards])
    goods = [one for one in chosen if one.line_id not in gift_cards]
    products = await release_some(connection, order.id, by_sku(goods))
    worth = worth_of(chosen)
    parts, uncovered = divided(worth, await tenders_of(connection, order.id))
    if uncovered:
        raise ValueError(f"the tenders of {order.public_id} lack {uncovered}")
    stored = sum(part for tender, part in parts if tender_kind(tender.kind).stores_value)
    payable = worth - stored
    cancellation_id = await _write(
        connection, order, by, chosen, shipping=0, payable=payable, stored=stored
    )
    await connection.execute(
        TAKE_OFF_LINES, [one.line_id for one in chosen], [one.quantity for one in chosen]
    )
    await connection.execute(TAKE_OFF_ORDER, order.id, payable, stored)
    await connection.execute(
        TELL, order.id, order.status, by, clock.now(), f"Cancelled: {told(chosen)}"
    )
    order.total -= worth
    order.payable -= payable
    order.cancelled_total += worth
    is_back = await give_back(connection, order, parts, f"lines:{cancellation_id}")
    await _settle_payment(connection, order, is_back=is_back)
    await publish(connection, LinesCancelled(order_id=order.id, cancellation_id=cancellation_id))
    await refresh_cards(connection, products)


async def _settle_payment(connection: Connection, order: LockedOrder, *, is_back: bool) -> None:
    """Notes that what was paid of cancelled lines is back, or finds that nothing is left to pay."""
    if order.payment_status in PAID:
        if is_back:
            await note_refund(connection, order)
    elif order.payable == 0 and awaits_payment(order.status, order.payment_status, order.pay_until):
        await change_payment_status(connection, order, PaymentStatus.PAID, "system")
        await change_status(connection, order, OrderStatus.CONFIRMED, "system")


async def revive_order(connection: Connection, order: LockedOrder) -> None:
    """Makes an order that ended unpaid a paid one again, with all it had.

    Raises RevivalRefused, and changes nothing then, if its units or what its tenders held have gone,
    or if lines of it had been cancelled: then what was paid is not what it would come to.
    """
    if order.cancelled_total or not await can_reserve_again(connection, order.id):
        raise RevivalRefused
    await lock_promo_of(connection, order.id)
    try:
        await hold_again(connection, order)
    except TenderUnavailable as error:
        raise RevivalRefused from error
    products = await reserve_again(connection, order.id)
    await use_promo_again(connection, order.id)
    await change_payment_status(connection, order, PaymentStatus.PAID, "system")
    await change_status(connection, order, OrderStatus.CONFIRMED, "system")
    await refresh_cards(connection, products)
