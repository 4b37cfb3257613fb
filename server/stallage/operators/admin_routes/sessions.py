"""Where the operator is signed in, and signing out there."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.schemas import MAX_ID
from stallage.operators.actions import sessions
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.queries.accounts import sessions_of
from stallage.operators.rules.permissions import SESSION
from stallage.operators.schemas.account import OpenSession

router = AdminRouter(tag="account")


@router.get("/account/sessions", permission=SESSION, response_model=Answer[list[OpenSession]])
async def list_sessions(
    operator: CurrentOperator, connection: Reading
) -> Answer[list[OpenSession]]:
    """The operator's open sessions, last used first."""
    return answer(await sessions_of(connection, operator.id, operator.session_id))


@router.delete("/account/sessions", permission=SESSION, response_model=Answer[list[OpenSession]])
async def end_other_sessions(
    operator: CurrentOperator, connection: Transaction
) -> Answer[list[OpenSession]]:
    """Sign out everywhere else."""
    await sessions.end_other_sessions(connection, operator)
    return answer(await sessions_of(connection, operator.id, operator.session_id))


@router.delete(
    "/account/sessions/{id}",
    permission=SESSION,
    response_model=Answer[list[OpenSession]],
    responses=error_responses(NotFound),
)
async def end_session(
    session_id: Annotated[int, Path(alias="id", ge=1, le=MAX_ID)],
    operator: CurrentOperator,
    connection: Transaction,
) -> Answer[list[OpenSession]]:
    """End one session, with immediate effect."""
    await sessions.end_session(connection, operator, session_id)
    return answer(await sessions_of(connection, operator.id, operator.session_id))
