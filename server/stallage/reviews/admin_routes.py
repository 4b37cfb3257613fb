"""The operators' API of review moderation."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.reviews import actions, queries
from stallage.reviews.schemas import HideReviewInput, OperatorReview, ShopReply

router = AdminRouter(tag="reviews")

ReviewId = Annotated[int, Path(alias="reviewId", ge=1, le=MAX_ID)]
CONFLICTS = (PreconditionRequired, EditConflict)


@router.get(
    "/reviews/{reviewId}",
    permission="reviews.moderate",
    response_model=Answer[OperatorReview],
    responses=error_responses(NotFound),
)
async def get_review(review_id: ReviewId, connection: Reading) -> Answer[OperatorReview]:
    """A review with its open reports."""
    return answer(await queries.operator_review(connection, review_id))


@router.post(
    "/reviews/{reviewId}/publish",
    permission="reviews.moderate",
    response_model=Answer[OperatorReview],
    responses=error_responses(NotFound, *CONFLICTS),
)
async def publish_review(
    review_id: ReviewId, connection: Transaction, if_match: IfMatch = None
) -> Answer[OperatorReview]:
    """Publish a review and resolve its reports. `If-Match`: its author may have edited it since."""
    await actions.lock_review(connection, review_id)
    current = await queries.operator_review(connection, review_id)
    check_match(if_match, current.etag, current)
    await actions.publish_review(connection, review_id)
    return answer(await queries.operator_review(connection, review_id))


@router.post(
    "/reviews/{reviewId}/refuse",
    permission="reviews.moderate",
    response_model=Answer[OperatorReview],
    responses=error_responses(NotFound, *CONFLICTS),
)
async def refuse_review(
    review_id: ReviewId, body: HideReviewInput, connection: Transaction, if_match: IfMatch = None
) -> Answer[OperatorReview]:
    """Hide a review and resolve its reports. With a reason, its author gets an email."""
    await actions.lock_review(connection, review_id)
    current = await queries.operator_review(connection, review_id)
    check_match(if_match, current.etag, current)
    await actions.hide_review(connection, review_id, body.reason)
    return answer(await queries.operator_review(connection, review_id))


@router.put(
    "/reviews/{reviewId}/reply",
    permission="reviews.moderate",
    response_model=Answer[OperatorReview],
    responses=error_responses(NotFound, *CONFLICTS),
)
async def reply_to_review(
    review_id: ReviewId, body: ShopReply, connection: Transaction, if_match: IfMatch = None
) -> Answer[OperatorReview]:
    """Set or remove the shop's public reply."""
    await actions.lock_review(connection, review_id)
    current = await queries.operator_review(connection, review_id)
    check_match(if_match, current.etag, current)
    await actions.reply_to_review(connection, review_id, body.text)
    return answer(await queries.operator_review(connection, review_id))


@router.post(
    "/reviews/{reviewId}/dismiss-reports",
    permission="reviews.moderate",
    response_model=Answer[OperatorReview],
    responses=error_responses(NotFound),
)
async def dismiss_reports(review_id: ReviewId, connection: Transaction) -> Answer[OperatorReview]:
    """Resolve the reports of a review and leave it as it is."""
    await actions.resolve_reports(connection, review_id)
    return answer(await queries.operator_review(connection, review_id))
