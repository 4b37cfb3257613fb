"""Reads orders, each in one query, always scoped to who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stallage.cart.gift_cards import Gift
from stallage.catalog.schemas import ChosenOption
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.core.paging import Page
from stallage.core.schemas import Picture
from stallage.customers.exporting import guest_section, section
from stallage.orders.rules import (
    LABELS,
    OrderStatus,
    awaits_payment,
    cancellable,
    opens,
    read_public_id,
)
from stallage.orders.schemas import (
    OrderAddress,
    OrderAllows,
    OrderContact,
    OrderDetails,
    OrderLine,
    OrderShipping,
    OrderSummary,
    TimelineEntry,
)
from stallage.pricing.schemas import Discount, Tax
from stallage.signin.rules import Contact

LINES = """
    (SELECT jsonb_agg(to_jsonb(l) - 'order_id' ORDER BY l.position)
        FROM order_lines l WHERE l.order_id = o.id) AS lines
"""

SEEN = f"""
    SELECT o.*, {LINES},
        (SELECT jsonb_agg(jsonb_build_array(e.status, e.happened_at, e.by, e.label)
            ORDER BY e.id)
            FROM order_events e WHERE e.order_id = o.id AND e.status IS NOT NULL) AS timeline
    FROM orders o
"""

ORDER_FOR = SEEN + "WHERE o.public_id = $1 AND (o.customer_id = $2 OR $3)"
ORDER_TO_TELL = SEEN + "WHERE o.id = $1"

ORDERS_OF = f"""
    WITH found AS (
        SELECT o.id FROM orders o
        WHERE o.customer_id = $1 AND ($2::int[] IS NULL OR o.status = ANY($2::int[]))
            AND ($3 = '' OR strpos(lower(o.public_id), lower($3)) > 0 OR EXISTS (
                SELECT FROM order_lines l
                WHERE l.order_id = o.id AND strpos(lower(l.title), lower($3)) > 0))
    )
    SELECT (SELECT count(*) FROM found) AS found, o.*, {LINES}
    FROM (SELECT 1) one
    LEFT JOIN (
        SELECT * FROM orders WHERE id IN (SELECT id FROM found ORDER BY id DESC LIMIT $4 OFFSET $5)
    ) o ON true
    ORDER BY o.id DESC
"""

ORDERED = """
    SELECT sku_id, quantity FROM order_lines WHERE order_id = $1 AND gift_card IS NULL
    ORDER BY position
"""

VISIBLE_ID = "SELECT id FROM orders WHERE public_id = $1 AND (customer_id = $2 OR $3)"

PLACED_WITH = """
    SELECT id, public_id FROM orders
    WHERE public_id = $1 AND (lower(email) = lower($2) OR phone = $3)
"""

TO_EXPORT = SEEN + "WHERE o.customer_id = $1 ORDER BY o.id"
TO_EXPORT_OF_GUEST = (
    SEEN
    + "WHERE o.customer_id IS NULL AND (lower(o.email) = lower($1) OR o.phone = $2) ORDER BY o.id"
)


def _line_of(line: dict[str, Any], currency: Currency) -> OrderLine:
    return OrderLine.model_construct(
        line_id=line["id"],
        sku_id=line["sku_id"],
        sku=line["sku"],
        slug=line["slug"],
        title=line["title"],
        options=[ChosenOption.model_construct(**option) for option in line["options"]],
        image=None if line["image"] is None else Picture.model_construct(**line["image"]),
        quantity=line["quantity"],
        price=currency.money(line["price"]),
        compare_at_price=currency.maybe(line["compare_at_price"]),
        line_total=currency.money(line["line_total"]),
        discount=currency.money(line["discount"]),
        tax=currency.money(line["tax"]),
        returnable=line["returnable"],
        gift_card=None
        if line["gift_card"] is None
        else Gift.of(line["gift_card"]).details(currency),
        cancelled_quantity=line["cancelled"],
        returned_quantity=line["returned"],
    )


def _summary_fields(row: Record) -> dict[str, Any]:
    currency = Currency.of(row["currency"])
    lines = row["lines"]
    return {
        "order_id": row["public_id"],
        "status": row["status"],
        "status_label": LABELS[OrderStatus(row["status"])],
        "payment_status": row["payment_status"],
        "payment_method": row["payment_method"],
        "placed_at": row["placed_at"],
        "total": currency.money(row["total"]),
        "item_count": sum(line["quantity"] for line in lines),
        "lines": [_line_of(line, currency) for line in lines],
        "allows": OrderAllows.model_construct(
            cancel=cancellable(row["status"]),
            pay=awaits_payment(row["status"], row["payment_status"], row["pay_until"]),
            reorder=True,
        ),
    }


def _shipping_of(shipping: dict[str, Any] | None) -> OrderShipping | None:
    return None if shipping is None else OrderShipping.model_validate(shipping)


def details_of(row: Record) -> OrderDetails:
    """An order as the API says it, from a row of `SEEN`."""
    currency = Currency.of(row["currency"])
    return OrderDetails.model_construct(
        **_summary_fields(row),
        pay_until=row["pay_until"],
        delivered_at=row["delivered_at"],
        contact=OrderContact.model_construct(
            email=row["email"],
            phone=row["phone"],
            first_name=row["first_name"],
            last_name=row["last_name"],
        ),
        address=None if row["address"] is None else OrderAddress.model_validate(row["address"]),
        subtotal=currency.money(row["subtotal"]),
        discounts=[
            Discount.model_construct(name=one["name"], amount=currency.money(one["amount"]))
            for one in row["discounts"]
        ],
        shipping_method=_shipping_of(row["shipping_method"]),
        shipping_total=currency.money(row["shipping_total"]),
        taxes=[
            Tax.model_construct(
                name=one["name"],
                rate=one["rate"],
                amount=currency.money(one["amount"]),
                included=one["included"],
            )
            for one in row["taxes"]
        ],
        cancelled_total=currency.money(row["cancelled_total"]),
        wallet_used=currency.money(
            row["wallet_used"] - row["cancelled_total"] + row["cancelled_payable"]
        ),
        payable=currency.money(row["payable"] - row["cancelled_payable"]),
        timeline=[
            TimelineEntry(
                status=status, label=label or LABELS[OrderStatus(status)], time=time, by=by
            )
            for status, time, by, label in row["timeline"]
        ],
    )


def _asked(
    secrets: Sequence[bytes], public_id: str, customer_id: int | None, key: str | None
) -> tuple[str, int | None, bool]:
    public_id = read_public_id(public_id)
    return public_id, customer_id, key is not None and opens(secrets, public_id, key)


async def order_for(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> OrderDetails:
    """An order, for its customer or for who has its key. Raises NotFound for everybody else."""
    row = await connection.fetchrow(ORDER_FOR, *_asked(secrets, public_id, customer_id, key))
    if row is None:
        raise NotFound
    return details_of(row)


async def visible_id(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> int:
    """The id of an order that the asker may act on. Raises NotFound."""
    order_id = await connection.fetchval(VISIBLE_ID, *_asked(secrets, public_id, customer_id, key))
    if order_id is None:
        raise NotFound
    return int(order_id)


async def order_placed_with(
    connection: Connection, public_id: str, contact: Contact
) -> tuple[int, str] | None:
    """The id and public id of the order with a number that was placed with a contact, or None."""
    row = await connection.fetchrow(
        PLACED_WITH, read_public_id(public_id), contact.email, contact.phone
    )
    return None if row is None else (row["id"], row["public_id"])


async def order_to_tell(connection: Connection, order_id: int) -> Record:
    """The row of an order for the shop's own letters."""
    row = await connection.fetchrow(ORDER_TO_TELL, order_id)
    if row is None:
        raise NotFound
    return row


async def orders_of(
    connection: Connection, customer_id: int, page: Page, statuses: list[int] | None, words: str
) -> tuple[list[OrderSummary], int]:
    """A page of a customer's orders, newest first, and how many there are in all."""
    rows = await connection.fetch(
        ORDERS_OF, customer_id, statuses, words.strip(), page.size, page.offset
    )
    orders = [
        OrderSummary.model_construct(**_summary_fields(row))
        for row in rows
        if row["id"] is not None
    ]
    return orders, rows[0]["found"]


async def pieces_of(connection: Connection, order_id: int) -> dict[int, int]:
    """What an order holds, pieces by SKU."""
    rows = await connection.fetch(ORDERED, order_id)
    return {row["sku_id"]: row["quantity"] for row in rows}


@section("orders")
async def exported(connection: Connection, customer_id: int) -> object:
    """The customer's orders, as the API says them."""
    rows = await connection.fetch(TO_EXPORT, customer_id)
    return [details_of(row).model_dump(mode="json", by_alias=True) for row in rows]


@guest_section("guestOrders")
async def exported_of_guest(
    connection: Connection, email: str | None, phone: str | None
) -> list[object]:
    """The orders placed with a contact and without an account, as the API says them."""
    rows = await connection.fetch(TO_EXPORT_OF_GUEST, email, phone)
    return [details_of(row).model_dump(mode="json", by_alias=True) for row in rows]
