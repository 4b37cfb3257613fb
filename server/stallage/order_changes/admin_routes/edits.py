"""Edits placed orders, with a preview: items, a discount and the delivery address."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.checkout.queries.items import find_items
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.idempotency import KeyReused
from stallage.core.money import Currency
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.order_changes.gateway_calls.editing import commit_edit, preview_edit
from stallage.order_changes.queries.items import item_choice
from stallage.order_changes.schemas.edits import EditCommit, EditInput, EditPreview, ItemChoice
from stallage.orders.errors import (
    AddressChangesTotal,
    AddressFixed,
    CancelRefused,
    EditRefused,
    PaymentUnavailable,
    PreviewChanged,
    RefundRefused,
)
from stallage.orders.queries.operator_orders import operator_order_id
from stallage.stock.errors import NotEnoughStock
from stallage.wallet.errors import GiftCardRedeemed

router = AdminRouter(tag="orders")
OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
ERRORS = (
    NotFound,
    InvalidFields,
    EditRefused,
    AddressFixed,
    AddressChangesTotal,
    NotEnoughStock,
    CancelRefused,
    GiftCardRedeemed,
    RefundRefused,
)


@router.get(
    "/orders/{orderId}/edits/items",
    permission="orders.edit",
    response_model=Answer[list[ItemChoice]],
    responses=error_responses(NotFound, InvalidFields),
)
async def find_items_to_add(
    request: Request,
    order_id: OrderId,
    connection: Reading,
    search: Annotated[Line, Query(max_length=100, description="Of the title, or the SKU.")],
) -> Answer[list[ItemChoice]]:
    """Find items to add to an order, at today's prices; at most 40."""
    await operator_order_id(connection, order_id)
    currency = Currency.of(runtime_of(request).settings.currency)
    found = await find_items(connection, search)
    return answer([item_choice(line, currency) for line in found if line.problem != "unavailable"])


@router.post(
    "/orders/{orderId}/edits/preview",
    permission="orders.edit",
    response_model=Answer[EditPreview],
    responses=error_responses(*ERRORS),
)
async def preview_order_edit(
    request: Request, order_id: OrderId, body: EditInput
) -> Answer[EditPreview]:
    """What an edit of an order would do: totals, stock, money and the customer's email."""
    return answer(await preview_edit(runtime_of(request), order_id, body))


@router.post(
    "/orders/{orderId}/edits",
    permission="orders.edit",
    key=True,
    response_model=Answer[None],
    responses=error_responses(
        *ERRORS,
        PaymentUnavailable,
        PreviewChanged,
        EditConflict,
        PreconditionRequired,
        KeyReused,
    ),
)
async def edit_placed_order(
    request: Request,
    order_id: OrderId,
    body: EditCommit,
    key: IdempotencyKey,
    operator: CurrentOperator,
    *,
    if_match: IfMatch = None,
) -> Answer[None]:
    """Edit an order as previewed. Placed prices and taxes stay; added items cost today's price.

    The customer of a paid order gets a link to pay for added items. Giving money back also needs
    `refunds.grant`; above the shop's limit also step-up authentication.
    """
    await commit_edit(
        runtime_of(request),
        order_id,
        body,
        version=body.version,
        if_match=if_match,
        operator=operator,
        request=key,
        prove_identity=lambda: require_step_up(operator),
    )
    return answer(None)
