"""Store the orders of a file, and take that back."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core import clock
from stallage.core.db import Connection
from stallage.imports.drafts import AppliedItem, StoredItem, UndoneItem
from stallage.moving_in.drafts import AddressDraft, OrderDraft
from stallage.moving_in.queries.drafts import stored_draft, stored_orders
from stallage.moving_in.rules import NOT_BOUGHT, fingerprint_of
from stallage.recommendations.actions import add_past_order, remove_past_orders

STORED_ALREADY = "The order was imported by another file in the meantime."
GONE = "The order is no longer here."
CHANGED_SINCE = "A later file has changed the order."

CUSTOMER = """
SELECT coalesce(merged_into, id) FROM customers_view WHERE lower(email) = lower($1)
"""
SLUGS = """
SELECT DISTINCT p.slug FROM skus_view s JOIN products_view p ON p.id = s.product_id
WHERE s.sku = ANY($1::text[]) AND s.sku <> '' ORDER BY p.slug
"""
INSERT = """
INSERT INTO imported_orders (system, number, customer_id, email, phone, first_name, last_name,
    placed_at, cancelled, payment, fulfilment, payment_method, currency, subtotal, discount,
    discount_code, shipping, shipping_method, tax, total, refunded, address, billing_address, note,
    tags, fingerprint, search, past_order_id, imported_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
    $21, $22, $23, $24, $25, $26, $27, $28, $29)
ON CONFLICT (system, number) DO NOTHING RETURNING id
"""
UPDATE = """
UPDATE imported_orders SET customer_id = $3, email = $4, phone = $5, first_name = $6, last_name = $7,
    placed_at = $8, cancelled = $9, payment = $10, fulfilment = $11, payment_method = $12,
    currency = $13, subtotal = $14, discount = $15, discount_code = $16, shipping = $17,
    shipping_method = $18, tax = $19, total = $20, refunded = $21, address = $22,
    billing_address = $23, note = $24, tags = $25, fingerprint = $26, search = $27
WHERE system = $1 AND number = $2
"""
LOCK = "SELECT id, fingerprint, past_order_id FROM imported_orders WHERE id = $1 FOR UPDATE"
LOCK_NUMBER = "SELECT id FROM imported_orders WHERE system = $1 AND number = $2 FOR UPDATE"
DELETE = "DELETE FROM imported_orders WHERE id = $1"
DELETE_LINES = "DELETE FROM imported_order_lines WHERE order_id = $1"
ADD_LINES = """
INSERT INTO imported_order_lines (order_id, position, sku, title, quantity, price, discount)
SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
"""


async def put_order(connection: Connection, item: StoredItem) -> AppliedItem:
    """Store an order, or the new state of one that was imported before."""
    draft = OrderDraft.model_validate(item.payload)
    undo = {"fingerprint": fingerprint_of(draft)}
    if item.outcome == "created":
        order_id = await _insert(connection, draft)
        return (
            AppliedItem(message=STORED_ALREADY) if order_id is None else AppliedItem(order_id, undo)
        )
    stored = await connection.fetchval(LOCK_NUMBER, draft.system, draft.number)
    if stored is None:
        return AppliedItem(message=GONE)
    before = await stored_draft(connection, stored)
    await _replace(connection, stored, draft)
    return AppliedItem(stored, {**undo, "before": before.model_dump(mode="json")})


async def _insert(connection: Connection, draft: OrderDraft) -> int | None:
    past_order_id = await _add_past_order(connection, draft)
    order_id: int | None = await connection.fetchval(
        INSERT, *await _values(connection, draft), past_order_id, clock.now()
    )
    if order_id is not None:
        await _add_lines(connection, order_id, draft)
    elif past_order_id is not None:
        await remove_past_orders(connection, [past_order_id])
    return order_id


async def _values(connection: Connection, draft: OrderDraft) -> list[object]:
    customer_id = None
    if draft.email:
        customer_id = await connection.fetchval(CUSTOMER, draft.email)
    person = draft.address or draft.billing_address or AddressDraft()
    found_by = (draft.number, draft.email, person.first_name, person.last_name, draft.phone)
    return [
        draft.system,
        draft.number,
        customer_id,
        draft.email or None,
        draft.phone or None,
        person.first_name,
        person.last_name,
        draft.placed_at,
        draft.cancelled,
        draft.payment,
        draft.fulfilment,
        draft.payment_method,
        draft.currency,
        draft.subtotal,
        draft.discount,
        draft.discount_code,
        draft.shipping,
        draft.shipping_method,
        draft.tax,
        draft.total,
        draft.refunded,
        None if draft.address is None else draft.address.model_dump(),
        None if draft.billing_address is None else draft.billing_address.model_dump(),
        draft.note,
        draft.tags,
        fingerprint_of(draft),
        " ".join(part for part in found_by if part).lower(),
    ]


async def _replace(connection: Connection, order_id: int, draft: OrderDraft) -> None:
    await connection.execute(UPDATE, *await _values(connection, draft))
    await connection.execute(DELETE_LINES, order_id)
    await _add_lines(connection, order_id, draft)


async def _add_lines(connection: Connection, order_id: int, draft: OrderDraft) -> None:
    lines = draft.lines
    await connection.execute(
        ADD_LINES,
        order_id,
        list(range(len(lines))),
        [line.sku for line in lines],
        [line.title for line in lines],
        [line.quantity for line in lines],
        [line.price for line in lines],
        [line.discount for line in lines],
    )


async def _add_past_order(connection: Connection, draft: OrderDraft) -> int | None:
    """Let an order with several known products count for recommendations."""
    if draft.cancelled or draft.payment in NOT_BOUGHT:
        return None
    rows = await connection.fetch(SLUGS, [line.sku for line in draft.lines])
    if len(rows) < 2:
        return None
    slugs = [row["slug"] for row in rows]
    return await add_past_order(connection, placed_at=draft.placed_at, product_slugs=slugs)


async def plan_undo_of_orders(
    connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    """Return for each order whether undoing the import removes or restores it."""
    ids = [item.target_id for item in items if item.target_id]
    stored = await stored_orders(connection, ids)
    return [
        UndoneItem("conflict", CHANGED_SINCE)
        if stored.get(item.target_id or 0) != item.undo["fingerprint"]
        else UndoneItem("restored" if "before" in item.undo else "removed")
        for item in items
    ]


async def undo_order(connection: Connection, item: StoredItem) -> UndoneItem:
    """Delete an order that the import stored, or restore what a former import had stored."""
    row = await connection.fetchrow(LOCK, item.target_id)
    if row is None or row["fingerprint"] != item.undo["fingerprint"]:
        return UndoneItem("conflict", CHANGED_SINCE)
    if "before" in item.undo:
        await _replace(connection, row["id"], OrderDraft.model_validate(item.undo["before"]))
        return UndoneItem("restored")
    if row["past_order_id"] is not None:
        await remove_past_orders(connection, [row["past_order_id"]])
    await connection.execute(DELETE, row["id"])
    return UndoneItem("removed")


MOVE_ORDERS = "UPDATE imported_orders SET customer_id = $2 WHERE customer_id = $1 RETURNING id"
RETURN_ORDERS = """
UPDATE imported_orders SET customer_id = $2 WHERE customer_id = $1 AND id = ANY($3::bigint[])
"""


async def move_imported_orders(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's orders of the earlier shop to the account that it is merged into."""
    return [row["id"] for row in await connection.fetch(MOVE_ORDERS, source_id, target_id)]


async def return_imported_orders(
    connection: Connection, ids: list[int], source_id: int, target_id: int
) -> None:
    """Give orders back to the account that they were moved from."""
    await connection.execute(RETURN_ORDERS, target_id, source_id, ids)
