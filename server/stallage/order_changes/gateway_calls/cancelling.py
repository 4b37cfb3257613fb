"""Previews and commits cancellations on behalf of an operator.

A preview cancels in a part of a transaction that is rolled back, and compares. So it says exactly what a
commit does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stallage.content.gateway_calls import with_own_texts
from stallage.core.db import Connection
from stallage.core.idempotency import IdempotentRequest
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.invoices.rules import number_text
from stallage.order_changes.gateway_calls.refunding import email_preview, needs_approval, parts_of
from stallage.order_changes.queries.edits import credited_amount
from stallage.order_changes.queries.money import next_credit_note, stock_levels
from stallage.order_changes.rules import version_of
from stallage.order_changes.schemas.refunds import (
    CancelledLine,
    CancelPreview,
    ExpectedDocument,
    StockStep,
)
from stallage.orders.actions import LockedOrder, cancel_lines, cancel_order, lock_order, tenders_of
from stallage.orders.emails import BY_STATUS, lines_cancelled_email, order_email
from stallage.orders.errors import CancelRefused, PreviewChanged
from stallage.orders.gateway_calls.cancelling import run_with_payment_closed
from stallage.orders.queries import order_for_email, order_lines
from stallage.orders.queries.refunds import granted_amount
from stallage.orders.rules import CANCELLED, OrderStatus, normalize_public_id
from stallage.orders.rules.differences import due_of
from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.rules.units import LineUnits, StoredLine, next_units
from stallage.shop.queries import company

PAID_STATES = (TenderState.TAKEN, TenderState.GIVEN_BACK)


class _Undo(Exception):
    """Rolls back what a preview has done."""


@dataclass(frozen=True, slots=True)
class _Figures:
    """An order before and after a cancellation."""

    lines: Sequence[StoredLine]
    units: Sequence[LineUnits]
    whole: bool
    tenders: Sequence[Tender]
    parts: Sequence[tuple[Tender, int]]
    to_pay_before: int
    to_pay_after: int
    """Of a paid order: for items that were added to it."""
    credited: int
    """What its credit note comes to."""
    granted: int
    stock: Mapping[int, tuple[int, int]]

    @property
    def is_paid(self) -> bool:
        return any(one.state in PAID_STATES for one in self.tenders)

    @property
    def amount(self) -> int:
        return sum(part for _tender, part in self.parts)


async def _act(
    connection: Connection, order: LockedOrder, requested: Mapping[int, int | None]
) -> None:
    try:
        if requested:
            await cancel_lines(connection, order, requested, "operator")
        else:
            await cancel_order(connection, order, "operator")
    except InvalidTransition as error:
        raise CancelRefused from error


def _left(tender: Tender) -> int:
    """What a tender holds. Ended tenders hold nothing."""
    return tender.left if tender.state in (TenderState.HELD, TenderState.TAKEN) else 0


async def _figures(
    connection: Connection, order_id: int, requested: Mapping[int, int | None]
) -> _Figures:
    """Cancel, read the outcome, and roll back. Raises CancelRefused, InvalidFields, GiftCardRedeemed."""
    order = await lock_order(connection, order_id)
    lines = await order_lines(connection, order_id)
    tenders = await tenders_of(connection, order_id)
    granted = await granted_amount(connection, order_id)
    skus = {line.sku_id: 0 for line in lines}
    before = await stock_levels(connection, skus)
    is_paid = any(one.state in PAID_STATES for one in tenders)
    # What is no longer asked for is not given back.
    given = [one for one in tenders if not is_paid or one.state in PAID_STATES]
    to_pay = due_of(tenders) if is_paid else order.payable
    credited = await credited_amount(connection, order_id)
    try:
        async with connection.transaction():
            await _act(connection, order, requested)
            after = await stock_levels(connection, skus)
            ended = await tenders_of(connection, order_id)
            left = {one.position: _left(one) for one in ended}
            credited = await credited_amount(connection, order_id) - credited
            now = {line.id: line for line in await order_lines(connection, order_id)}
            raise _Undo
    except _Undo:
        pass
    whole = order.status in CANCELLED
    units = [
        next_units(line, line.left if whole else now[line.id].cancelled - line.cancelled)
        for line in lines
        if (line.left if whole else now[line.id].cancelled - line.cancelled)
    ]
    return _Figures(
        lines=lines,
        units=units,
        whole=whole,
        tenders=tenders,
        parts=[
            (one, _left(one) - left[one.position])
            for one in given
            if _left(one) > left[one.position]
        ],
        to_pay_before=to_pay,
        to_pay_after=due_of(ended) if is_paid else 0 if whole else order.payable,
        credited=credited,
        granted=granted if whole else 0,
        stock={sku: (before[sku], after[sku]) for sku in before if after[sku] != before[sku]},
    )


def _version(figures: _Figures) -> str:
    return version_of(
        {
            "units": [(one.line_id, one.quantity, one.amount) for one in figures.units],
            "parts": [(tender.position, part) for tender, part in figures.parts],
            "paid": figures.is_paid,
            "payable": (figures.to_pay_before, figures.to_pay_after),
            "whole": figures.whole,
            "granted": figures.granted,
        }
    )


async def _preview(
    runtime: Runtime, connection: Connection, order: LockedOrder, figures: _Figures
) -> CancelPreview:
    currency = Currency.of(order.currency)
    money = currency.money
    taken = [one for one in figures.tenders if one.state is TenderState.TAKEN]
    paid = sum(one.amount - one.released for one in taken)
    refunded = sum(one.given_back + one.credited for one in taken)
    titles = {line.sku_id: line.title for line in figures.lines}
    content = BY_STATUS[OrderStatus.CANCELLED_BY_COMPANY]
    if not figures.whole:
        content = lines_cancelled_email(
            ", ".join(f"{one.quantity} × {one.title}" for one in figures.units), "operator"
        )
    emailed = await order_for_email(connection, order.id)
    shop = await company(connection, runtime.settings)
    email = order_email(runtime.settings, runtime.secret, emailed, content, shop.company_name)
    if email is not None:
        email = await with_own_texts(connection, runtime.settings, email)
    units = sum(one.amount for one in figures.units)
    number = number_text("credit_note", await next_credit_note(connection))
    return CancelPreview(
        version=_version(figures),
        whole=figures.whole,
        is_paid=figures.is_paid,
        lines=[
            CancelledLine(
                line_id=one.line_id,
                title=one.title,
                quantity=one.quantity,
                amount=money(one.amount),
            )
            for one in figures.units
        ],
        delivery=money(max(0, order.total - units) if figures.whole else 0),
        amount=money(figures.amount),
        paid=money(paid),
        refunded_before=money(refunded),
        remaining_after=money(paid - refunded - figures.amount if paid else 0),
        to_pay_before=money(figures.to_pay_before),
        to_pay_after=money(figures.to_pay_after),
        withdrawn=money(figures.granted),
        parts=parts_of(figures.parts, currency),
        stock=[
            StockStep(sku_id=sku, title=titles[sku], before=before, after=after)
            for sku, (before, after) in sorted(figures.stock.items())
        ],
        credit_note=ExpectedDocument(number=number, total=money(figures.credited))
        if figures.credited
        else None,
        email=email_preview(email),
    )


async def preview_cancellation(
    runtime: Runtime, public_id: str, requested: Mapping[int, int | None]
) -> CancelPreview:
    """What cancelling units by line id would do, or the whole order if there are none. Writes nothing.

    Raises NotFound, CancelRefused, InvalidFields and GiftCardRedeemed.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        figures = await _figures(connection, order.id, requested)
        return await _preview(runtime, connection, order, figures)


async def commit_cancellation(
    runtime: Runtime,
    public_id: str,
    requested: Mapping[int, int | None],
    version: str,
    request: IdempotentRequest,
    *,
    prove_identity: Callable[[], None],
) -> None:
    """Cancel as previewed. An open payment is closed first.

    `prove_identity` is called before more than the shop's limit is given back, and may raise.

    Raises the errors of `preview_cancellation`, PaymentUnavailable, and PreviewChanged with what would
    happen now.
    """
    async with runtime.database.transaction() as connection:
        order_id = (await lock_order(connection, normalize_public_id(public_id))).id

    async def action(connection: Connection, order: LockedOrder) -> JsonObject:
        figures = await _figures(connection, order.id, requested)
        if _version(figures) != version:
            preview = await _preview(runtime, connection, order, figures)
            raise PreviewChanged(preview=preview.model_dump(mode="json", by_alias=True))
        if figures.is_paid and needs_approval(runtime.settings, figures.amount):
            prove_identity()
        await _act(connection, order, requested)
        return {}

    await run_with_payment_closed(runtime, order_id, request, action)
