"""The operators' API of saved views of lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.backoffice.actions.saved_views import add_view, change_view, delete_view
from stallage.backoffice.errors.saved_views import TooManyViews
from stallage.backoffice.queries.saved_views import saved_views
from stallage.backoffice.rules.saved_views import ListName
from stallage.backoffice.schemas.saved_views import SavedView, SavedViewInput
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="views")

Section = Annotated[ListName, Path()]
ViewId = Annotated[int, Path(alias="viewId", ge=1, le=MAX_ID)]


@router.get(
    "/views/{section}",
    permission=SIGNED_IN,
    response_model=Answer[list[SavedView]],
    responses=error_responses(InvalidFields),
)
async def list_saved_views(
    section: Section, operator: CurrentOperator, connection: Reading
) -> Answer[list[SavedView]]:
    """List one's own views of a list, and those that the team shares."""
    return answer(await saved_views(connection, section, operator.operator_id))


@router.post(
    "/views/{section}",
    permission=SIGNED_IN,
    audited=False,
    status_code=201,
    response_model=Answer[SavedView],
    responses=error_responses(InvalidFields, TooManyViews),
)
async def save_view(
    section: Section, body: SavedViewInput, operator: CurrentOperator, connection: Transaction
) -> Answer[SavedView]:
    """Save search, filters, sort and columns of a list under a name."""
    return answer(await add_view(connection, section, operator.operator_id, body))


@router.put(
    "/views/{section}/{viewId}",
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[SavedView],
    responses=error_responses(InvalidFields, NotFound, PreconditionRequired, EditConflict),
)
async def change_saved_view(
    section: Section,
    view_id: ViewId,
    body: SavedViewInput,
    operator: CurrentOperator,
    connection: Transaction,
    *,
    if_match: IfMatch = None,
) -> Answer[SavedView]:
    """Change one's own view."""
    changed = await change_view(
        connection, section, operator.operator_id, view_id, view=body, if_match=if_match
    )
    return answer(changed)


@router.delete(
    "/views/{section}/{viewId}",
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_saved_view(
    section: Section, view_id: ViewId, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Delete one's own view."""
    await delete_view(connection, section, operator.operator_id, view_id)
    return answer(None)
