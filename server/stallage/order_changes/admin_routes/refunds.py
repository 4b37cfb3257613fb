"""Refunds: preview, grant, pay and withdraw. Granting and paying are two rights."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import runtime_of
from stallage.core.validation import message
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.order_changes.gateway_calls.refunding import (
    grant,
    pay,
    preview_refund,
    requires_step_up,
    withdraw,
)
from stallage.order_changes.queries.refunds import order_refunds
from stallage.order_changes.schemas.refunds import (
    GoodwillCommit,
    GoodwillInput,
    OrderRefunds,
    RefundCommit,
    RefundInput,
    RefundPreview,
    RefundTerms,
)
from stallage.orders.actions.refunds import actor_key
from stallage.orders.errors import PreviewChanged, RefundRefused, SecondApprovalRequired
from stallage.orders.rules import normalize_public_id
from stallage.orders.rules.refunds import LineRefund, RefundDraft

router = AdminRouter(tag="refunds")
OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
RefundId = Annotated[str, Path(alias="refundId", max_length=32, examples=["RF-7K2M-9QXD"])]


def _draft(terms: RefundTerms, **what: object) -> RefundDraft:
    return RefundDraft(
        **what,  # type: ignore[arg-type]
        destination=terms.destination,
        wallet_amount=terms.wallet_amount,
        reason=terms.reason,
        note=terms.note,
        notify=terms.notify,
    )


def _of_items(body: RefundInput) -> RefundDraft:
    """Raises InvalidFields if a line is listed twice."""
    if len({one.line_id for one in body.lines}) < len(body.lines):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    lines = [LineRefund(one.line_id, one.quantity, one.reason, one.restock) for one in body.lines]
    return _draft(body, lines=lines, delivery=body.delivery, gift_wrap=body.gift_wrap)


@router.get(
    "/orders/{orderId}/refunds",
    permission="orders.read",
    response_model=Answer[OrderRefunds],
    responses=error_responses(NotFound),
)
async def get_order_refunds(
    request: Request, order_id: OrderId, connection: Reading
) -> Answer[OrderRefunds]:
    """What can be refunded of an order, its refunds, and their states at the payment providers."""
    limit = runtime_of(request).settings.refund_approval_above
    return answer(
        await order_refunds(connection, normalize_public_id(order_id), actor_key(), limit)
    )


@router.post(
    "/orders/{orderId}/refunds/preview",
    permission="refunds.grant",
    response_model=Answer[RefundPreview],
    responses=error_responses(NotFound, InvalidFields, RefundRefused),
)
async def preview_item_refund(
    request: Request, order_id: OrderId, body: RefundInput
) -> Answer[RefundPreview]:
    """What a refund of items, delivery and gift wrap would do."""
    return answer(await preview_refund(runtime_of(request), order_id, _of_items(body)))


@router.post(
    "/orders/{orderId}/refunds",
    permission="refunds.grant",
    key=True,
    response_model=Answer[str],
    responses=error_responses(NotFound, InvalidFields, RefundRefused, PreviewChanged, KeyReused),
)
async def grant_item_refund(
    request: Request, order_id: OrderId, body: RefundCommit, key: IdempotencyKey
) -> Answer[str]:
    """Grant a refund as previewed, and return its id. It waits until somebody pays it."""
    refund_id = await grant(runtime_of(request), order_id, _of_items(body), body.version, key)
    return answer(refund_id)


@router.post(
    "/orders/{orderId}/goodwill-refunds/preview",
    permission="refunds.goodwill",
    response_model=Answer[RefundPreview],
    responses=error_responses(NotFound, InvalidFields, RefundRefused),
)
async def preview_goodwill_refund(
    request: Request, order_id: OrderId, body: GoodwillInput
) -> Answer[RefundPreview]:
    """What a refund of an amount without an item would do."""
    draft = _draft(body, goodwill=body.amount)
    return answer(await preview_refund(runtime_of(request), order_id, draft))


@router.post(
    "/orders/{orderId}/goodwill-refunds",
    permission="refunds.goodwill",
    key=True,
    response_model=Answer[str],
    responses=error_responses(NotFound, InvalidFields, RefundRefused, PreviewChanged, KeyReused),
)
async def grant_goodwill_refund(
    request: Request, order_id: OrderId, body: GoodwillCommit, key: IdempotencyKey
) -> Answer[str]:
    """Grant a refund of an amount without an item, and return its id."""
    draft = _draft(body, goodwill=body.amount)
    return answer(await grant(runtime_of(request), order_id, draft, body.version, key))


@router.post(
    "/orders/{orderId}/refunds/{refundId}/pay",
    permission="refunds.pay",
    key=True,
    response_model=Answer[None],
    responses=error_responses(
        NotFound, InvalidFields, RefundRefused, SecondApprovalRequired, KeyReused
    ),
)
async def pay_granted_refund(
    request: Request,
    order_id: OrderId,
    refund_id: RefundId,
    operator: CurrentOperator,
    key: IdempotencyKey,
) -> Answer[None]:
    """Pay a granted refund. Above the shop's limit, by another person who has just signed in again."""
    runtime = runtime_of(request)
    if await requires_step_up(runtime, order_id, refund_id):
        require_step_up(operator)
    await pay(runtime, order_id, refund_id, key)
    return answer(None)


@router.post(
    "/orders/{orderId}/refunds/{refundId}/withdraw",
    permission="refunds.grant",
    key=True,
    response_model=Answer[None],
    responses=error_responses(NotFound, InvalidFields, RefundRefused, KeyReused),
)
async def withdraw_granted_refund(
    request: Request, order_id: OrderId, refund_id: RefundId, key: IdempotencyKey
) -> Answer[None]:
    """Withdraw a refund that is not paid yet."""
    await withdraw(runtime_of(request), order_id, refund_id, key)
    return answer(None)
