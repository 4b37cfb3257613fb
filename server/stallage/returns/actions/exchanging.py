"""Sends other units for those that came back, as an order that costs nothing."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.cart.lines import CartLine
from stallage.cart.queries import listed
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, write_order
from stallage.orders.drafts import LineDraft, OrderDraft, WrittenOrder
from stallage.orders.events import OrderPlaced
from stallage.returns.actions.moving import OpenReturn
from stallage.stock.actions import lock as lock_stock
from stallage.stock.actions import reserve

# One line for a SKU, even where two lines are exchanged for the same one.
WANTED = """
    SELECT exchange_sku_id, sum(quantity)::int AS quantity
    FROM return_lines WHERE return_id = $1 GROUP BY exchange_sku_id ORDER BY exchange_sku_id
"""

BUYER = """
    SELECT customer_id, email, phone, first_name, last_name, address, billing_address,
        delivery_note, payment_method, currency, shipping_method, contact_proven
    FROM orders WHERE id = $1
"""


def is_exchangeable(line: Record, wanted: CartLine) -> bool:
    """Whether one thing may be had for another: the same product, not dearer, and there."""
    return (
        wanted.product_id == line["product_id"]
        and wanted.price <= line["price"]
        and wanted.problem is None
    )


async def offers_for(
    connection: Connection, lines: list[Record], wanted: Mapping[int, int]
) -> dict[int, CartLine]:
    """What may be had for lines of an order, by line id; `wanted` are SKUs by line id."""
    pieces = {wanted[line["id"]]: line["quantity"] for line in lines if line["id"] in wanted}
    by_sku = {one.sku_id: one for one in await listed(connection, pieces)}
    return {
        line["id"]: offer
        for line in lines
        if (offer := by_sku.get(wanted.get(line["id"], 0))) is not None
        and is_exchangeable(line, offer)
    }


async def to_send(connection: Connection, moved: OpenReturn) -> list[CartLine] | None:
    """What is to be sent, its stock locked; None where something of it is not there any more."""
    rows = await connection.fetch(WANTED, moved.id)
    pieces = {row["exchange_sku_id"]: row["quantity"] for row in rows}
    await lock_stock(connection, list(pieces))
    lines = await listed(connection, pieces)
    if len(lines) < len(pieces) or any(line.problem for line in lines):
        return None
    return lines


def _draft_of(line: CartLine) -> LineDraft:
    return LineDraft(
        sku_id=line.sku_id,
        product_id=line.product_id,
        sku=line.sku,
        slug=line.slug,
        title=line.title,
        options=[{"name": name, "value": value} for name, value in line.options],
        image=line.image,
        quantity=line.quantity,
        price=line.price,
        compare_at_price=None,
        line_total=line.total,
        discount=line.total,
        tax=0,
        tax_added=0,
        # It is worth nothing in its own order, so there would be nothing to send back for it.
        returnable=False,
    )


async def send_exchange(
    connection: Connection, order: LockedOrder, lines: list[CartLine]
) -> tuple[WrittenOrder, set[int]]:
    """Writes the order that sends the other units, paid by those that came back.

    Returns it, and the products whose cards the caller refreshes.
    """
    buyer = await connection.fetchrow(BUYER, order.id)
    if buyer is None:
        raise AssertionError("the caller holds the order")
    worth = sum(line.total for line in lines)
    draft = OrderDraft(
        **dict(buyer),
        pay_until=None,
        lines=[_draft_of(line) for line in lines],
        subtotal=worth,
        discounts=[{"name": f"Exchange for {order.public_id}", "amount": worth}],
        shipping_total=0,
        taxes=[],
        total=0,
        tenders=[],
        payable=0,
        promo_code=None,
    )
    sent = await write_order(connection, draft)
    products = await reserve(connection, {line.sku_id: line.quantity for line in lines}, sent.id)
    await publish(connection, OrderPlaced(order_id=sent.id))
    return sent, products
