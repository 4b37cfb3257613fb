"""Routes of reviews."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stallage.core.access import CustomerId
from stallage.core.db import Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.paging import PageQuery
from stallage.core.public import REVALIDATE, public_response
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.reviews import actions, queries
from stallage.reviews.errors import AlreadyReviewed, EditOver, NotDelivered, OwnReport, OwnVote
from stallage.reviews.schemas import (
    CommentCriterion,
    CommentList,
    CommentSearch,
    Helpful,
    OwnOpinions,
    OwnReview,
    ReportInput,
    ReviewEdit,
    ReviewEligibility,
    ReviewInput,
)
from stallage.search.dependencies import allow_criteria

router = APIRouter(tags=["reviews"])

ReviewIds = Annotated[
    Line,
    Query(
        alias="reviewIds",
        pattern=r"^\d{1,15}(,\d{1,15})*$",
        max_length=1600,
        description="Ids, separated by commas.",
    ),
]
ReviewId = Annotated[int, Path(alias="reviewId", ge=1, le=2**53 - 1)]


@router.post(
    "/api/productcomment/search",
    response_model=Answer[CommentList],
    responses=error_responses(InvalidFields, TooMany),
)
async def search_comments(request: Request, body: CommentSearch) -> Answer[CommentList]:
    """Published reviews that match the criteria, with a histogram of their ratings."""
    await allow_criteria(request, body.criteria)
    async with database_of(request).limited_reading() as connection:
        return answer(await queries.search(connection, body))


@router.get(
    "/api/productcomments",
    response_model=Answer[CommentList],
    responses=error_responses(TooMany),
)
async def list_newest_reviews(
    request: Request,
    page: PageQuery,
    product_slug: Annotated[Line, Query(alias="productSlug", min_length=1, max_length=200)],
) -> Response:
    """Published reviews of a product, the newest first, with a histogram of their ratings.

    The same as `POST /api/productcomment/search` for one product, at an address that can be cached.
    """
    search = CommentSearch(
        criteria=[CommentCriterion(key="productSlug", operation="eq", value=[product_slug])],
        page=page.number,
        page_size=page.size,
    )
    async with database_of(request).limited_reading() as connection:
        found = await queries.search(connection, search)
    body = answer(found).model_dump_json(by_alias=True).encode()
    return public_response(request, body, cache_control=REVALIDATE)


@router.get(
    "/api/productcomment",
    response_model=Answer[list[OwnReview]],
    responses=error_responses(Unauthorized),
)
async def list_own_reviews(
    request: Request,
    customer: CustomerId,
    connection: Reading,
    order_id: Annotated[
        Line | None,
        Query(alias="orderId", max_length=32, description="Only reviews of this order."),
    ] = None,
) -> Answer[list[OwnReview]]:
    """The customer's own reviews, newest first."""
    edit_seconds = runtime_of(request).settings.review_edit_seconds
    return answer(await queries.own_reviews(connection, customer, edit_seconds, order_id=order_id))


@router.get(
    "/api/productcomment/standing",
    name="get_standing",  # The operation id of the API.
    response_model=Answer[ReviewEligibility],
    responses=error_responses(Unauthorized),
)
async def get_eligibility(
    customer: CustomerId,
    connection: Reading,
    product_slug: Annotated[Line, Query(alias="productSlug", min_length=1, max_length=200)],
) -> Answer[ReviewEligibility]:
    """Whether the customer has received a product, and the order to review it with."""
    return answer(await queries.eligibility_of(connection, customer, product_slug))


@router.get(
    "/api/reviewopinions",
    response_model=Answer[OwnOpinions],
    responses=error_responses(Unauthorized),
)
async def get_opinions(
    customer: CustomerId,
    connection: Reading,
    review_ids: ReviewIds,
) -> Answer[OwnOpinions]:
    """Which of some reviews the customer found helpful and which they reported."""
    return answer(
        await queries.opinions_of(connection, customer, [int(one) for one in review_ids.split(",")])
    )


@router.post(
    "/api/productcomment",
    status_code=201,
    response_model=Answer[OwnReview],
    responses=error_responses(Unauthorized, NotFound, NotDelivered, AlreadyReviewed),
)
async def write_review(
    request: Request, body: ReviewInput, customer: CustomerId, connection: Transaction
) -> Answer[OwnReview]:
    """Review an item of a delivered order, once per order line."""
    settings = runtime_of(request).settings
    review_id = await actions.write_review(
        connection, customer, body, moderated=settings.review_moderation
    )
    return answer(
        await queries.own_review(connection, customer, settings.review_edit_seconds, review_id)
    )


@router.put(
    "/api/productcomment/{reviewId}",
    response_model=Answer[OwnReview],
    responses=error_responses(Unauthorized, NotFound, EditOver),
)
async def edit_review(
    request: Request,
    review_id: ReviewId,
    body: ReviewEdit,
    customer: CustomerId,
    connection: Transaction,
) -> Answer[OwnReview]:
    """Replace a review of the customer. A review that an operator has hidden stays hidden."""
    settings = runtime_of(request).settings
    await actions.edit_review(
        connection,
        customer,
        review_id,
        body,
        moderated=settings.review_moderation,
        edit_seconds=settings.review_edit_seconds,
    )
    return answer(
        await queries.own_review(connection, customer, settings.review_edit_seconds, review_id)
    )


@router.post(
    "/api/productcomment/{reviewId}/helpful",
    response_model=Answer[Helpful],
    responses=error_responses(Unauthorized, NotFound, OwnVote),
)
async def vote_helpful(
    review_id: ReviewId, customer: CustomerId, connection: Transaction
) -> Answer[Helpful]:
    """Mark a review as helpful. A second vote changes nothing."""
    count = await actions.vote_helpful(connection, customer, review_id)
    return answer(Helpful(helpful_count=count))


@router.delete(
    "/api/productcomment/{reviewId}/helpful",
    response_model=Answer[Helpful],
    responses=error_responses(Unauthorized, NotFound),
)
async def take_back_vote(
    review_id: ReviewId, customer: CustomerId, connection: Transaction
) -> Answer[Helpful]:
    """Remove a helpful vote. It is not an error if there is none."""
    count = await actions.remove_vote(connection, customer, review_id)
    return answer(Helpful(helpful_count=count))


@router.post(
    "/api/productcomment/{reviewId}/report",
    status_code=201,
    response_model=Answer[None],
    responses=error_responses(Unauthorized, NotFound, OwnReport),
)
async def report_review(
    review_id: ReviewId, body: ReportInput, customer: CustomerId, connection: Transaction
) -> Answer[None]:
    """Report that a review breaks the rules. A second report changes nothing."""
    await actions.report_review(connection, customer, review_id, body.reason, body.comment)
    return answer(None)
