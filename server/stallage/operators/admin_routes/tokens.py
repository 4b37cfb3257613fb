"""Access tokens of people and apps."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.schemas import MAX_ID
from stallage.operators.actions import tokens
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.errors import Forbidden, TooManyItems
from stallage.operators.queries.team import list_tokens, tokens_of
from stallage.operators.rules.permissions import SESSION
from stallage.operators.schemas.team import AccessToken, CreatedToken, NewAccessToken

router = AdminRouter(tag="tokens")

TokenId = Annotated[int, Path(alias="id", ge=1, le=MAX_ID)]


@router.get("/tokens", permission="tokens.edit", response_model=Answer[list[AccessToken]])
async def get_tokens(connection: Reading) -> Answer[list[AccessToken]]:
    """All access tokens of the shop, revoked ones last."""
    return answer(await list_tokens(connection))


@router.post(
    "/tokens",
    permission="tokens.edit",
    step_up=True,
    response_model=Answer[CreatedToken],
    responses=error_responses(InvalidFields, Forbidden, TooManyItems),
)
async def create_token(
    given: NewAccessToken, operator: CurrentOperator, connection: Transaction
) -> Answer[CreatedToken]:
    """Create an access token with some of the operator's own permissions. Its value is shown once."""
    return answer(
        await tokens.create_token(
            connection,
            operator,
            kind=given.kind,
            name=given.name,
            scopes=given.scopes,
            expires_in_days=given.expires_in_days,
        )
    )


@router.delete(
    "/tokens/{id}",
    permission="tokens.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def revoke_token(token_id: TokenId, connection: Transaction) -> Answer[None]:
    """Revoke an access token, with immediate effect."""
    await tokens.revoke_token(connection, token_id)
    return answer(None)


@router.get("/account/tokens", permission=SESSION, response_model=Answer[list[AccessToken]])
async def get_own_tokens(
    operator: CurrentOperator, connection: Reading
) -> Answer[list[AccessToken]]:
    """The operator's own personal tokens."""
    return answer(await tokens_of(connection, operator.id))


@router.delete(
    "/account/tokens/{id}",
    permission=SESSION,
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def revoke_own_token(
    token_id: TokenId, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Revoke one of the operator's own personal tokens."""
    await tokens.revoke_token(connection, token_id, own_of=operator.id)
    return answer(None)
