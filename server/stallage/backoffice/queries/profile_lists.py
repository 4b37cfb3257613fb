"""Orders, tickets, reviews, gift cards and sign-ins of a customer."""

from __future__ import annotations

from stallage.backoffice.schemas.profiles import (
    CustomerGiftCard,
    CustomerOrder,
    CustomerOrders,
    CustomerReview,
    CustomerSignIn,
    CustomerTicket,
    ErasurePreview,
    GiftCardState,
)
from stallage.core.cursors import MAX_COUNT, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, required
from stallage.core.money import Currency
from stallage.orders.rules import CANCELLED, OrderStatus
from stallage.signin.queries import devices_of
from stallage.wallet.queries import balance_of

_ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

ORDERS = """
SELECT o.id, o.public_id, o.placed_at, o.status, o.payment_status, o.is_test,
    o.total - o.cancelled_total AS total,
    (SELECT coalesce(sum(l.quantity - l.cancelled), 0)::bigint FROM order_lines_view l
        WHERE l.order_id = o.id AND l.owner_id = o.owner_id) AS items
FROM orders_view o
WHERE o.customer_id = $1 AND ($2::bigint IS NULL OR {comparison})
ORDER BY o.id {direction} LIMIT $3
"""
COUNT_ORDERS = f"""
SELECT count(*) FROM (
    SELECT 1 FROM orders_view WHERE customer_id = $1 LIMIT {MAX_COUNT + 1}
) counted
"""

TICKETS = """
SELECT public_id, subject, status, created_at FROM tickets_view
WHERE customer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 100
"""

REVIEWS = """
SELECT r.id, p.title AS product, r.rating_star, r.title, r.comment, r.status, r.created_at
FROM reviews_view r JOIN products_view p ON p.id = r.product_id
WHERE r.customer_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 100
"""

GIFT_CARDS = """
SELECT g.public_id, g.order_id, g.recipient_name, c.amount, g.send_at, g.sent_at, c.redeemed_at,
    c.voided_at
FROM orders_view o JOIN gift_cards_view g ON g.order_id = o.public_id
JOIN gift_codes_view c ON c.code_hash = g.code_hash
WHERE o.customer_id = $1 ORDER BY g.id DESC LIMIT 100
"""

# Every count is of an index of this customer's rows.
ERASURE = f"""
SELECT
    (SELECT count(*) FROM addresses_view WHERE customer_id = $1) AS addresses,
    (SELECT count(*) FROM sign_ins_view WHERE customer_id = $1 AND ended_at IS NULL) AS sign_ins,
    (SELECT count(*) FROM tickets_view WHERE customer_id = $1) AS tickets,
    (SELECT count(*) FROM wishlist_items_view WHERE customer_id = $1) AS wishlist_items,
    (SELECT count(*) FROM reviews_view WHERE customer_id = $1 AND status <> 'published')
        AS unpublished_reviews,
    (SELECT count(*) FROM reviews_view WHERE customer_id = $1 AND status = 'published')
        AS retained_reviews,
    (SELECT count(*) FROM customers_view WHERE merged_into = $1) AS merged_accounts,
    (SELECT count(*) FROM orders_view WHERE customer_id = $1) AS retained_orders,
    (SELECT count(*) FROM invoices_view i JOIN orders_view o ON o.id = i.order_id AND o.owner_id = i.owner_id
        WHERE o.customer_id = $1) AS retained_invoices,
    (SELECT count(*) FROM orders_view WHERE customer_id = $1
        AND status < {OrderStatus.DELIVERED:d}) AS open_orders,
    (SELECT count(*) FROM orders_view o JOIN gift_cards_view g ON g.order_id = o.public_id
        WHERE o.customer_id = $1 AND g.sent_at IS NULL) AS unsent_gift_cards
"""


async def orders_of(
    connection: Connection, customer_id: int, page: CursorQuery, currency: Currency
) -> CustomerOrders:
    """Return a page of a customer's orders, newest first."""
    values = page.values(int)
    sql = ORDERS.format(
        comparison="o.id > $2" if page.backwards else "o.id < $2",
        direction="ASC" if page.backwards else "DESC",
    )
    after = None if values is None else values[0]
    rows = await connection.fetch(sql, customer_id, after, page.limit + 1)
    found = slice_of(rows, page, lambda row: [row["id"]])
    count = await connection.fetchval(COUNT_ORDERS, customer_id)
    return CustomerOrders.model_construct(
        items=[
            CustomerOrder.model_construct(
                id=row["public_id"],
                placed_at=row["placed_at"],
                status=row["status"],
                payment_status=row["payment_status"],
                is_test=row["is_test"],
                items=row["items"],
                total=currency.money(row["total"]),
            )
            for row in found.rows
        ],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
        count=capped_count(count),
    )


async def tickets_of(connection: Connection, customer_id: int) -> list[CustomerTicket]:
    """Return a customer's newest tickets."""
    return [
        CustomerTicket.model_construct(
            id=row["public_id"],
            subject=row["subject"],
            status=row["status"],
            created_at=row["created_at"],
        )
        for row in await connection.fetch(TICKETS, customer_id)
    ]


async def reviews_of(connection: Connection, customer_id: int) -> list[CustomerReview]:
    """Return a customer's newest reviews, also those that are not published."""
    return [
        CustomerReview.model_construct(
            id=row["id"],
            product=row["product"],
            rating=row["rating_star"],
            title=row["title"],
            comment=row["comment"],
            status=row["status"],
            created_at=row["created_at"],
        )
        for row in await connection.fetch(REVIEWS, customer_id)
    ]


async def gift_cards_of(
    connection: Connection, customer_id: int, currency: Currency
) -> list[CustomerGiftCard]:
    """Return the newest gift cards that a customer bought."""
    cards = []
    for row in await connection.fetch(GIFT_CARDS, customer_id):
        state: GiftCardState = "sent" if row["sent_at"] else "unsent"
        if row["redeemed_at"]:
            state = "redeemed"
        if row["voided_at"]:
            state = "voided"
        cards.append(
            CustomerGiftCard.model_construct(
                id=row["public_id"],
                order_id=row["order_id"],
                recipient_name=row["recipient_name"],
                amount=currency.money(row["amount"]),
                state=state,
                send_at=row["send_at"],
            )
        )
    return cards


async def sign_ins_of(connection: Connection, customer_id: int) -> list[CustomerSignIn]:
    """Return the devices on which a customer is signed in, last used first."""
    return [
        CustomerSignIn.model_construct(
            id=device.id,
            name=device.name,
            signed_in_at=device.signed_in_at,
            last_used_at=device.last_used_at,
        )
        for device in await devices_of(connection, customer_id, "")
    ]


async def preview_erasure(
    connection: Connection, customer_id: int, currency: Currency
) -> ErasurePreview:
    """Return what an erasure would delete and keep, in figures."""
    figures = dict(required(await connection.fetchrow(ERASURE, customer_id)))
    unsent = figures.pop("unsent_gift_cards")
    return ErasurePreview.model_construct(
        **figures,
        unsent_gift_cards=unsent,
        wallet_balance=currency.money(await balance_of(connection, customer_id)),
    )
