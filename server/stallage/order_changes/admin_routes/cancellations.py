"""Cancels orders and items, with a preview."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.order_changes.gateway_calls.cancelling import (
    commit_cancellation,
    preview_cancellation,
)
from stallage.order_changes.schemas.refunds import CancelCommit, CancelInput, CancelPreview
from stallage.orders.errors import CancelRefused, PaymentUnavailable, PreviewChanged
from stallage.orders.rules.quantities import quantities
from stallage.wallet.errors import GiftCardRedeemed

router = AdminRouter(tag="orders")
OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]


@router.post(
    "/orders/{orderId}/cancellations/preview",
    permission="orders.cancel",
    response_model=Answer[CancelPreview],
    responses=error_responses(NotFound, InvalidFields, CancelRefused, GiftCardRedeemed),
)
async def preview_order_cancellation(
    request: Request, order_id: OrderId, body: CancelInput
) -> Answer[CancelPreview]:
    """What cancelling items would do, or the whole order if none are given."""
    return answer(await preview_cancellation(runtime_of(request), order_id, quantities(body.lines)))


@router.post(
    "/orders/{orderId}/cancellations",
    permission="orders.cancel",
    key=True,
    response_model=Answer[None],
    responses=error_responses(
        NotFound,
        InvalidFields,
        CancelRefused,
        GiftCardRedeemed,
        PaymentUnavailable,
        PreviewChanged,
        KeyReused,
    ),
)
async def cancel_order_items(
    request: Request,
    order_id: OrderId,
    body: CancelCommit,
    key: IdempotencyKey,
    operator: CurrentOperator,
) -> Answer[None]:
    """Cancel as previewed. What was paid is refunded; an open payment page is closed first.

    To give back more than the shop's limit needs step-up authentication.
    """
    await commit_cancellation(
        runtime_of(request),
        order_id,
        quantities(body.lines),
        body.version,
        key,
        prove_identity=lambda: require_step_up(operator),
    )
    return answer(None)
