"""Routes of questions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stallage.core.access import CustomerId
from stallage.core.db import LimitedReading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, TooMany, Unauthorized
from stallage.core.paging import Paged, PageQuery
from stallage.core.public import REVALIDATE, public_response
from stallage.core.schemas import Line
from stallage.questions import actions, queries
from stallage.questions.errors import AlreadyAnswered, NotABuyer
from stallage.questions.schemas import AnswerInput, Question, QuestionInput

router = APIRouter(tags=["questions"])

QuestionId = Annotated[int, Path(alias="questionId", ge=1, le=2**53 - 1)]


@router.get("/api/productquestions", response_model=Answer[Paged[Question]])
async def list_questions(
    request: Request,
    connection: LimitedReading,
    page: PageQuery,
    product_slug: Annotated[Line, Query(alias="productSlug", min_length=1, max_length=200)],
    q: Annotated[
        Line,
        Query(
            title="Search questions",
            max_length=200,
            description="Only questions that contain this text, or with an answer that does.",
        ),
    ] = "",
) -> Response:
    """Questions about a product with their answers, answered questions first."""
    questions = await queries.questions_of(connection, product_slug, q.strip(), page)
    body = answer(questions).model_dump_json().encode()
    return public_response(request, body, cache_control=REVALIDATE)


@router.post(
    "/api/productquestions",
    status_code=201,
    response_model=Answer[Question],
    responses=error_responses(Unauthorized, NotFound, TooMany),
)
async def ask_question(
    body: QuestionInput, customer: CustomerId, connection: Transaction
) -> Answer[Question]:
    """Ask a public question about a product."""
    question_id = await actions.ask(connection, customer, body.product_slug, body.question)
    return answer(await queries.question(connection, question_id))


@router.post(
    "/api/productquestions/{questionId}/answers",
    status_code=201,
    response_model=Answer[Question],
    responses=error_responses(Unauthorized, NotFound, NotABuyer, AlreadyAnswered, TooMany),
)
async def answer_question(
    question_id: QuestionId, body: AnswerInput, customer: CustomerId, connection: Transaction
) -> Answer[Question]:
    """Answer a question as a buyer who has received the product, once per question."""
    await actions.answer_as_buyer(connection, customer, question_id, body.answer)
    return answer(await queries.question(connection, question_id))
