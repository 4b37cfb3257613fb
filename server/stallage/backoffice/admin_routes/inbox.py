"""The operators' API of the support inbox."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from stallage.backoffice.queries import inbox as queries
from stallage.backoffice.schemas.inbox import InboxCounts, InboxItem, InboxSort, InboxView
from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.drafts import Principal

router = AdminRouter(tag="support")

Search = Annotated[
    Line,
    Query(
        title="Search",
        max_length=200,
        description="Number of a ticket or order, email address, or words of the subject. Finds tickets"
        " in all states.",
    ),
]
REVIEWS: frozenset[queries.Kind] = frozenset({"review"})


def _kinds(operator: Principal) -> frozenset[queries.Kind]:
    kinds: frozenset[queries.Kind] = frozenset({"ticket", "question"})
    return kinds | REVIEWS if operator.can("reviews.moderate") else kinds


@router.get("/inbox", permission="support.read", response_model=Answer[CursorPage[InboxItem]])
async def list_inbox(
    operator: CurrentOperator,
    connection: Reading,
    page: CursorRequest,
    *,
    view: InboxView = "open",
    sort: InboxSort = "newest",
    q: Search = "",
) -> Answer[CursorPage[InboxItem]]:
    """Tickets, questions and reviews of a view. Reviews only for those who may moderate them."""
    return answer(
        await queries.inbox(
            connection,
            view,
            page,
            operator_id=operator.id,
            kinds=_kinds(operator),
            sort=sort,
            term=q.strip(),
        )
    )


@router.get("/inbox/counts", permission="support.read", response_model=Answer[InboxCounts])
async def count_inbox(operator: CurrentOperator, connection: Reading) -> Answer[InboxCounts]:
    """How much waits in each view, counted up to 10,000."""
    return answer(await queries.inbox_counts(connection, operator.id, _kinds(operator)))


@router.get("/reviews", permission="reviews.moderate", response_model=Answer[CursorPage[InboxItem]])
async def list_reviews(
    operator: CurrentOperator,
    connection: Reading,
    page: CursorRequest,
    sort: InboxSort = "newest",
) -> Answer[CursorPage[InboxItem]]:
    """Reviews that wait for approval or were reported."""
    return answer(
        await queries.inbox(
            connection, "reviews", page, operator_id=operator.id, kinds=REVIEWS, sort=sort
        )
    )
