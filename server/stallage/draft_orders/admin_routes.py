"""The operators' API of draft orders: orders taken by telephone."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.checkout.errors import (
    CartEmpty,
    DeliveryUnavailable,
    PromoRefused,
    ShippingMethodUnavailable,
    TotalChanged,
    Unavailable,
)
from stallage.checkout.queries.items import find_items
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import ApiError, InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.draft_orders import actions, queries
from stallage.draft_orders.errors import DraftPlaced, ItemGone
from stallage.draft_orders.gateway_calls.placing import place_draft, preview_placing
from stallage.draft_orders.gateway_calls.reading import read_draft
from stallage.draft_orders.queries.quoting import quote_draft, sellable_item
from stallage.draft_orders.schemas import (
    Draft,
    DraftFilter,
    DraftInput,
    DraftItem,
    DraftQuote,
    PaymentChoice,
    PlacedDraft,
    PlaceInput,
    PlacePreview,
    SellableItem,
)
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey
from stallage.operators.errors import Forbidden
from stallage.tenders import tender_kinds

router = AdminRouter(tag="drafts")

DraftId = Annotated[int, Path(alias="draftId", ge=1, le=MAX_ID)]
State = Annotated[DraftFilter | None, Query(description="Those without an order, or with one.")]

PLACING: tuple[type[ApiError], ...] = (
    NotFound,
    DraftPlaced,
    ItemGone,
    InvalidFields,
    CartEmpty,
    OutOfStock,
    QuantityUnavailable,
    Unavailable,
    LimitReached,
    TooManyLines,
    PromoRefused,
    DeliveryUnavailable,
    ShippingMethodUnavailable,
    *(error for kind in tender_kinds() for error in kind.errors),
)
"""Errors of placing an order, and of its preview."""


def _author(operator: CurrentOperator) -> actions.Author:
    return actions.Author(operator.id, operator.name)


@router.get(
    "/drafts",
    permission="orders.create",
    response_model=Answer[CursorPage[DraftItem]],
    responses=error_responses(InvalidFields),
)
async def list_drafts(
    page: CursorRequest, connection: Reading, state: State = None
) -> Answer[CursorPage[DraftItem]]:
    """List drafts, newest first."""
    return answer(await queries.list_drafts(connection, state, page))


@router.get("/drafts/count", permission="orders.create", response_model=Answer[Count])
async def count_drafts(connection: Reading, state: State = None) -> Answer[Count]:
    """Count drafts, up to 10,000."""
    return answer(await queries.count_drafts(connection, state))


@router.get(
    "/drafts/items",
    permission="orders.create",
    operation_id="findDraftItems",
    response_model=Answer[list[SellableItem]],
    responses=error_responses(InvalidFields),
)
async def list_items(
    request: Request,
    connection: Reading,
    q: Annotated[Line, Query(max_length=100, description="Words of the title, or a SKU.")],
) -> Answer[list[SellableItem]]:
    """Find variants to add to a draft."""
    currency = runtime_of(request).currency
    return answer([sellable_item(line, currency) for line in await find_items(connection, q)])


@router.post(
    "/drafts/preview",
    permission="orders.create",
    operation_id="quoteDraft",
    response_model=Answer[DraftQuote],
    responses=error_responses(InvalidFields, NotFound),
)
async def preview_draft(
    body: DraftInput, request: Request, connection: Reading
) -> Answer[DraftQuote]:
    """What an order with this content would cost, as the storefront computes it."""
    actions.check_lines(body)
    runtime = runtime_of(request)
    return answer(await quote_draft(connection, runtime.settings, CheckoutTenders(runtime), body))


@router.post(
    "/drafts",
    permission="orders.create",
    status_code=201,
    response_model=Answer[Draft],
    responses=error_responses(InvalidFields),
)
async def add_draft(
    body: DraftInput, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[Draft]:
    """Save a draft. It reserves no stock."""
    runtime = runtime_of(request)
    code = runtime.settings.phone_country_code
    draft_id = await actions.create_draft(connection, body, _author(operator), code)
    return answer(await read_draft(runtime, connection, draft_id))


@router.get(
    "/drafts/{draftId}",
    permission="orders.create",
    response_model=Answer[Draft],
    responses=error_responses(NotFound),
)
async def get_draft(draft_id: DraftId, request: Request, connection: Reading) -> Answer[Draft]:
    """Get a draft with its content."""
    return answer(await read_draft(runtime_of(request), connection, draft_id))


@router.put(
    "/drafts/{draftId}",
    permission="orders.create",
    response_model=Answer[Draft],
    responses=error_responses(
        NotFound, InvalidFields, DraftPlaced, EditConflict, PreconditionRequired
    ),
)
async def change_draft(
    draft_id: DraftId,
    body: DraftInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[Draft]:
    """Replace the content of a draft that was not placed."""
    runtime = runtime_of(request)
    await actions.lock_open_draft(connection, draft_id)
    current = await read_draft(runtime, connection, draft_id)
    check_match(if_match, current.version, current)
    code = runtime.settings.phone_country_code
    await actions.change_draft(connection, draft_id, body, code)
    return answer(await read_draft(runtime, connection, draft_id))


@router.delete(
    "/drafts/{draftId}",
    permission="orders.create",
    response_model=Answer[None],
    responses=error_responses(NotFound, DraftPlaced),
)
async def delete_draft(draft_id: DraftId, connection: Transaction) -> Answer[None]:
    """Delete a draft that was not placed."""
    await actions.delete_draft(connection, draft_id)
    return answer(None)


@router.post(
    "/drafts/{draftId}/copies",
    permission="orders.create",
    operation_id="copyDraft",
    status_code=201,
    response_model=Answer[Draft],
    responses=error_responses(NotFound),
)
async def copy_draft(
    draft_id: DraftId, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[Draft]:
    """Create a draft with the same content."""
    copied = await actions.copy_draft(connection, draft_id, _author(operator))
    return answer(await read_draft(runtime_of(request), connection, copied))


@router.post(
    "/drafts/{draftId}/order/preview",
    permission="orders.create",
    operation_id="previewDraftOrder",
    response_model=Answer[PlacePreview],
    responses=error_responses(*PLACING),
)
async def preview_order(
    draft_id: DraftId, body: PaymentChoice, request: Request, operator: CurrentOperator
) -> Answer[PlacePreview]:
    """What placing the order would do: totals, stock, and the email."""
    runtime = runtime_of(request)
    return answer(await preview_placing(runtime, draft_id, body.payment, _author(operator)))


@router.post(
    "/drafts/{draftId}/order",
    permission="orders.create",
    operation_id="placeDraftOrder",
    key=True,
    status_code=201,
    response_model=Answer[PlacedDraft],
    responses=error_responses(
        *PLACING, TotalChanged, EditConflict, PreconditionRequired, KeyReused
    ),
)
async def place_order(
    draft_id: DraftId,
    body: PlaceInput,
    request: Request,
    operator: CurrentOperator,
    key: IdempotencyKey,
    *,
    if_match: IfMatch = None,
) -> Answer[PlacedDraft]:
    """Place the order of a draft, once. By link, the order waits 48 hours for its payment."""
    if body.payment == "manual" and not operator.can("orders.mark_paid"):
        raise Forbidden(permission="orders.mark_paid")
    placed = await place_draft(
        runtime_of(request),
        draft_id,
        payment=body.payment,
        expected_total=body.expected_total,
        manual=None if body.manual is None else body.manual.transfer(),
        if_match=if_match,
        author=_author(operator),
        request=key,
    )
    return answer(placed)
