"""Says what an edit changes, from an order's figures before and after it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from stallage.core.mail import Message
from stallage.core.money import Currency
from stallage.invoices.rules import number_text
from stallage.order_changes.gateway_calls.refunding import email_preview, parts_of
from stallage.order_changes.queries.edits import OrderFigures
from stallage.order_changes.rules import version_of
from stallage.order_changes.schemas.edits import EditedLine, EditPreview
from stallage.order_changes.schemas.refunds import ExpectedDocument, StockStep
from stallage.orders.rules.tenders import Tender
from stallage.orders.rules.units import StoredLine


def _amount(line: StoredLine | None) -> int:
    """What the units left of a line cost."""
    if line is None:
        return 0
    return (
        line.line_total
        - line.gone_line_total
        - (line.discount - line.gone_discount)
        + line.tax_added
        - line.gone_tax_added
    )


def _tax(figures: OrderFigures) -> int:
    return sum(line.tax - line.gone_tax for line in figures.lines)


def edit_version(
    before: OrderFigures, after: OrderFigures, *, is_paid: bool, address_changed: bool
) -> str:
    """The version of an edit. Stock may differ without the preview being wrong."""
    return version_of(
        {
            "paid": is_paid,
            "before": (before.total, before.payable, before.due, before.money.available),
            "after": (after.total, after.payable, after.due, after.money.available),
            # Added lines have no lasting id before the commit.
            "lines": [(one.sku_id, one.left, _amount(one), one.tax) for one in after.lines],
            "granted": after.money.granted - before.money.granted,
            "parts": [(tender.position, part) for tender, part in returned_parts(before, after)],
            "address": address_changed,
        }
    )


def returned_parts(before: OrderFigures, after: OrderFigures) -> list[tuple[Tender, int]]:
    """What each tender gives back by the edit itself."""
    left = {one.position: one.given_back + one.released for one in before.money.tenders}
    return [
        (one, one.given_back + one.released - left[one.position])
        for one in after.money.tenders
        if one.given_back + one.released > left[one.position]
    ]


def _lines(currency: Currency, before: OrderFigures, after: OrderFigures) -> list[EditedLine]:
    known = {line.id: line for line in before.lines}
    return [
        EditedLine(
            line_id=line.id if line.id in known else None,
            sku_id=line.sku_id,
            title=line.title,
            options=after.options.get(line.id, []),
            price=currency.money(line.price),
            quantity_before=known[line.id].left if line.id in known else 0,
            quantity=line.left,
            amount_before=currency.money(_amount(known.get(line.id))),
            amount=currency.money(_amount(line)),
            tax=currency.money(line.tax - line.gone_tax),
        )
        for line in after.lines
        if line.left or (line.id in known and known[line.id].left)
    ]


def _stock(before: OrderFigures, after: OrderFigures) -> list[StockStep]:
    titles = {line.sku_id: line.title for line in after.lines}
    return [
        StockStep(sku_id=sku, title=titles[sku], before=level, after=after.stock[sku])
        for sku, level in sorted(before.stock.items())
        if after.stock[sku] != level
    ]


def edit_preview(
    currency: Currency,
    before: OrderFigures,
    after: OrderFigures,
    *,
    is_paid: bool,
    discount: int,
    address_changed: bool,
    next_credit_note: int,
    pay_until: datetime | None,
    email: Message | None,
) -> EditPreview:
    """The preview of an edit."""
    money = currency.money
    to_pay_before, to_pay_after = (one.due if is_paid else one.payable for one in (before, after))
    credited = after.credited - before.credited
    parts = returned_parts(before, after) if is_paid else []
    refunded_now = sum(part for _tender, part in parts)
    granted = after.money.granted - before.money.granted
    needs: list[Literal["refunds.grant", "refunds.goodwill"]] = []
    if refunded_now or granted:
        needs.append("refunds.grant")
    if granted:
        needs.append("refunds.goodwill")
    # What is refunded as goodwill is no longer part of what the order comes to.
    total_after = after.total - granted
    return EditPreview(
        version=edit_version(before, after, is_paid=is_paid, address_changed=address_changed),
        is_paid=is_paid,
        lines=_lines(currency, before, after),
        tax_before=money(_tax(before)),
        tax_after=money(_tax(after)),
        discount=money(discount),
        total_before=money(before.total),
        total_after=money(total_after),
        to_pay_before=money(to_pay_before),
        to_pay_after=money(to_pay_after),
        pay_until=pay_until if is_paid and after.due else None,
        paid=money(before.money.paid),
        refunded=money(before.money.refunded),
        pending=money(before.money.pending),
        to_ask_for=money(max(0, to_pay_after - to_pay_before)),
        to_give_back=money(refunded_now + granted),
        refunded_now=money(refunded_now),
        granted=money(granted),
        parts=parts_of(parts, currency),
        stock=_stock(before, after),
        credit_note=ExpectedDocument(
            number=number_text("credit_note", next_credit_note), total=money(credited)
        )
        if credited
        else None,
        address_changed=address_changed,
        needs=needs,
        email=email_preview(email),
    )
