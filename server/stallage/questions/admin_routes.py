"""The operators' API of product questions."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.questions import actions, queries
from stallage.questions.schemas import OperatorQuestion, ShopAnswer

router = AdminRouter(tag="questions")

QuestionId = Annotated[int, Path(alias="questionId", ge=1, le=MAX_ID)]
AnswerId = Annotated[int, Path(alias="answerId", ge=1, le=MAX_ID)]


@router.get(
    "/questions/{questionId}",
    permission="support.read",
    response_model=Answer[OperatorQuestion],
    responses=error_responses(NotFound),
)
async def get_question(question_id: QuestionId, connection: Reading) -> Answer[OperatorQuestion]:
    """A question with its answers."""
    return answer(await queries.operator_question(connection, question_id))


@router.post(
    "/questions/{questionId}/answers",
    permission="support.reply",
    status_code=201,
    response_model=Answer[OperatorQuestion],
    responses=error_responses(NotFound, PreconditionRequired, EditConflict),
)
async def answer_question(
    question_id: QuestionId, body: ShopAnswer, connection: Transaction, if_match: IfMatch = None
) -> Answer[OperatorQuestion]:
    """Answer a question on the product page; the customer gets an email.

    `If-Match` makes sure that nobody has answered or hidden it since it was read.
    """
    await actions.lock_question(connection, question_id)
    current = await queries.operator_question(connection, question_id)
    check_match(if_match, current.etag, current)
    await actions.answer_as_shop(connection, question_id, body.answer)
    return answer(await queries.operator_question(connection, question_id))


@router.post(
    "/questions/{questionId}/hide",
    permission="support.reply",
    response_model=Answer[OperatorQuestion],
    responses=error_responses(NotFound),
)
async def hide_question(
    question_id: QuestionId, connection: Transaction
) -> Answer[OperatorQuestion]:
    """Hide a question and its answers."""
    await actions.hide(connection, question_id)
    return answer(await queries.operator_question(connection, question_id))


@router.post(
    "/questions/{questionId}/publish",
    permission="support.reply",
    response_model=Answer[OperatorQuestion],
    responses=error_responses(NotFound),
)
async def publish_question(
    question_id: QuestionId, connection: Transaction
) -> Answer[OperatorQuestion]:
    """Show a hidden question again."""
    await actions.publish_question(connection, question_id)
    return answer(await queries.operator_question(connection, question_id))


@router.delete(
    "/questions/answers/{answerId}",
    permission="support.reply",
    response_model=Answer[OperatorQuestion],
    responses=error_responses(NotFound),
)
async def delete_answer(answer_id: AnswerId, connection: Transaction) -> Answer[OperatorQuestion]:
    """Delete an answer of the shop or of a buyer."""
    question_id = await actions.delete_answer(connection, answer_id)
    return answer(await queries.operator_question(connection, question_id))
