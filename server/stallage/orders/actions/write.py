"""Writes a new order with its lines, tenders and first events, in one statement."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.one_statement import Part, begun, refuse_unless
from stallage.orders.drafts import LineDraft, OrderDraft, WrittenOrder
from stallage.orders.rules import OrderStatus, PaymentStatus, new_public_id, owner_of
from stallage.orders.rules.order_states import ship_by
from stallage.orders.rules.tenders import TenderState

WRITTEN = """written AS (
        INSERT INTO orders (id, public_id, customer_id, owner_id, status, payment_status, payment_method,
            placed_at, pay_until, email, phone, first_name, last_name, address, currency, subtotal,
            discounts, shipping_method, shipping_total, taxes, total, payable,
            promo_code, billing_address, delivery_note, gift_message, gift_wrap_name,
            gift_wrap_total, contact_proven, network, ship_by, is_test)
        SELECT coalesce($41, nextval('orders_id_seq')), $1, $2, $40, $3, $4, $5, $6, $7, $8, $9, $10,
            $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $36,
            $37, $39
        FROM {after}
        ON CONFLICT (public_id) DO NOTHING
        RETURNING id, owner_id
    ), written_lines AS (
        INSERT INTO order_lines (order_id, owner_id, position, sku_id, product_id, sku, slug, title, options,
            image, quantity, price, compare_at_price, line_total, discount, tax, tax_added,
            returnable, gift, gift_card)
        SELECT written.id, written.owner_id, l.position, l.sku_id, l.product_id, l.sku, l.slug, l.title,
            l.options, nullif(l.image, 'null'), l.quantity, l.price, l.compare_at_price, l.line_total,
            l.discount, l.tax, l.tax_added, l.returnable, nullif(l.gift, 'null'),
            nullif(l.gift_card, 'null')
        FROM written, jsonb_to_recordset($28) AS l (position smallint, sku_id bigint,
            product_id bigint, sku text, slug text, title text, options jsonb, image jsonb,
            quantity int, price bigint, compare_at_price bigint, line_total bigint,
            discount bigint, tax bigint, tax_added bigint, returnable boolean, gift jsonb,
            gift_card jsonb)
        RETURNING 1
    ), written_events AS (
        INSERT INTO order_events (order_id, owner_id, status, payment_status, by, person, happened_at)
        SELECT written.id, written.owner_id, e.status, e.payment_status, e.by,
            CASE WHEN e.by = 'operator' THEN $38::text END, $6
        FROM written, unnest($29::smallint[], $30::smallint[], $31::text[]) WITH ORDINALITY
            AS e (status, payment_status, by, place)
        ORDER BY e.place
        RETURNING 1
    ), written_tenders AS (
        INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state, reference)
        SELECT written.id, written.owner_id, t.place - 1, t.kind, t.amount, $32, t.reference
        FROM written, unnest($33::text[], $34::bigint[], $35::text[]) WITH ORDINALITY
            AS t (kind, amount, reference, place)
        RETURNING 1
    )"""
WRITE = f"WITH {WRITTEN.replace('{after}', '(SELECT 1) AS start')} SELECT id FROM written"
ALL_WRITTEN = " AND ".join(
    (
        refuse_unless("EXISTS (SELECT FROM written)", "id_taken"),
        *(begun(name) for name in ("written_lines", "written_events", "written_tenders")),
    )
)

LINE_FIELDS = tuple(field.name for field in fields(LineDraft))


def _row_of(place: int, line: LineDraft) -> dict[str, Any]:
    row = {name: getattr(line, name) for name in LINE_FIELDS}
    row["position"] = place
    return row


def _first_events(
    status: OrderStatus, payment_status: PaymentStatus, by: str
) -> tuple[list[int | None], list[int | None], list[str]]:
    """Every order starts as pending, with its payment in progress. Immediate changes follow."""
    steps: list[tuple[int | None, int | None, str]] = [(OrderStatus.PENDING, None, by)]
    if payment_status is not PaymentStatus.IN_PROGRESS:
        steps.append((None, payment_status, "system"))
    if status is not OrderStatus.PENDING:
        steps.append((status, None, "system"))
    return (
        [None if step[0] is None else int(step[0]) for step in steps],
        [None if step[1] is None else int(step[1]) for step in steps],
        [step[2] for step in steps],
    )


def _values(order: OrderDraft, written: WrittenOrder, order_id: int | None) -> tuple[object, ...]:
    """The parameters of WRITTEN. `order_id` is None for the next one."""
    by = "customer" if order.operator is None else "operator"
    is_paid = written.payment_status is PaymentStatus.PAID
    return (
        written.public_id,
        order.customer_id,
        written.status,
        written.payment_status,
        order.payment_method,
        clock.now(),
        order.pay_until,
        order.email,
        order.phone,
        order.first_name,
        order.last_name,
        order.address,
        order.currency,
        order.subtotal,
        order.discounts,
        order.shipping_method,
        order.shipping_total,
        order.taxes,
        order.total,
        order.payable,
        order.promo_code,
        order.billing_address,
        order.delivery_note,
        order.gift_message,
        order.gift_wrap_name,
        order.gift_wrap_total,
        order.contact_proven,
        [_row_of(place, line) for place, line in enumerate(order.lines)],
        *_first_events(written.status, written.payment_status, by),
        TenderState.TAKEN if is_paid else TenderState.HELD,
        [tender.kind for tender in order.tenders],
        [tender.amount for tender in order.tenders],
        [tender.reference for tender in order.tenders],
        order.network,
        ship_by(order.shipping_method, order.ordered_on or clock.now().date()),
        order.operator,
        order.is_test,
        written.owner_id,
        order_id,
    )


def new_order(order: OrderDraft, order_id: int = 0) -> WrittenOrder:
    """The order that a draft becomes, with a new public id. It is confirmed at once unless paid first.

    Raises ValueError if its tenders do not add up to its total.
    """
    if sum(tender.amount for tender in order.tenders) != order.total:
        raise ValueError("the tenders of an order add up to its total")
    return WrittenOrder(
        id=order_id,
        public_id=new_public_id(),
        status=OrderStatus.PENDING if order.pay_until else OrderStatus.CONFIRMED,
        payment_status=PaymentStatus.PAID if order.payable == 0 else PaymentStatus.IN_PROGRESS,
        customer_id=order.customer_id,
        owner_id=owner_of(order.customer_id) if order.owner_id is None else order.owner_id,
        currency=order.currency,
        pay_until=order.pay_until,
        operator=order.operator,
    )


def writing(order: OrderDraft, written: WrittenOrder) -> Part:
    """The part of a statement that writes an order with an id of `NEXT_ID`.

    It refuses the statement if another order has its public id.
    """
    return Part(WRITTEN, _values(order, written, written.id), ALL_WRITTEN)


async def write_order(connection: Connection, order: OrderDraft) -> WrittenOrder:
    """Write an order. Raises ValueError as `new_order` does."""
    while True:
        written = new_order(order)
        order_id = await connection.fetchval(WRITE, *_values(order, written, None))
        # None: another order has this id. Try another one.
        if order_id is not None:
            return replace(written, id=order_id)
