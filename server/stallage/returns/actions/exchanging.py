"""Sends replacements for returned units, as an order that costs nothing."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, write_order
from stallage.orders.drafts import LineDraft, OrderDraft, WrittenOrder
from stallage.orders.events import OrderPlaced
from stallage.orders.rules.units import StoredLine
from stallage.returns.actions.moving import OpenReturn
from stallage.returns.rules import is_exchangeable
from stallage.stock.actions import lock as lock_stock
from stallage.stock.actions import reserve

# One line for each SKU, even if two lines are exchanged for the same one.
REPLACEMENTS = """
    SELECT exchange_sku_id, sum(quantity)::int AS quantity
    FROM return_lines WHERE return_id = $1 AND quantity > 0
    GROUP BY exchange_sku_id ORDER BY exchange_sku_id
"""

BUYER = """
    SELECT customer_id, owner_id, email, phone, first_name, last_name, address, billing_address,
        delivery_note, payment_method, currency, shipping_method, contact_proven
    FROM orders_view WHERE id = $1
"""


async def offers_for(
    connection: Connection, lines: list[StoredLine], requested: Mapping[int, int]
) -> dict[int, CartLine]:
    """The requested replacements that are possible, by line id. `requested` are SKUs by line id."""
    units = {requested[line.id]: line.quantity for line in lines if line.id in requested}
    by_sku = {one.sku_id: one for one in await lines_for_skus(connection, units)}
    return {
        line.id: offer
        for line in lines
        if (offer := by_sku.get(requested.get(line.id, 0))) is not None
        and is_exchangeable(line, offer)
    }


async def replacements(connection: Connection, returned: OpenReturn) -> list[CartLine] | None:
    """The units to send in exchange, with their stock locked; None if any is unavailable."""
    rows = await connection.fetch(REPLACEMENTS, returned.id)
    units = {row["exchange_sku_id"]: row["quantity"] for row in rows}
    await lock_stock(connection, list(units))
    lines = await lines_for_skus(connection, units)
    if len(lines) < len(units) or any(line.problem for line in lines):
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
        # It costs nothing in its own order, so nothing could be refunded for it.
        returnable=False,
    )


async def send_exchange(
    connection: Connection, order: LockedOrder, lines: list[CartLine]
) -> tuple[WrittenOrder, set[int]]:
    """Write the order of an exchange, which a discount pays in full.

    Returns it and the products whose cards the caller refreshes.
    """
    buyer = await connection.fetchrow(BUYER, order.id)
    if buyer is None:
        raise AssertionError("the caller has locked the order")
    total = sum(line.total for line in lines)
    draft = OrderDraft(
        **dict(buyer),
        pay_until=None,
        lines=[_draft_of(line) for line in lines],
        subtotal=total,
        discounts=[{"name": f"Exchange for {order.public_id}", "amount": total}],
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
