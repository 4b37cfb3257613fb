"""Reads what can be refunded of an order, and its refunds, for operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.invoices.rules import number_text
from stallage.order_changes.queries.money import (
    GatewayRefund,
    credit_notes,
    gateway_refunds,
    money_with_returns,
)
from stallage.order_changes.schemas import refunds as schemas
from stallage.orders.queries.refunds import StoredRefund, refunds_of
from stallage.orders.rules.manual_payments import MANUAL
from stallage.orders.rules.refunds import OrderMoney
from stallage.orders.rules.units import StoredLine, next_units
from stallage.tenders import tender_kind

ORDER = "SELECT id, currency, customer_id FROM orders_view WHERE public_id = $1"
LINES = "SELECT id, sku, options, image FROM order_lines_view WHERE order_id = $1"

WhyNot = Literal["", "not_shipped", "in_return", "refunded", "gift", "gift_card"]


def _why_not(money: OrderMoney, line: StoredLine) -> WhyNot:
    if money.refundable_units(line):
        return ""
    if line.is_gift:
        return "gift"
    if line.is_gift_card:
        return "gift_card"
    if money.in_returns.get(line.id, 0):
        return "in_return"
    return "not_shipped" if line.left else "refunded"


def _refund(
    refund: StoredRefund,
    currency: Currency,
    you: str,
    notes: dict[str, int],
    sent: Sequence[GatewayRefund],
) -> schemas.Refund:
    parts = [f"{one['quantity']} × {one['title']}" for one in refund.lines]
    parts += ["delivery"] if refund.delivery else []
    parts += ["gift wrap"] if refund.gift_wrap else []
    note = notes.get(f"refund:{refund.id}")
    return schemas.Refund.model_construct(
        refund_id=refund.public_id,
        state=refund.state,
        amount=currency.money(refund.amount),
        to_original=currency.money(refund.to_source),
        to_wallet=currency.money(refund.to_wallet),
        items=", ".join(parts),
        reason=refund.reason,
        note=refund.note,
        granted_at=refund.granted_at,
        granted_by=refund.granted_by_name,
        paid_at=refund.paid_at,
        paid_by=refund.paid_by_name,
        withdrawn_at=refund.withdrawn_at,
        needs_approval=refund.needs_approval,
        granted_by_you=refund.granted_by == you,
        credit_note=None if note is None else number_text("credit_note", note),
        gateway=[
            schemas.GatewayRefund.model_construct(
                refund_id=one.public_id,
                amount=currency.money(one.amount),
                state=one.state,
                problem=one.problem,
                requested_at=one.created_at,
                done_at=one.done_at,
            )
            for one in sent
            if one.reason == f"refund:{refund.id}"
        ],
    )


async def order_refunds(
    connection: Connection, public_id: str, you: str, approval_above: int
) -> schemas.OrderRefunds:
    """Read what can be refunded of an order. `you` is the key of who asks. Raises NotFound."""
    row = await connection.fetchrow(ORDER, public_id)
    if row is None:
        raise NotFound
    order_id, currency = row["id"], Currency.of(row["currency"])
    found = await money_with_returns(connection, order_id)
    money = found.money
    shown = {one["id"]: one for one in await connection.fetch(LINES, order_id)}
    notes = await credit_notes(connection, order_id)
    sent = await gateway_refunds(connection, order_id)
    extras = money.extras

    def line_of(line: StoredLine) -> schemas.RefundableLine:
        one = next_units(line, 1) if line.left else None
        image = shown[line.id]["image"]
        return schemas.RefundableLine.model_construct(
            line_id=line.id,
            title=line.title,
            sku=shown[line.id]["sku"],
            options=[option["value"] for option in shown[line.id]["options"]],
            image=None if image is None else Picture.model_construct(**image),
            quantity=line.quantity,
            refundable=money.refundable_units(line),
            unit_amount=currency.money(one.line_total - one.discount if one else 0),
            unit_tax=currency.money(one.tax if one else 0),
            tax_included=line.tax_added == 0,
            why_not=_why_not(money, line),
            unshipped=max(
                0, min(line.left, line.quantity - line.cancelled - money.shipped.get(line.id, 0))
            ),
        )

    sources = [
        one.kind for one in reversed(money.tenders) if one.position in money.source_positions
    ]
    labels = [tender_kind(kind).refund_label or tender_kind(kind).label for kind in sources]
    return schemas.OrderRefunds.model_construct(
        paid=currency.money(money.paid),
        refunded=currency.money(money.refunded),
        pending=currency.money(money.pending),
        available=currency.money(money.available),
        original_limit=currency.money(money.source_limit),
        wallet_limit=currency.money(money.wallet_limit),
        wallet_waits=row["customer_id"] is None,
        original_label=", then ".join(dict.fromkeys(labels)),
        paid_back_by_hand=MANUAL in sources,
        approval_above=currency.money(approval_above) if approval_above else None,
        delivery=currency.money(extras.delivery) if extras.delivery else None,
        gift_wrap=currency.money(extras.gift_wrap) if extras.gift_wrap else None,
        lines=[line_of(line) for line in money.lines],
        refunds=[
            _refund(one, currency, you, notes, sent)
            for one in await refunds_of(connection, order_id)
        ],
        returns=[
            schemas.PendingReturn.model_construct(
                return_id=one.public_id, amount=currency.money(one.amount)
            )
            for one in found.returns
        ],
    )
