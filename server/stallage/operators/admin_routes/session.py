"""The session: who is signed in, proving it again, and signing out."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import Request, Response

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, TooMany
from stallage.core.runtime import runtime_of
from stallage.core.validation import required_error
from stallage.operators.actions import challenges, second_steps, sessions
from stallage.operators.admin_routes.cookies import (
    delete_session_cookie,
    in_thread,
    new_session,
    require_passkeys,
    session_cookie,
    set_cookies,
)
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.drafts import SignIn
from stallage.operators.errors import ChallengeExpired, PasskeysUnavailable, ProofRefused
from stallage.operators.queries.accounts import credential_ids_of, find_by_id, session_of
from stallage.operators.rules.passkeys import load_library, request_options
from stallage.operators.rules.passwords import is_password
from stallage.operators.rules.permissions import SESSION, SIGNED_IN
from stallage.operators.rules.sessions import CHALLENGE, csrf_token
from stallage.operators.schemas.session import PasskeyRequest, Session, Verification

router = AdminRouter(tag="session")


@router.get("/session", permission=SIGNED_IN, response_model=Answer[Session])
async def get_session(
    request: Request, operator: CurrentOperator, connection: Reading
) -> Answer[Session]:
    """Who is signed in, and what they may do."""
    cookie = session_cookie(request)
    csrf = None
    if operator.session_id is not None and cookie:
        csrf = csrf_token(runtime_of(request).secret, cookie)
    return answer(await session_of(connection, operator, csrf))


@router.delete("/session", permission=SESSION, response_model=Answer[None])
async def sign_out(
    request: Request, response: Response, operator: CurrentOperator, connection: Transaction
) -> Answer[None]:
    """Sign out."""
    await sessions.sign_out(connection, operator)
    delete_session_cookie(request, response)
    return answer(None)


@router.post(
    "/session/verify/passkey",
    permission=SESSION,
    audited=False,
    response_model=Answer[PasskeyRequest],
    responses=error_responses(PasskeysUnavailable),
)
async def request_passkey_proof(
    request: Request, operator: CurrentOperator, connection: Transaction
) -> Answer[PasskeyRequest]:
    """Begin to prove the identity with a passkey."""
    origin = require_passkeys(runtime_of(request))
    await asyncio.to_thread(load_library)
    challenge = secrets.token_bytes(32)
    token = await challenges.create_challenge(
        connection, "passkey_proof", operator.id, challenge, CHALLENGE
    )
    allowed = await credential_ids_of(connection, operator.id)
    return answer(
        PasskeyRequest(challenge=token, options=request_options(origin, challenge, allowed))
    )


@router.post(
    "/session/verify",
    permission=SESSION,
    response_model=Answer[Session],
    responses=error_responses(ProofRefused, ChallengeExpired, PasskeysUnavailable, TooMany),
)
async def verify(
    given: Verification, request: Request, response: Response, operator: CurrentOperator
) -> Answer[Session]:
    """Prove the identity again, which dangerous actions need. The session's cookie and CSRF token change."""
    runtime = runtime_of(request)
    if sum(one is not None for one in (given.password, given.code, given.passkey)) != 1:
        raise InvalidFields(fields=required_error("code"))
    is_right = False
    passkey = None
    if given.password is not None:
        async with runtime.database.reading() as connection:
            account = await find_by_id(connection, operator.id)
        stored = None if account is None else account.password_hash
        is_right = await in_thread(runtime, is_password, stored, given.password)
    if given.passkey is not None:
        await asyncio.to_thread(load_library)
        passkey = (require_passkeys(runtime), given.passkey.challenge, given.passkey.credential)
    async with runtime.database.transaction() as connection:
        token = await second_steps.verify_again(
            connection,
            runtime.secrets,
            operator,
            session_cookie(request),
            is_password=is_right,
            code=given.code,
            passkey=passkey,
        )
        verified = None
        if token is not None:
            verified = await new_session(connection, runtime, SignIn(operator.id, token, ""))
    if token is None or verified is None:
        raise ProofRefused
    set_cookies(request, response, token, None)
    return answer(verified)
