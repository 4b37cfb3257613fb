"""The operators' API of payments and refunds at providers: what is stuck, and the ways to settle it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Connection, Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import IdempotentRequest, KeyReused, idempotent
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, IdempotencyKey
from stallage.orders.errors import ManualRefundPaid, PaymentUnavailable
from stallage.payments.actions.manual_settlement import settle_manually
from stallage.payments.actions.refunds import record_refund_sent_by_hand, retry_refund
from stallage.payments.errors import (
    AmountDueChanged,
    PaymentNotDue,
    PaymentNotStuck,
    PaymentNotWaiting,
    RefundNotRefused,
    RefundNotSendable,
)
from stallage.payments.gateway_calls.manual import mark_paid, mark_paid_back
from stallage.payments.queries.stuck import unsent_refund_page
from stallage.payments.rules.providers import usable_providers
from stallage.payments.schemas import (
    FailedRefund,
    ManualPaymentInput,
    ManualRefundInput,
    PaymentDecided,
    PaymentDecisionInput,
)

router = AdminRouter(tag="refunds")
PaymentId = Annotated[str, Path(alias="paymentId", max_length=64, examples=["pay_0a1b2c"])]
RefundId = Annotated[str, Path(alias="refundId", max_length=64, examples=["rf_0a1b2c"])]
OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
ManualRefundId = Annotated[int, Path(alias="refundId", ge=1, le=MAX_ID)]


@router.get(
    "/gateway-refunds",
    permission="orders.read",
    response_model=Answer[CursorPage[FailedRefund]],
    responses=error_responses(InvalidFields),
)
async def get_unsent_refunds(
    request: Request, connection: Reading, page: CursorRequest
) -> Answer[CursorPage[FailedRefund]]:
    """Refunds that a provider refused or that are still to be sent, oldest first."""
    return answer(await unsent_refund_page(connection, runtime_of(request).settings, page))


async def _once(
    runtime: Runtime,
    scope: str,
    key: IdempotentRequest,
    connection: Connection,
    refund: str,
    *,
    sent: bool,
) -> None:
    async def act() -> JsonObject:
        try:
            if sent:
                usable = usable_providers(runtime.settings)
                await record_refund_sent_by_hand(connection, refund, usable)
            else:
                await retry_refund(connection, refund)
        except RefundNotRefused as error:
            raise RefundNotSendable from error
        return {}

    await idempotent(
        connection,
        scope=f"{scope}:{refund}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime.settings.idempotency_seconds,
        act=act,
    )


@router.post(
    "/gateway-refunds/{refundId}/retry",
    permission="refunds.pay",
    key=True,
    response_model=Answer[None],
    responses=error_responses(InvalidFields, RefundNotSendable, KeyReused),
)
async def send_refund_again(
    request: Request, refund_id: RefundId, key: IdempotencyKey
) -> Answer[None]:
    """Send a refused refund to its provider again, such as after adding funds to the account."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        await _once(runtime, "admin-refund-retry", key, connection, refund_id, sent=False)
    return answer(None)


@router.post(
    "/gateway-refunds/{refundId}/sent",
    permission="refunds.pay",
    key=True,
    response_model=Answer[None],
    responses=error_responses(InvalidFields, RefundNotSendable, KeyReused),
)
async def mark_refund_sent(
    request: Request, refund_id: RefundId, key: IdempotencyKey
) -> Answer[None]:
    """Record that a refund was sent by other means, such as a bank transfer."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        await _once(runtime, "admin-refund-sent", key, connection, refund_id, sent=True)
    return answer(None)


@router.post(
    "/gateway-payments/{paymentId}/decision",
    permission="refunds.pay",
    key=True,
    step_up=True,
    response_model=Answer[PaymentDecided],
    responses=error_responses(InvalidFields, PaymentNotWaiting, KeyReused),
)
async def decide_payment(
    request: Request, payment_id: PaymentId, body: PaymentDecisionInput, key: IdempotencyKey
) -> Answer[PaymentDecided]:
    """Settle a payment that the shop cannot settle by itself, as it was found at the provider."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:

        async def act() -> JsonObject:
            try:
                decision = await settle_manually(
                    connection, runtime.settings, payment_id, body.outcome, body.note
                )
            except PaymentNotStuck as error:
                raise PaymentNotWaiting from error
            return {"decision": decision.value}

        result = await idempotent(
            connection,
            scope=f"admin-payment-decision:{payment_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    return answer(PaymentDecided.model_validate(result))


@router.post(
    "/orders/{orderId}/manual-payments",
    permission="orders.mark_paid",
    key=True,
    response_model=Answer[None],
    responses=error_responses(
        NotFound, InvalidFields, PaymentNotDue, AmountDueChanged, KeyReused, PaymentUnavailable
    ),
)
async def mark_order_paid(
    request: Request, order_id: OrderId, body: ManualPaymentInput, key: IdempotencyKey
) -> Answer[None]:
    """Mark an order as paid outside of the payment provider. Its payment link stops working first."""
    await mark_paid(runtime_of(request), order_id, body.transfer(), body.amount, key)
    return answer(None)


@router.post(
    "/orders/{orderId}/manual-refunds/{refundId}/paid",
    permission="refunds.pay",
    key=True,
    response_model=Answer[None],
    responses=error_responses(NotFound, InvalidFields, ManualRefundPaid, KeyReused),
)
async def mark_manual_refund_paid(
    request: Request,
    order_id: OrderId,
    refund_id: ManualRefundId,
    body: ManualRefundInput,
    key: IdempotencyKey,
) -> Answer[None]:
    """Record that money was paid back outside of the payment provider."""
    await mark_paid_back(runtime_of(request), order_id, refund_id, body.transfer(), key)
    return answer(None)
