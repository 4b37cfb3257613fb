"""Gift cards: sold ones, and those that operators issue."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import runtime_of
from stallage.gift_cards.errors import GiftCardNotSent
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    require_step_up,
)
from stallage.promotions.actions import gift_cards as actions
from stallage.promotions.errors import GiftCardNotVoid, GiftCardVoid
from stallage.promotions.gateway_calls.gift_cards import (
    issue,
    needs_step_up,
    preview_issue,
    resend,
)
from stallage.promotions.queries import gift_cards as queries
from stallage.promotions.schemas import Search
from stallage.promotions.schemas.gift_cards import (
    CardDetails,
    CardState,
    GiftCardItem,
    IssueInput,
    IssuePreview,
    VoidInput,
)
from stallage.wallet.errors import GiftCardRedeemed

router = AdminRouter(tag="promotions")

CardId = Annotated[str, Path(alias="cardId", max_length=32, pattern=r"^[A-Za-z0-9-]+$")]
Text = Annotated[
    Search | None, Query(alias="q", description="Part of the number, the order or the recipient.")
]
State = Annotated[CardState | None, Query(description="Without it, all.")]
Issued = Annotated[bool | None, Query(description="Those that operators issued, or those sold.")]


@router.get(
    "/promotions/gift-cards",
    permission="promotions.read",
    operation_id="listGiftCards",
    response_model=Answer[CursorPage[GiftCardItem]],
    responses=error_responses(InvalidFields),
)
async def list_gift_cards(
    page: CursorRequest,
    connection: Reading,
    q: Text = None,
    state: State = None,
    *,
    issued: Issued = None,
) -> Answer[CursorPage[GiftCardItem]]:
    """List gift cards, newest first. Their codes are never shown."""
    filters = queries.CardFilters(q, state, issued)
    return answer(await queries.list_cards(connection, filters, page))


@router.get(
    "/promotions/gift-cards/count",
    permission="promotions.read",
    operation_id="countGiftCards",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def count_gift_cards(
    connection: Reading, q: Text = None, state: State = None, *, issued: Issued = None
) -> Answer[Count]:
    """Count gift cards, up to 10,000."""
    filters = queries.CardFilters(q, state, issued)
    return answer(await queries.count_cards(connection, filters))


@router.post(
    "/promotions/gift-cards/preview",
    permission="promotions.edit",
    operation_id="previewGiftCard",
    response_model=Answer[IssuePreview],
    responses=error_responses(InvalidFields),
)
async def preview_gift_card(
    body: IssueInput, request: Request, operator: CurrentOperator
) -> Answer[IssuePreview]:
    """What issuing a gift card would do, with its email."""
    return answer(await preview_issue(runtime_of(request), body, operator.name))


@router.post(
    "/promotions/gift-cards",
    permission="promotions.edit",
    operation_id="issueGiftCard",
    key=True,
    status_code=201,
    response_model=Answer[CardDetails],
    responses=error_responses(InvalidFields, KeyReused),
)
async def issue_gift_card(
    body: IssueInput, request: Request, operator: CurrentOperator, key: IdempotencyKey
) -> Answer[CardDetails]:
    """Issue a gift card and email it. Above the shop's limit for refunds, after signing in again."""
    runtime = runtime_of(request)
    if needs_step_up(runtime.settings, body.amount):
        require_step_up(operator)
    card_id = await issue(runtime, body, operator.name, key)
    async with runtime.database.reading() as connection:
        return answer(await queries.card_details(connection, card_id, runtime.secrets))


@router.get(
    "/promotions/gift-cards/{cardId}",
    permission="promotions.read",
    operation_id="getGiftCard",
    response_model=Answer[CardDetails],
    responses=error_responses(NotFound, InvalidFields),
)
async def get_gift_card(
    card_id: CardId, request: Request, connection: Reading
) -> Answer[CardDetails]:
    """Get a gift card with its uses."""
    secrets = runtime_of(request).secrets
    return answer(await queries.card_details(connection, card_id.upper(), secrets))


@router.post(
    "/promotions/gift-cards/{cardId}/resend",
    permission="promotions.edit",
    operation_id="resendGiftCard",
    response_model=Answer[None],
    responses=error_responses(NotFound, GiftCardNotSent, TooMany, InvalidFields),
)
async def resend_gift_card(card_id: CardId, request: Request) -> Answer[None]:
    """Send a gift card to its recipient again, with the same code."""
    await resend(runtime_of(request), card_id.upper())
    return answer(None)


@router.post(
    "/promotions/gift-cards/{cardId}/void",
    permission="promotions.edit",
    operation_id="voidGiftCard",
    response_model=Answer[CardDetails],
    responses=error_responses(NotFound, GiftCardRedeemed, GiftCardVoid, InvalidFields),
)
async def void_gift_card(
    card_id: CardId, body: VoidInput, request: Request, connection: Transaction
) -> Answer[CardDetails]:
    """Void a gift card that was not used. Nothing is refunded."""
    await actions.void_card(connection, card_id.upper(), body.reason)
    secrets = runtime_of(request).secrets
    return answer(await queries.card_details(connection, card_id.upper(), secrets))


@router.post(
    "/promotions/gift-cards/{cardId}/restore",
    permission="promotions.edit",
    operation_id="restoreGiftCard",
    response_model=Answer[CardDetails],
    responses=error_responses(NotFound, GiftCardNotVoid, InvalidFields),
)
async def restore_gift_card(
    card_id: CardId, request: Request, connection: Transaction
) -> Answer[CardDetails]:
    """Make a void gift card valid again, unless its order was cancelled."""
    await actions.restore_card(connection, card_id.upper())
    secrets = runtime_of(request).secrets
    return answer(await queries.card_details(connection, card_id.upper(), secrets))
