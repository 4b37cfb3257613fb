"""Reads orders, each in one query, always scoped to who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from stallage.cart.gift_cards import GiftCard
from stallage.core import clock, security_log
from stallage.core.criteria import Match, SqlParameters
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.money import Currency
from stallage.core.paging import Page
from stallage.core.schemas import Picture
from stallage.customers.exporting import guest_section, section
from stallage.orders.criteria import condition_of
from stallage.orders.facts import facts_sql
from stallage.orders.rules import (
    LABELS,
    OrderStatus,
    awaits_payment,
    billing_editable,
    cancellable,
    opens,
    read_public_id,
)
from stallage.orders.rules.returning import can_return
from stallage.orders.schemas import (
    ListedOrderAllows,
    OrderAddress,
    OrderAllows,
    OrderContact,
    OrderCriterion,
    OrderDetails,
    OrderLine,
    OrderShipping,
    OrderSummary,
    OrderTracking,
    Parcel,
    TimelineEntry,
)
from stallage.orders.seen_by_link import limited
from stallage.pricing.schemas import Discount, GiftWrap, Tax
from stallage.products.schemas import ChosenOption
from stallage.signin.rules import Contact

LINES = """
    (SELECT jsonb_agg(to_jsonb(l) - 'order_id' ORDER BY l.position)
        FROM order_lines l WHERE l.order_id = o.id) AS lines
"""

PARCELS = """
    (SELECT jsonb_agg(jsonb_build_object('parcel_id', p.public_id, 'carrier', p.carrier,
            'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url,
            'shipped_at', p.shipped_at, 'arrives_by', p.arrives_by,
            'delivered_at', p.delivered_at, 'lines', (
                SELECT jsonb_agg(jsonb_build_object('line_id', pl.order_line_id,
                    'quantity', pl.quantity) ORDER BY pl.order_line_id)
                FROM parcel_lines pl WHERE pl.parcel_id = p.id)) ORDER BY p.id)
        FROM parcels p WHERE p.order_id = o.id) AS parcels
"""

SEEN = f"""
    SELECT o.*, {LINES}, {PARCELS},
        (SELECT jsonb_agg(jsonb_build_array(e.status, e.happened_at, e.by, e.label)
            ORDER BY e.id)
            FROM order_events e WHERE e.order_id = o.id AND e.status IS NOT NULL) AS timeline
    FROM orders o
"""

# `$3` is the version of the links that the key is of, null for one that is of none.
ORDER_FOR = SEEN + "WHERE o.public_id = $1 AND (o.customer_id = $2 OR o.link_version = $3)"
ORDER_TO_TELL = f"""
    SELECT seen.*, (SELECT jsonb_agg(to_jsonb(t) - 'order_id' ORDER BY t.position)
        FROM order_tenders t WHERE t.order_id = seen.id) AS tenders
    FROM ({SEEN} WHERE o.id = $1) seen
"""

ORDERS_OF = f"""
    WITH found AS (
        SELECT o.id FROM orders o
        WHERE o.customer_id = $1 AND ($2::int[] IS NULL OR o.status = ANY($2::int[]))
            AND ($3 = '' OR strpos(lower(o.public_id), lower($3)) > 0 OR EXISTS (
                SELECT FROM order_lines l
                WHERE l.order_id = o.id AND strpos(lower(l.title), lower($3)) > 0))
            AND (CRITERIA)
    )
    SELECT (SELECT count(*) FROM found) AS found, o.*, {LINES}, {PARCELS}, FACTS AS facts
    FROM (SELECT 1) one
    LEFT JOIN (
        SELECT * FROM orders WHERE id IN (SELECT id FROM found ORDER BY id DESC LIMIT $4 OFFSET $5)
    ) o ON true
    ORDER BY o.id DESC
"""

# Gifts are added anew where the cart earns them again; a gift card is filled in anew.
ORDERED = """
    SELECT sku_id, quantity FROM order_lines
    WHERE order_id = $1 AND gift IS NULL AND gift_card IS NULL ORDER BY position
"""

LINK_VERSION = "SELECT link_version FROM orders WHERE public_id = $1"
VISIBLE_ID = """
    SELECT id, customer_id FROM orders
    WHERE public_id = $1 AND (customer_id = $2 OR link_version = $3)
"""

PLACED_WITH = """
    SELECT id, public_id, link_version FROM orders
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
        compare_at_price=currency.optional_money(line["compare_at_price"]),
        line_total=currency.money(line["line_total"]),
        discount=currency.money(line["discount"]),
        tax=currency.money(line["tax"]),
        returnable=line["returnable"],
        gift=None if line["gift"] is None else line["gift"]["name"],
        gift_card=None
        if line["gift_card"] is None
        else GiftCard.of(line["gift_card"]).details(currency),
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
    }


def _allowed(row: Record) -> dict[str, Any]:
    return {
        "cancel": cancellable(row["status"]),
        "pay": awaits_payment(row["status"], row["payment_status"], row["pay_until"]),
        "reorder": True,
        "edit_billing": billing_editable(row["status"], row["payment_status"]),
    }


def parcels_of(row: Record) -> list[Parcel]:
    """The parcels of an order, from a row with `PARCELS`, oldest first."""
    return [Parcel.model_validate(parcel) for parcel in row["parcels"] or []]


def _tracking_of(row: Record) -> OrderTracking | None:
    parcels = parcels_of(row)
    if not parcels:
        return None
    under_way = [parcel for parcel in parcels if parcel.delivered_at is None]
    days = [parcel.arrives_by for parcel in under_way]
    followed = under_way or parcels
    single = followed[0] if len(followed) == 1 else None
    shipped = sum(line.quantity for parcel in parcels for line in parcel.lines)
    ordered = sum(
        line["quantity"] - line["cancelled"] for line in row["lines"] if line["gift_card"] is None
    )
    return OrderTracking.model_construct(
        parcel_count=len(parcels),
        delivered_count=len(parcels) - len(under_way),
        unshipped_quantity=ordered - shipped,
        arrives_by=max((day for day in days if day is not None), default=None),
        carrier=None if single is None else single.carrier,
        tracking_url=None if single is None else single.tracking_url,
    )


def _summary_of(row: Record, return_window_seconds: int, now: datetime) -> OrderSummary:
    facts = row["facts"]
    return OrderSummary.model_construct(
        **_summary_fields(row),
        tracking=_tracking_of(row),
        allows=ListedOrderAllows.model_construct(
            **_allowed(row),
            return_items=can_return(
                row["status"],
                row["delivered_at"],
                row["lines"],
                window_seconds=return_window_seconds,
                now=now,
            ),
            review=facts.get("review", False),
            invoice=facts.get("invoice", False),
        ),
    )


def _shipping_of(shipping: dict[str, Any] | None) -> OrderShipping | None:
    return None if shipping is None else OrderShipping.model_validate(shipping)


def address_of(stored: dict[str, Any]) -> OrderAddress:
    """An order's address; older ones were written without company and tax id."""
    return OrderAddress.model_validate({"company": None, "tax_id": None, **stored})


def details_of(row: Record) -> OrderDetails:
    """An order as the API says it, from a row of `SEEN`."""
    currency = Currency.of(row["currency"])
    payable = row["payable"] - row["cancelled_payable"]
    return OrderDetails.model_construct(
        **_summary_fields(row),
        limited=False,
        allows=OrderAllows.model_construct(**_allowed(row)),
        parcels=parcels_of(row),
        pay_until=row["pay_until"],
        delivered_at=row["delivered_at"],
        contact=OrderContact.model_construct(
            email=row["email"],
            phone=row["phone"],
            first_name=row["first_name"],
            last_name=row["last_name"],
        ),
        address=None if row["address"] is None else address_of(row["address"]),
        billing_address=None
        if row["billing_address"] is None
        else address_of(row["billing_address"]),
        delivery_note=row["delivery_note"],
        gift_message=row["gift_message"],
        subtotal=currency.money(row["subtotal"]),
        discounts=[
            Discount.model_construct(name=one["name"], amount=currency.money(one["amount"]))
            for one in row["discounts"]
        ],
        shipping_method=_shipping_of(row["shipping_method"]),
        shipping_total=currency.money(row["shipping_total"]),
        gift_wrap=None
        if row["gift_wrap_name"] is None
        else GiftWrap.model_construct(
            name=row["gift_wrap_name"], price=currency.money(row["gift_wrap_total"])
        ),
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
        wallet_used=currency.money(row["total"] - row["cancelled_total"] - payable),
        payable=currency.money(payable),
        timeline=[
            TimelineEntry(
                status=status, label=label or LABELS[OrderStatus(status)], time=time, by=by
            )
            for status, time, by, label in row["timeline"]
        ],
    )


async def _asked(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> tuple[str, int | None, int | None]:
    """The parameters of the queries for one order. Only a key costs a query of its own."""
    public_id = read_public_id(public_id)
    if key is None:
        return public_id, customer_id, None
    version = await connection.fetchval(LINK_VERSION, public_id)
    is_good = opens(secrets, public_id, key, version or 0)
    if not is_good:
        security_log.record("order_key_refused")
    return public_id, customer_id, version if is_good else None


def _is_anothers(row: Record, customer_id: int | None) -> bool:
    """Whether an order that a key opened belongs to an account, and not to who asks."""
    return row["customer_id"] is not None and row["customer_id"] != customer_id


async def order_for(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> OrderDetails:
    """An order, for its customer or for who has its key. Raises NotFound for everybody else.

    Once it belongs to an account, its key shows it without what names the person.
    """
    asked = await _asked(connection, secrets, public_id, customer_id, key)
    row = await connection.fetchrow(ORDER_FOR, *asked)
    if row is None:
        raise NotFound
    return limited(details_of(row)) if _is_anothers(row, customer_id) else details_of(row)


async def visible_id(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> int:
    """The id of an order that the asker may act on. Raises NotFound.

    The key of an order that belongs to an account by now lets nobody act: raises Unauthorized, which
    asks its customer to sign in, or NotFound for another customer.
    """
    asked = await _asked(connection, secrets, public_id, customer_id, key)
    row = await connection.fetchrow(VISIBLE_ID, *asked)
    if row is None:
        raise NotFound
    if _is_anothers(row, customer_id):
        raise Unauthorized if customer_id is None else NotFound
    return int(row["id"])


async def order_placed_with(
    connection: Connection, public_id: str, contact: Contact
) -> Record | None:
    """`id`, `public_id` and `link_version` of the order that was placed with a contact, or None."""
    return await connection.fetchrow(
        PLACED_WITH, read_public_id(public_id), contact.email, contact.phone
    )


async def order_to_tell(connection: Connection, order_id: int) -> Record:
    """The row of an order with its tenders, for the shop's own letters."""
    row = await connection.fetchrow(ORDER_TO_TELL, order_id)
    if row is None:
        raise NotFound
    return row


async def orders_of(
    connection: Connection,
    customer_id: int,
    page: Page,
    statuses: list[int] | None,
    words: str,
    *,
    return_window_seconds: int,
    criteria: Sequence[OrderCriterion] = (),
    match: Match = "all",
) -> tuple[list[OrderSummary], int]:
    """A page of a customer's orders, newest first, and how many there are in all.

    Raises InvalidFields where an operation or a value does not fit its criterion's key.
    """
    parameters = SqlParameters([customer_id, statuses, words.strip(), page.size, page.offset])
    condition = condition_of(criteria, match, parameters)
    sql = ORDERS_OF.replace("FACTS", facts_sql()).replace("CRITERIA", condition)
    rows = await connection.fetch(sql, *parameters.values)
    now = clock.now()
    orders = [_summary_of(row, return_window_seconds, now) for row in rows if row["id"] is not None]
    return orders, rows[0]["found"]


async def pieces_of(connection: Connection, order_id: int) -> dict[int, int]:
    """What was bought with an order, units by SKU."""
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
