"""Jobs of invoices: issue documents, announce refunds, and erase old guest orders."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.money import Currency
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.gift_cards.actions import forget_order_buyers as forget_gift_cards_of
from stallage.invoices.actions import forget_pdfs_of, issue_due
from stallage.invoices.events import InvoiceIssued
from stallage.invoices.rules import number_text
from stallage.orders.actions import anonymise_old_guest_orders
from stallage.orders.emails.refunds import AUTOMATIC_REFUND, refund_email
from stallage.orders.events import (
    DifferencePaid,
    LinesCancelled,
    OrderCancelled,
    OrderPaid,
    OrderStatusChanged,
    RefundPaid,
)
from stallage.orders.gateway_calls.sending import send_once
from stallage.orders.rules import OrderStatus
from stallage.pricing.actions.promo_uses import forget_order_buyers as forget_promo_buyers_of
from stallage.returns.actions.withdrawals import forget_statements_of
from stallage.returns.events import ExchangeRefunded, ReturnMoved

GUEST_ORDERS_AT_ONCE = 200

CREDIT = """
    SELECT i.number, i.total, o.currency, (
            SELECT coalesce(sum((t.reference::jsonb -> 'offsets'
                ->> replace(i.source, 'cancellation:', ''))::bigint), 0)::bigint
            FROM order_tenders_view t
            WHERE t.order_id = i.order_id AND t.owner_id = i.owner_id AND i.source LIKE 'cancellation:%'
                AND t.kind IN ('online', 'manual') AND t.reference IS NOT NULL) AS kept,
        r.id AS refund_id, r.notify, r.note, r.to_source, r.to_wallet
    FROM invoices i JOIN orders_view o ON o.id = i.order_id AND o.owner_id = i.owner_id
    LEFT JOIN order_refunds_view r ON i.source = 'refund:' || r.id AND r.order_id = i.order_id
        AND r.owner_id = i.owner_id
    WHERE i.id = $1
"""


async def _issue(runtime: Runtime, order_id: int) -> None:
    async with runtime.database.transaction() as connection:
        try:
            await issue_due(connection, runtime.settings, order_id)
        except NotFound:
            return


@on(OrderPaid)
async def issue_when_paid(runtime: Runtime, event: OrderPaid) -> None:
    """Issue the invoice of a paid order."""
    await _issue(runtime, event.order_id)


@on(DifferencePaid)
async def issue_when_added_items_are_paid(runtime: Runtime, event: DifferencePaid) -> None:
    """Issue the invoice of items that were added to a paid order."""
    await _issue(runtime, event.order_id)


@on(OrderStatusChanged)
async def issue_when_shipped(runtime: Runtime, event: OrderStatusChanged) -> None:
    """Issue the invoice of a shipped order that is paid on delivery."""
    if event.status == OrderStatus.SHIPPED:
        await _issue(runtime, event.order_id)


@on(LinesCancelled)
async def credit_cancelled_lines(runtime: Runtime, event: LinesCancelled) -> None:
    """Issue the credit note of cancelled lines that were paid."""
    await _issue(runtime, event.order_id)


@on(OrderCancelled)
async def credit_cancelled_order(runtime: Runtime, event: OrderCancelled) -> None:
    """Issue the credit note of a cancelled order that was paid."""
    await _issue(runtime, event.order_id)


@on(ReturnMoved)
async def credit_return(runtime: Runtime, event: ReturnMoved) -> None:
    """Issue the credit note of a completed return."""
    if event.status == OrderStatus.RETURN_COMPLETED:
        await _issue(runtime, event.order_id)


@on(RefundPaid)
async def credit_refund(runtime: Runtime, event: RefundPaid) -> None:
    """Issue the credit note of a refund that an operator paid."""
    await _issue(runtime, event.order_id)


@on(ExchangeRefunded)
async def credit_cancelled_exchange(runtime: Runtime, event: ExchangeRefunded) -> None:
    """Issue the credit note of a return whose exchange was cancelled."""
    await _issue(runtime, event.order_id)


@on(InvoiceIssued, policy=EMAIL)
async def send_refund_email(runtime: Runtime, event: InvoiceIssued) -> None:
    """Report the amount of a refund and its credit note."""
    if event.kind != "credit_note":
        return
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(CREDIT, event.invoice_id)
    if row is None:
        return
    if row["refund_id"] is not None and not row["notify"]:
        return
    # What cancelled items have paid of added ones was not sent back. The email about the edit says so.
    total = row["total"] - row["kept"]
    if total <= 0:
        return
    currency, locale = Currency.of(row["currency"]), runtime.settings.locale
    amount = currency.format(total, locale)
    number = number_text("credit_note", row["number"])
    content = replace(
        AUTOMATIC_REFUND,
        facts=(("Amount", amount), ("Credit note", number)),
        data={"creditNote": number, "amount": str(total)},
    )
    if row["refund_id"] is not None:
        content = refund_email(
            amount=amount,
            amount_minor=total,
            number=number,
            to_source=currency.format(row["to_source"], locale) if row["to_source"] else "",
            to_wallet=currency.format(row["to_wallet"], locale) if row["to_wallet"] else "",
            note=row["note"],
        )
    try:
        await send_once(
            runtime, event.order_id, f"refund:{event.invoice_id}", lambda _order: content
        )
    except NotFound:
        return


@every("27 3 * * *")
async def forget_old_guests(runtime: Runtime) -> None:
    """Erase personal data of guests from old orders and everything that belongs to them."""
    seconds = runtime.settings.guest_data_seconds
    if not seconds:
        return
    before = clock.now() - timedelta(seconds=seconds)

    async def anonymise(connection: Connection, most: int) -> int:
        order_ids = await anonymise_old_guest_orders(connection, before, most)
        await forget_statements_of(connection, order_ids)
        await forget_pdfs_of(connection, order_ids)
        await forget_gift_cards_of(connection, order_ids)
        await forget_promo_buyers_of(connection, order_ids)
        return len(order_ids)

    await delete_in_batches(runtime.database, anonymise, GUEST_ORDERS_AT_ONCE)
