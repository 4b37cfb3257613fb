"""Reads orders for operators, who may see all of them. Only the operators' API imports this module."""

from __future__ import annotations

from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

import orjson

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.orders.queries.details import details_of, parcels_of
from stallage.orders.rules import LABELS, OrderStatus, PaymentStatus, normalize_public_id
from stallage.orders.rules.manual_payments import amount_to_pay
from stallage.orders.rules.order_states import Fulfilment, Payment
from stallage.orders.rules.steps import next_actions, taken_back_to
from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.schemas import OrderDetails
from stallage.orders.schemas.operator import (
    FulfilmentName,
    OperatorLine,
    OperatorOrder,
    OrderCustomer,
    OrderDispute,
    OrderDocument,
    OrderHint,
    OrderManualPayment,
    OrderManualRefund,
    OrderPayment,
    OrderRefund,
    OrderReturn,
    OrderTicket,
    PaymentState,
    TakeBack,
    TakenTender,
)
from stallage.orders.sql.orders import LINES, PARCELS, TENDERS
from stallage.orders.sql.sections import sections_sql
from stallage.settings import Settings
from stallage.tenders import tender_kind

ORDER = f"""
    SELECT o.*, {LINES}, {PARCELS}, {TENDERS}, s.fulfilment, s.payment AS payment_state,
        s.ship_by AS due_on, SECTIONS AS sections,
        (SELECT jsonb_agg(jsonb_build_array(e.status, e.happened_at, e.by, e.label) ORDER BY e.id)
            FROM order_events e WHERE e.order_id = o.id
                AND e.owner_id = o.owner_id AND e.status IS NOT NULL) AS timeline,
        (SELECT jsonb_object_agg(k.id, k.stock) FROM skus_view k
            WHERE k.tracked AND k.id IN (
                SELECT sku_id FROM order_lines
                WHERE order_id = o.id AND owner_id = o.owner_id)) AS stock,
        (SELECT jsonb_agg(to_jsonb(h) - ARRAY['order_id', 'owner_id'] ORDER BY h.found_at, h.kind)
            FROM order_hints h WHERE h.order_id = o.id AND h.owner_id = o.owner_id) AS hints,
        (SELECT jsonb_agg(to_jsonb(m) - ARRAY['order_id', 'owner_id', 'position'] ORDER BY m.position)
            FROM order_manual_payments m WHERE m.order_id = o.id
                AND m.owner_id = o.owner_id) AS manual_payments,
        (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.id)
            FROM order_manual_refunds m WHERE m.order_id = o.id
                AND m.owner_id = o.owner_id) AS manual_refunds,
        (SELECT count(*) FROM notes_view n
            WHERE n.subject_kind = 'order' AND n.subject_id = o.id) AS note_count,
        (SELECT jsonb_object_agg(m.message, m.sent_at) FROM order_emails m
            WHERE m.order_id = o.id
                AND m.owner_id = o.owner_id AND (m.message = 'placed' OR m.message LIKE 'status%'))
            AS emails,
        (SELECT jsonb_build_object('customer_id', c.id,
                'name', concat_ws(' ', c.first_name, c.last_name), 'email', c.email,
                'phone', c.phone, 'since', c.created_at,
                'order_count', count(p.id),
                'spent', coalesce(sum(p.total - p.cancelled_total)
                    FILTER (WHERE p.payment_status IN (1, 4)), 0))
            FROM customers_view c LEFT JOIN orders p ON p.customer_id = c.id
            WHERE c.id = o.customer_id
            GROUP BY c.id, c.first_name, c.last_name, c.email, c.phone, c.created_at) AS customer
    FROM orders o JOIN order_states s ON s.order_id = o.id AND s.owner_id = o.owner_id
    WHERE KEY = $1
"""
BY_PUBLIC_ID = ORDER.replace("KEY", "o.public_id")

ID_OF = "SELECT id FROM orders WHERE public_id = $1"


async def operator_order_id(connection: Connection, number: str) -> int:
    """The id of an order, by its number. Raises NotFound."""
    found = await connection.fetchval(ID_OF, normalize_public_id(number))
    if found is None:
        raise NotFound(f"There is no order {number.strip().upper()[:32]}.")
    return int(found)


async def operator_order(connection: Connection, settings: Settings, number: str) -> OperatorOrder:
    """Read an order for an operator. Raises NotFound."""
    sql = BY_PUBLIC_ID.replace("SECTIONS", sections_sql())
    row = await connection.fetchrow(sql, normalize_public_id(number))
    if row is None:
        raise NotFound(f"There is no order {number.strip().upper()[:32]}.")
    return _order_of(row, settings)


def _lines(row: Record, details: OrderDetails) -> list[OperatorLine]:
    shipped: dict[int, int] = {}
    for parcel in details.parcels:
        for packed in parcel.lines:
            shipped[packed.line_id] = shipped.get(packed.line_id, 0) + packed.quantity
    stock = row["stock"] or {}
    lines = []
    for line, stored in zip(details.lines, row["lines"], strict=True):
        sent = shipped.get(line.line_id, 0)
        is_gift_card = stored["gift_card"] is not None
        is_closed = row["status"] in (
            OrderStatus.CANCELLED_BY_CUSTOMER,
            OrderStatus.CANCELLED_BY_COMPANY,
        )
        lines.append(
            OperatorLine.model_construct(
                **{name: getattr(line, name) for name in type(line).model_fields},
                product_id=stored["product_id"],
                is_gift_card=is_gift_card,
                shipped_quantity=sent,
                to_ship_quantity=0
                if is_gift_card or is_closed
                else max(line.quantity - line.cancelled_quantity - sent, 0),
                exchanged_quantity=stored["exchanged"],
                available=stock.get(str(line.sku_id)),
            )
        )
    return lines


def _tenders(row: Record, currency: Currency) -> list[TakenTender]:
    tenders = []
    for stored in row["tenders"] or []:
        known = {name: stored[name] for name in Tender.__dataclass_fields__ if name in stored}
        tender = Tender(**{**known, "state": TenderState(stored["state"])})
        tenders.append(
            TakenTender.model_construct(
                kind=tender.kind,
                label=tender_kind(tender.kind).label,
                amount=currency.money(tender.amount),
                state=tender.state.value,
                returned=currency.money(
                    tender.amount
                    if tender.state in (TenderState.RELEASED, TenderState.GIVEN_BACK)
                    else tender.amount - tender.left
                ),
            )
        )
    return tenders


def _manual_payments(row: Record, currency: Currency) -> list[OrderManualPayment]:
    return [
        OrderManualPayment.model_validate({**one, "amount": currency.money(one["amount"])})
        for one in row["manual_payments"] or []
    ]


def _manual_refunds(row: Record, currency: Currency) -> list[OrderManualRefund]:
    return [
        OrderManualRefund(
            refund_id=one["id"],
            amount=currency.money(one["amount"]),
            created_at=one["created_at"],
            method=one["method"],
            reference=one["reference"],
            paid_on=one["paid_on"],
            recorded_by=one["recorded_by"],
        )
        for one in row["manual_refunds"] or []
    ]


def _received(tenders: list[TakenTender]) -> int:
    return sum(
        one.amount.amount - one.returned.amount
        for one in tenders
        if one.state in ("taken", "given_back")
    )


def _customer(row: Record, currency: Currency) -> OrderCustomer | None:
    stored = row["customer"]
    if stored is None:
        return None
    return OrderCustomer.model_validate({**stored, "spent": currency.money(stored["spent"])})


def _take_back(row: Record) -> TakeBack | None:
    history: list[tuple[OrderStatus, str]] = []
    for status, _at, by, _label in row["timeline"]:
        if not history or history[-1][0] != status:
            history.append((OrderStatus(status), by))
    status = OrderStatus(row["status"])
    before = taken_back_to(status, history)
    if before is None:
        return None
    sent = [
        datetime.fromisoformat(at)
        for message, at in (row["emails"] or {}).items()
        if message.startswith(f"status_{int(status)}:")
        or (message == "placed" and before is OrderStatus.PENDING)
    ]
    return TakeBack.model_construct(
        from_status=status,
        to_status=before,
        label=LABELS[before],
        email_sent_at=max(sent, default=None),
    )


def version_of(row: Record) -> str:
    """The ETag of an order: everything that operators act on, without stock and other orders."""
    names = [
        *("public_id", "status", "payment_status", "email", "phone", "first_name", "last_name"),
        *("address", "billing_address", "delivery_note", "gift_message", "total", "payable"),
        *("cancelled_total", "cancelled_payable", "lines", "parcels", "tenders", "sections"),
    ]
    values = [row[name] for name in names]
    return etag_of(orjson.dumps(values, option=orjson.OPT_SORT_KEYS, default=str).decode())


def _today(settings: Settings) -> date:
    return clock.now().astimezone(ZoneInfo(settings.time_zone)).date()


def _order_of(row: Record, settings: Settings) -> OperatorOrder:
    currency = Currency.of(row["currency"])
    details = details_of(row)
    sections = {name: value or [] for name, value in row["sections"].items()}
    lines = _lines(row, details)
    tenders = _tenders(row, currency)
    to_ship = sum(line.to_ship_quantity for line in lines)
    due_on = row["due_on"] if to_ship else None
    under_way = sum(parcel.delivered_at is None for parcel in parcels_of(row))

    def money(amount: int) -> object:
        return currency.money(amount).model_dump()

    def with_money(name: str, *amounts: str) -> list[dict[str, object]]:
        return [
            {**one, **{amount: money(one[amount]) for amount in amounts}}
            for one in sections.get(name, [])
        ]

    return OperatorOrder.model_construct(
        order_id=details.order_id,
        version=version_of(row),
        status=details.status,
        status_label=details.status_label,
        payment_status=details.payment_status,
        fulfilment=cast("FulfilmentName", Fulfilment(row["fulfilment"]).name.lower()),
        payment=cast("PaymentState", Payment(row["payment_state"]).name.lower()),
        placed_at=details.placed_at,
        delivered_at=details.delivered_at,
        pay_until=details.pay_until,
        amount_due=details.amount_due,
        ship_by=due_on,
        days_late=0 if due_on is None else max((_today(settings) - due_on).days, 0),
        item_count=details.item_count,
        lines=lines,
        parcels=details.parcels,
        contact=details.contact,
        contact_proven=row["contact_proven"],
        customer=_customer(row, currency),
        address=details.address,
        billing_address=details.billing_address,
        delivery_note=details.delivery_note,
        gift_message=details.gift_message,
        gift_wrap=details.gift_wrap,
        shipping_method=details.shipping_method,
        subtotal=details.subtotal,
        discounts=details.discounts,
        promo_code=row["promo_code"],
        shipping_total=details.shipping_total,
        taxes=details.taxes,
        total=details.total,
        cancelled_total=details.cancelled_total,
        payment_method=details.payment_method,
        tenders=tenders,
        payments=[OrderPayment.model_validate(one) for one in with_money("payments", "amount")],
        refunds=[OrderRefund.model_validate(one) for one in with_money("refunds", "amount")],
        disputes=[
            OrderDispute.model_validate(one)
            for one in with_money("disputes", "amount", "withdrawn")
        ],
        manual_payments=_manual_payments(row, currency),
        manual_refunds=_manual_refunds(row, currency),
        to_pay=currency.money(
            amount_to_pay(
                OrderStatus(row["status"]),
                PaymentStatus(row["payment_status"]),
                row["pay_until"],
                payable=details.payable.amount,
                amount_due=details.amount_due.amount,
            )
        ),
        received=currency.money(_received(tenders)),
        documents=[OrderDocument.model_validate(one) for one in with_money("documents", "total")],
        returns=[OrderReturn.model_validate(one) for one in with_money("returns", "amount")],
        draft_id=next((one["id"] for one in sections.get("drafts", [])), None),
        tickets=[OrderTicket.model_validate(one) for one in sections.get("tickets", [])],
        hints=[OrderHint.model_validate(one) for one in row["hints"] or []],
        note_count=row["note_count"],
        actions=next_actions(
            OrderStatus(row["status"]),
            PaymentStatus(row["payment_status"]),
            row["pay_until"],
            to_ship=to_ship,
            under_way=under_way,
            payable=details.payable.amount,
            amount_due=details.amount_due.amount,
        ),
        take_back=_take_back(row),
        is_test=row["is_test"],
        storefront_url=f"{settings.public_url}/order-detail/{details.order_id}",
    )
