"""Marks orders as paid outside of the payment provider. An open payment is closed first."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.idempotency import IdempotentRequest, idempotent
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.core.validation import message
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.actions.manual_payments import (
    manually_payable,
    record_manual_payment,
    record_manual_refund,
)
from stallage.orders.drafts import ManualTransfer
from stallage.orders.gateway_calls.cancelling import run_with_payment_closed
from stallage.orders.rules import normalize_public_id
from stallage.payments.errors import AmountDueChanged, PaymentNotDue
from stallage.settings import Settings


def check_day(settings: Settings, day: date, field: str) -> None:
    """Raise InvalidFields if a day is in the future in the shop's time zone."""
    if day > clock.now().astimezone(ZoneInfo(settings.time_zone)).date():
        raise InvalidFields(fields={field: [message("invalid", field)]})


async def mark_paid(
    runtime: Runtime,
    public_id: str,
    payment: ManualTransfer,
    expected: int,
    request: IdempotentRequest,
) -> None:
    """Record that what is to be paid of an order was paid outside, once.

    `expected` is what the operator saw that is to be paid. A payment that is open at the provider is closed
    first; if it was completed in the meantime, it counts. Raises NotFound, InvalidFields, PaymentNotDue,
    AmountDueChanged, PaymentUnavailable and KeyReused.
    """
    check_day(runtime.settings, payment.day, "receivedOn")
    async with runtime.database.transaction() as connection:
        order_id = (await lock_order(connection, normalize_public_id(public_id))).id

    async def check(connection: Connection, order: LockedOrder) -> None:
        amount = await manually_payable(connection, order)
        if amount == 0:
            raise PaymentNotDue("Nothing is to be paid for this order any more.")
        if amount != expected:
            raise AmountDueChanged(amount=amount)

    async def action(connection: Connection, order: LockedOrder) -> JsonObject:
        # A payment that was completed while it was being closed has paid the order.
        await check(connection, order)
        await record_manual_payment(connection, order, payment)
        return {}

    await run_with_payment_closed(runtime, order_id, request, action, check)


async def mark_paid_back(
    runtime: Runtime,
    public_id: str,
    refund_id: int,
    transfer: ManualTransfer,
    request: IdempotentRequest,
) -> None:
    """Record how money was paid back outside, once.

    Raises NotFound, InvalidFields, ManualRefundPaid and KeyReused.
    """
    check_day(runtime.settings, transfer.day, "paidOn")
    name = normalize_public_id(public_id)
    async with runtime.database.transaction() as connection:

        async def act() -> JsonObject:
            order = await lock_order(connection, name)
            await record_manual_refund(connection, order, refund_id, transfer)
            return {}

        await idempotent(
            connection,
            scope=f"admin-manual-refund:{name}",
            key=request.key,
            body=request.body + str(refund_id).encode(),
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
