"""The operators' API of FAQs."""

from __future__ import annotations

from stallage.content import actions
from stallage.content.queries import operating
from stallage.content.schemas.operating import FaqList, FaqsInput
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="content")


@router.get("/content/faqs", permission="content.read", response_model=Answer[FaqList])
async def list_faqs(connection: Reading) -> Answer[FaqList]:
    """All questions with the sources of their answers, in order."""
    return answer(await operating.all_faqs(connection))


@router.put(
    "/content/faqs",
    permission="content.edit",
    response_model=Answer[FaqList],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def change_faqs(
    body: FaqsInput, connection: Transaction, if_match: IfMatch = None
) -> Answer[FaqList]:
    """Replace all questions, in this order."""
    return answer(await actions.change_faqs(connection, body, if_match))
