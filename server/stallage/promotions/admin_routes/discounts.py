"""Automatic discounts, trying promotions out, and what promotions are limited to."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.checkout.queries.items import find_items
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.draft_orders.queries.quoting import sellable_item
from stallage.draft_orders.schemas import SellableItem
from stallage.operators.dependencies import AdminRouter
from stallage.promotions.actions import discounts as actions
from stallage.promotions.errors import PromotionEnded
from stallage.promotions.gateway_calls.trying import try_promotions
from stallage.promotions.queries import choices
from stallage.promotions.queries import discounts as queries
from stallage.promotions.schemas import Deleted, Groups, PromotionProductChoices, Search
from stallage.promotions.schemas.discounts import (
    AutomaticDiscount,
    DiscountInput,
    DiscountKind,
    DiscountTrial,
    DiscountTrialInput,
    ScheduleFilter,
)

router = AdminRouter(tag="promotions")

DiscountId = Annotated[int, Path(alias="discountId", ge=1, le=MAX_ID)]
Text = Annotated[Search | None, Query(alias="q", description="Part of the title.")]
State = Annotated[ScheduleFilter | None, Query(description="Without it, all.")]
Kind = Annotated[DiscountKind | None, Query(description="Without it, all.")]
Group = Annotated[Line | None, Query(max_length=1000)]


@router.get(
    "/promotions/discounts",
    permission="promotions.read",
    operation_id="listDiscounts",
    response_model=Answer[CursorPage[AutomaticDiscount]],
    responses=error_responses(InvalidFields),
)
async def list_discounts(
    request: Request,
    page: CursorRequest,
    connection: Reading,
    q: Text = None,
    state: State = None,
    *,
    kind: Kind = None,
) -> Answer[CursorPage[AutomaticDiscount]]:
    """List automatic discounts in the order in which they apply."""
    filters = queries.DiscountFilters(q, state, kind)
    currency = runtime_of(request).currency
    return answer(await queries.list_discounts(connection, filters, page, currency))


@router.get(
    "/promotions/discounts/count",
    permission="promotions.read",
    operation_id="countDiscounts",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def count_discounts(
    connection: Reading, q: Text = None, state: State = None, *, kind: Kind = None
) -> Answer[Count]:
    """Count automatic discounts, up to 10,000."""
    filters = queries.DiscountFilters(q, state, kind)
    return answer(await queries.count_discounts(connection, filters))


@router.post(
    "/promotions/discounts",
    permission="promotions.edit",
    operation_id="createDiscount",
    status_code=201,
    response_model=Answer[AutomaticDiscount],
    responses=error_responses(InvalidFields),
)
async def create_discount(
    body: DiscountInput, request: Request, connection: Transaction
) -> Answer[AutomaticDiscount]:
    """Create an automatic discount."""
    return answer(await actions.create_discount(connection, body, runtime_of(request).currency))


@router.get(
    "/promotions/discounts/{discountId}",
    permission="promotions.read",
    operation_id="getDiscount",
    response_model=Answer[AutomaticDiscount],
    responses=error_responses(NotFound),
)
async def get_discount(
    discount_id: DiscountId, request: Request, connection: Reading
) -> Answer[AutomaticDiscount]:
    """Get an automatic discount."""
    currency = runtime_of(request).currency
    return answer(await queries.discount_by_id(connection, discount_id, currency))


@router.put(
    "/promotions/discounts/{discountId}",
    permission="promotions.edit",
    operation_id="changeDiscount",
    response_model=Answer[AutomaticDiscount],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_discount(
    discount_id: DiscountId,
    body: DiscountInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[AutomaticDiscount]:
    """Change an automatic discount. Orders that were placed keep theirs."""
    currency = runtime_of(request).currency
    return answer(await actions.change_discount(connection, discount_id, body, if_match, currency))


@router.post(
    "/promotions/discounts/{discountId}/end",
    permission="promotions.edit",
    operation_id="endDiscount",
    response_model=Answer[AutomaticDiscount],
    responses=error_responses(NotFound, PromotionEnded),
)
async def end_discount(
    discount_id: DiscountId, request: Request, connection: Transaction
) -> Answer[AutomaticDiscount]:
    """End an automatic discount now."""
    currency = runtime_of(request).currency
    return answer(await actions.end_discount(connection, discount_id, currency))


@router.delete(
    "/promotions/discounts/{discountId}",
    permission="promotions.edit",
    operation_id="deleteDiscount",
    response_model=Answer[Deleted],
    responses=error_responses(NotFound),
)
async def delete_discount(
    discount_id: DiscountId, request: Request, connection: Transaction
) -> Answer[Deleted]:
    """Delete an automatic discount. Orders that were placed keep theirs."""
    await actions.delete_discount(connection, discount_id, runtime_of(request).currency)
    return answer(Deleted(id=discount_id))


@router.post(
    "/promotions/trial/preview",
    permission="promotions.read",
    operation_id="tryPromotions",
    response_model=Answer[DiscountTrial],
    responses=error_responses(InvalidFields, NotFound),
)
async def preview_trial(body: DiscountTrialInput, request: Request) -> Answer[DiscountTrial]:
    """Price a cart line by line, as the storefront would, with drafts that are not saved."""
    return answer(await try_promotions(runtime_of(request), body))


@router.get(
    "/promotions/items",
    permission="promotions.read",
    operation_id="findPromotionItems",
    response_model=Answer[list[SellableItem]],
    responses=error_responses(InvalidFields),
)
async def list_items(
    request: Request,
    connection: Reading,
    q: Annotated[Line, Query(max_length=100, description="Words of the title, or a SKU.")],
) -> Answer[list[SellableItem]]:
    """Find variants for a trial."""
    currency = runtime_of(request).currency
    return answer([sellable_item(line, currency) for line in await find_items(connection, q)])


@router.get(
    "/promotions/products",
    permission="promotions.read",
    operation_id="findPromotionProducts",
    response_model=Answer[PromotionProductChoices],
    responses=error_responses(InvalidFields),
)
async def list_products(
    request: Request,
    connection: Reading,
    q: Annotated[Search, Query(description="Words of the title.")] = "",
    category: Group = None,
    brand: Group = None,
    *,
    tag: Group = None,
    limit: Annotated[int, Query(ge=1, le=choices.MAX_FOUND)] = 20,
) -> Answer[PromotionProductChoices]:
    """Find products by words, category (with those below), brand and tag; the most popular first."""
    return answer(
        await choices.find_products(
            connection,
            runtime_of(request).currency,
            search=q,
            category=category,
            brand=brand,
            tag=tag,
            limit=limit,
        )
    )


@router.get(
    "/promotions/groups",
    permission="promotions.read",
    operation_id="listPromotionGroups",
    response_model=Answer[Groups],
)
async def list_groups(connection: Reading) -> Answer[Groups]:
    """The categories, brands and tags that products can be chosen by."""
    return answer(await choices.groups(connection))
