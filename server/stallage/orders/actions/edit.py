"""Edits placed orders before they are packed: adds and removes items, discounts, moves the address.

The caller holds the lock of the order's row. Placed lines keep their price and tax; added ones are lines
of their own. What is removed is cancelled as anywhere else. The tender that is paid later follows the
total. What is added to an order that is paid gets a tender of its own; see `differences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions.cancel import remove_lines
from stallage.orders.actions.delivery import change_address
from stallage.orders.actions.differences import (
    DISCOUNT_LINES,
    TAXES,
    ask_for,
    first_line_to_add,
    lower_amount_due,
    start_time_to_pay,
)
from stallage.orders.actions.events import add_event
from stallage.orders.actions.tenders import amount_due, tenders_of
from stallage.orders.drafts import AddedItems, EditDraft, LineDraft, LockedOrder
from stallage.orders.errors import EditRefused
from stallage.orders.events import OrderEdited
from stallage.orders.queries.lines import order_lines
from stallage.orders.rules.edits import (
    UNPAID,
    LineDiscount,
    check_editable,
    merge_taxes,
    spread_discount,
)
from stallage.orders.rules.tenders import TenderState
from stallage.products.actions import refresh_cards
from stallage.stock.actions import lock as lock_stock
from stallage.stock.actions import reserve_more
from stallage.tenders import tender_kind

ADD_LINES = """
    INSERT INTO order_lines (order_id, owner_id, position, sku_id, product_id, sku, slug, title, options,
        image, quantity, price, compare_at_price, line_total, discount, tax, tax_added, returnable)
    SELECT $1, $3, l.position + (
            SELECT max(position) FROM order_lines WHERE order_id = $1 AND owner_id = $3), l.sku_id,
        l.product_id, l.sku, l.slug, l.title, l.options, nullif(l.image, 'null'), l.quantity, l.price,
        l.compare_at_price, l.line_total, l.discount, l.tax, l.tax_added, l.returnable
    FROM jsonb_to_recordset($2) AS l (position smallint, sku_id bigint, product_id bigint, sku text,
        slug text, title text, options jsonb, image jsonb, quantity int, price bigint,
        compare_at_price bigint, line_total bigint, discount bigint, tax bigint, tax_added bigint,
        returnable boolean)
    ORDER BY l.position
"""

# One statement, because the tenders always add up to the total.
REPRICE = """
    WITH later AS (
        UPDATE order_tenders SET amount = amount + $3 WHERE order_id = $1 AND position = $2
    )
    UPDATE orders SET total = total + $3, payable = payable + $3, subtotal = subtotal + $4,
        taxes = $5, discounts = discounts || $6::jsonb
    WHERE id = $1
"""

LINE_FIELDS = tuple(
    field.name for field in fields(LineDraft) if field.name not in ("gift", "gift_card")
)


async def lock_items(connection: Connection, order: LockedOrder, sku_ids: Iterable[int]) -> None:
    """Lock the stock of an order's items and of those to add, in one order for all edits."""
    lines = await order_lines(connection, order.id)
    await lock_stock(connection, sorted({*(line.sku_id for line in lines), *sku_ids}))


async def edit_order(
    connection: Connection, order: LockedOrder, draft: EditDraft
) -> tuple[int | None, int]:
    """Edit an order that is not packed.

    Returns the entry of its timeline that says what changed, and what is left of the discount to be
    refunded: all of it if the order is paid and nothing is asked for. Without any other change, there is
    no entry. The caller has called `lock_items`. Raises EditRefused, AddressFixed, AddressChangesTotal,
    NotEnoughStock, CancelRefused, GiftCardRedeemed and InvalidFields.
    """
    check_editable(order.status)
    before = {"total": order.total, "payable": order.payable}
    is_paid = order.payment_status not in UNPAID
    titles = {line.id: line.title for line in await order_lines(connection, order.id)}
    moved = draft.address is not None and await change_address(connection, order, draft.address)
    products: set[int] = set()
    # Added first, so that the order is never without items in between.
    if draft.added.lines:
        products |= await _add(connection, order, draft.added, is_paid=is_paid)
    if draft.removed:
        products |= await remove_lines(connection, order, draft.removed)
    refund = draft.discount if is_paid and not await amount_due(connection, order.id) else 0
    if draft.discount and not refund:
        lower = lower_amount_due if is_paid else _discount
        await lower(connection, order, draft.discount, draft.discount_name)
    if is_paid and draft.added.lines:
        await start_time_to_pay(connection, order)
    changed = _text(draft, titles, moved=moved, discounted=draft.discount > refund)
    if not changed:
        if not refund:
            raise EditRefused("Nothing was changed.", reason="nothing")
        return None, refund
    entry_id = await add_event(connection, order, "operator", f"Edited: {changed}")
    await record(
        connection,
        "order.edited",
        Subject("order", order.id, order.public_id),
        before=before,
        after={
            "total": order.total,
            "payable": order.payable,
            "removed": sum(draft.removed.values()),
            "added": sum(line.quantity for line in draft.added.lines),
            "discount": draft.discount - refund,
            "address": moved,
        },
    )
    await publish(connection, OrderEdited(order_id=order.id, entry_id=entry_id))
    await refresh_cards(connection, products)
    return entry_id, refund


def _text(draft: EditDraft, titles: Mapping[int, str], *, moved: bool, discounted: bool) -> str:
    """What changed, such as `removed 1 × Vase; added 2 × Moss bowl`."""
    removed = ", ".join(f"{n} × {titles[line_id]}" for line_id, n in draft.removed.items())
    added = ", ".join(f"{line.quantity} × {line.title}" for line in draft.added.lines)
    parts = [f"removed {removed}"] if removed else []
    parts += [f"added {added}"] if added else []
    if discounted:
        parts.append(f"discount of {draft.discount_text} ({draft.discount_name})")
    parts += ["new delivery address"] if moved else []
    return "; ".join(parts)


async def _later_tender(connection: Connection, order: LockedOrder) -> int:
    """The position of the tender that is paid later. Raises EditRefused if there is none."""
    for tender in await tenders_of(connection, order.id):
        if tender.state is TenderState.HELD and not tender_kind(tender.kind).stores_value:
            return tender.position
    raise EditRefused(
        "Nothing is to be paid for this order, so it cannot cost more or less.", reason="paid"
    )


async def _reprice(
    connection: Connection,
    order: LockedOrder,
    position: int,
    *,
    by: int,
    subtotal: int = 0,
    taxes: Sequence[Mapping[str, Any]],
    discounts: Sequence[Mapping[str, Any]] = (),
) -> None:
    await connection.execute(REPRICE, order.id, position, by, subtotal, [*taxes], [*discounts])
    order.total += by
    order.payable += by


async def _add(
    connection: Connection, order: LockedOrder, added: AddedItems, *, is_paid: bool
) -> set[int]:
    find = first_line_to_add if is_paid else _later_tender
    position = await find(connection, order)
    units: dict[int, int] = {}
    for line in added.lines:
        units[line.sku_id] = units.get(line.sku_id, 0) + line.quantity
    products = await reserve_more(connection, units, order.id)
    rows = [
        {name: getattr(line, name) for name in LINE_FIELDS} | {"position": place}
        for place, line in enumerate(added.lines, 1)
    ]
    await connection.execute(ADD_LINES, order.id, rows, order.owner_id)
    if is_paid:
        await ask_for(connection, order, added, position)
        return products
    await _reprice(
        connection,
        order,
        position,
        by=added.total,
        subtotal=sum(line.line_total for line in added.lines),
        taxes=merge_taxes(await connection.fetchval(TAXES, order.id), added.taxes),
    )
    return products


async def _discount(connection: Connection, order: LockedOrder, amount: int, name: str) -> None:
    position = await _later_tender(connection, order)
    lines = await order_lines(connection, order.id)
    spread = spread_discount(lines, await connection.fetchval(TAXES, order.id), amount)
    # The rest is held from the wallet or a gift card already.
    if spread.amount >= order.payable:
        raise EditRefused(
            "The discount must be less than what is still to be paid.",
            reason="discount",
            limit=max(0, order.payable - 1),
        )
    await _discount_lines(connection, order.id, spread.lines)
    await _reprice(
        connection,
        order,
        position,
        by=-spread.amount,
        taxes=spread.taxes,
        discounts=[{"name": name, "amount": amount}],
    )


async def _discount_lines(
    connection: Connection, order_id: int, changes: Sequence[LineDiscount]
) -> None:
    await connection.execute(DISCOUNT_LINES, order_id, [asdict(one) for one in changes])
