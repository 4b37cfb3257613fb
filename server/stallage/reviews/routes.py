"""The calls of reviews."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from stallage.catalog.search_limits import allow_criteria
from stallage.core.access import Customer
from stallage.core.db import Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.schemas import Line
from stallage.reviews import actions, queries
from stallage.reviews.errors import AlreadyReviewed, EditOver, NotDelivered, OwnReport, OwnVote
from stallage.reviews.schemas import (
    CommentList,
    CommentSearch,
    Helpful,
    OwnOpinions,
    OwnReview,
    ReportInput,
    ReviewEdit,
    ReviewInput,
    Standing,
)

router = APIRouter(tags=["reviews"])

ReviewIds = Annotated[
    Line,
    Query(
        alias="reviewIds",
        pattern=r"^\d{1,15}(,\d{1,15})*$",
        max_length=1600,
        description="Ids with commas between them.",
    ),
]
ReviewId = Annotated[int, Path(alias="reviewId", ge=1, le=2**53 - 1)]


@router.post(
    "/api/productcomment/search",
    response_model=Answer[CommentList],
    responses=refusals(InvalidFields, TooMany),
)
async def search_comments(request: Request, body: CommentSearch) -> Answer[CommentList]:
    """Published reviews that meet the criteria, with the histogram of their stars."""
    await allow_criteria(request, body.criteria)
    async with database_of(request).limited_reading() as connection:
        return answer(await queries.search(connection, body))


@router.get(
    "/api/productcomment",
    response_model=Answer[list[OwnReview]],
    responses=refusals(Unauthorized),
)
async def list_own_reviews(
    request: Request,
    customer: Customer,
    connection: Reading,
    order_id: Annotated[
        Line | None, Query(alias="orderId", max_length=32, description="Those of one order.")
    ] = None,
) -> Answer[list[OwnReview]]:
    """The customer's own reviews, newest first."""
    edit_seconds = request.app.state.runtime.settings.review_edit_seconds
    return answer(await queries.own_reviews(connection, customer, edit_seconds, order_id=order_id))


@router.get(
    "/api/productcomment/standing",
    response_model=Answer[Standing],
    responses=refusals(Unauthorized),
)
async def get_standing(
    customer: Customer,
    connection: Reading,
    product_slug: Annotated[Line, Query(alias="productSlug", min_length=1, max_length=200)],
) -> Answer[Standing]:
    """Whether the customer has the product, and the order with which to review it."""
    return answer(await queries.standing_of(connection, customer, product_slug))


@router.get(
    "/api/reviewopinions",
    response_model=Answer[OwnOpinions],
    responses=refusals(Unauthorized),
)
async def get_opinions(
    customer: Customer,
    connection: Reading,
    review_ids: ReviewIds,
) -> Answer[OwnOpinions]:
    """Which of some reviews the customer found helpful, and which they reported."""
    return answer(
        await queries.opinions_of(connection, customer, [int(one) for one in review_ids.split(",")])
    )


@router.post(
    "/api/productcomment",
    status_code=201,
    response_model=Answer[OwnReview],
    responses=refusals(Unauthorized, NotFound, NotDelivered, AlreadyReviewed),
)
async def write_review(
    request: Request, body: ReviewInput, customer: Customer, connection: Transaction
) -> Answer[OwnReview]:
    """Reviews a thing out of a delivered order, once for each of its lines."""
    settings = request.app.state.runtime.settings
    review_id = await actions.write_review(
        connection, customer, body, moderated=settings.review_moderation
    )
    return answer(
        await queries.own_review(connection, customer, settings.review_edit_seconds, review_id)
    )


@router.put(
    "/api/productcomment/{reviewId}",
    response_model=Answer[OwnReview],
    responses=refusals(Unauthorized, NotFound, EditOver),
)
async def edit_review(
    request: Request,
    review_id: ReviewId,
    body: ReviewEdit,
    customer: Customer,
    connection: Transaction,
) -> Answer[OwnReview]:
    """Sets a review of the customer's own anew. What an operator has hidden stays hidden."""
    settings = request.app.state.runtime.settings
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
    responses=refusals(Unauthorized, NotFound, OwnVote),
)
async def vote_helpful(
    review_id: ReviewId, customer: Customer, connection: Transaction
) -> Answer[Helpful]:
    """Counts the customer among those whom the review helped; a second vote changes nothing."""
    count = await actions.vote_helpful(connection, customer, review_id)
    return answer(Helpful(helpful_count=count))


@router.delete(
    "/api/productcomment/{reviewId}/helpful",
    response_model=Answer[Helpful],
    responses=refusals(Unauthorized, NotFound),
)
async def take_back_vote(
    review_id: ReviewId, customer: Customer, connection: Transaction
) -> Answer[Helpful]:
    """Takes a helpful vote back; one that was never given is no error."""
    count = await actions.take_back_vote(connection, customer, review_id)
    return answer(Helpful(helpful_count=count))


@router.post(
    "/api/productcomment/{reviewId}/report",
    status_code=201,
    response_model=Answer[None],
    responses=refusals(Unauthorized, NotFound, OwnReport),
)
async def report_review(
    review_id: ReviewId, body: ReportInput, customer: Customer, connection: Transaction
) -> Answer[None]:
    """Tells the shop that a review breaks the rules; reporting twice is once."""
    await actions.report_review(connection, customer, review_id, body.reason, body.comment)
    return answer(None)
