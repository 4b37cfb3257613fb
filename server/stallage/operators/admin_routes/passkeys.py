"""The operator's own passkeys."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import Path, Request

from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.actions import challenges, credentials
from stallage.operators.admin_routes.cookies import require_passkeys
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.errors import (
    ChallengeExpired,
    LastSignInMethod,
    PasskeysUnavailable,
    ProofRefused,
    TooManyItems,
)
from stallage.operators.queries.accounts import account_of, credential_ids_of
from stallage.operators.rules.passkeys import creation_options, load_library
from stallage.operators.rules.permissions import SESSION
from stallage.operators.rules.sessions import CHALLENGE
from stallage.operators.schemas.account import Account, NewPasskey, PasskeyName
from stallage.operators.schemas.session import PasskeyRequest

router = AdminRouter(tag="account")

PasskeyId = Annotated[int, Path(alias="id", ge=1, le=MAX_ID)]


@router.post(
    "/account/passkeys/options",
    permission=SESSION,
    audited=False,
    step_up=True,
    response_model=Answer[PasskeyRequest],
    responses=error_responses(PasskeysUnavailable),
)
async def request_new_passkey(
    request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[PasskeyRequest]:
    """Begin to add a passkey."""
    runtime = runtime_of(request)
    origin = require_passkeys(runtime)
    await asyncio.to_thread(load_library)
    challenge = secrets.token_bytes(32)
    token = await challenges.create_challenge(
        connection, "passkey_new", operator.id, challenge, CHALLENGE
    )
    options = creation_options(
        origin,
        challenge,
        shop=runtime.settings.shop_name,
        operator_id=operator.id,
        email=operator.email,
        name=operator.name,
        existing=await credential_ids_of(connection, operator.id),
    )
    return answer(PasskeyRequest(challenge=token, options=options))


@router.post(
    "/account/passkeys",
    permission=SESSION,
    step_up=True,
    response_model=Answer[Account],
    responses=error_responses(PasskeysUnavailable, ChallengeExpired, ProofRefused, TooManyItems),
)
async def add_passkey(
    given: NewPasskey, request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[Account]:
    """Add a passkey that the browser has created."""
    origin = require_passkeys(runtime_of(request))
    await asyncio.to_thread(load_library)
    await credentials.add_passkey(
        connection,
        operator,
        origin,
        given.passkey.challenge,
        response=given.passkey.credential,
        name=given.name,
    )
    return answer(await account_of(connection, operator.id))


@router.patch(
    "/account/passkeys/{id}",
    permission=SESSION,
    response_model=Answer[Account],
    responses=error_responses(NotFound),
)
async def rename_passkey(
    passkey_id: PasskeyId,
    given: PasskeyName,
    operator: CurrentOperator,
    connection: Transaction,
) -> Answer[Account]:
    """Give a passkey another name."""
    await credentials.rename_passkey(connection, operator, passkey_id, given.name)
    return answer(await account_of(connection, operator.id))


@router.delete(
    "/account/passkeys/{id}",
    permission=SESSION,
    step_up=True,
    response_model=Answer[Account],
    responses=error_responses(NotFound, LastSignInMethod),
)
async def remove_passkey(
    passkey_id: PasskeyId, operator: CurrentOperator, connection: Transaction
) -> Answer[Account]:
    """Remove a passkey, unless it is the last way to sign in. All other sessions end."""
    await credentials.remove_passkey(connection, operator, passkey_id)
    return answer(await account_of(connection, operator.id))
