"""Signing in: with a passkey, or with a password and then a code."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import Request, Response

from stallage.core import clock
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.operators.actions import challenges, known_clients, second_steps, sessions, sign_in
from stallage.operators.admin_routes.cookies import (
    in_thread,
    new_session,
    require_passkeys,
    session_cookie,
    set_cookies,
)
from stallage.operators.dependencies import AdminRouter, CurrentBrowser
from stallage.operators.errors import (
    ChallengeExpired,
    CrossSiteRefused,
    PasskeysUnavailable,
    SignInRefused,
)
from stallage.operators.queries.accounts import find_by_email
from stallage.operators.rules.passkeys import load_library, passkey_origin, request_options
from stallage.operators.rules.passwords import is_password
from stallage.operators.rules.permissions import PUBLIC
from stallage.operators.rules.sessions import CHALLENGE
from stallage.operators.schemas.session import (
    CodeSignIn,
    PasskeyProof,
    PasskeyRequest,
    PasswordSignIn,
    SecondStep,
    Session,
    SignInOptions,
)

router = AdminRouter(tag="session")

PASSKEY_TRIES = RateLimit("operator-passkey", 100, 900)


@router.get("/sign-in", permission=PUBLIC, response_model=Answer[SignInOptions])
async def sign_in_options(request: Request) -> Answer[SignInOptions]:
    """What the sign-in screen offers."""
    origin = passkey_origin(runtime_of(request).settings.public_url)
    return answer(SignInOptions(passkeys=origin is not None))


@router.post(
    "/sign-in/password",
    permission=PUBLIC,
    # The second step is recorded, and a wrong password.
    audited=False,
    response_model=Answer[SecondStep],
    responses=error_responses(SignInRefused, CrossSiteRefused, TooMany),
)
async def sign_in_with_password(
    given: PasswordSignIn, request: Request, browser: CurrentBrowser
) -> Answer[SecondStep]:
    """The first step: email and password. Takes as long for an unknown email as for a known one."""
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        account = await find_by_email(connection, given.email)
        identity = await known_clients.identify(
            connection, runtime.secret, 0 if account is None else account.operator_id, browser
        )
    await enforce_limits(
        runtime.database, *known_clients.password_hits(browser, identity, given.email)
    )
    stored = None if account is None or account.is_disabled else account.password_hash
    is_right = await in_thread(runtime, is_password, stored, given.password)
    expires_at = clock.now() + CHALLENGE
    challenge = None
    async with runtime.database.transaction() as connection:
        if account is not None and is_right:
            challenge = await sign_in.accept_password(connection, account)
        else:
            await sign_in.record_failure(connection, account, browser, "password")
    if challenge is None:
        raise SignInRefused
    return answer(SecondStep(challenge=challenge, expires_at=expires_at))


@router.post(
    "/sign-in/code",
    permission=PUBLIC,
    response_model=Answer[Session],
    responses=error_responses(SignInRefused, ChallengeExpired, CrossSiteRefused, TooMany),
)
async def sign_in_with_code(
    given: CodeSignIn, request: Request, response: Response, browser: CurrentBrowser
) -> Answer[Session]:
    """The second step: a code of the authenticator app, or a recovery code. Sets the session cookie."""
    runtime = runtime_of(request)
    session = None
    async with runtime.database.transaction() as connection:
        signed_in = await second_steps.sign_in_with_code(
            connection, runtime.secrets, given.challenge, given.code, browser
        )
        if signed_in is not None:
            await sessions.end_replaced_session(connection, session_cookie(request))
            session = await new_session(connection, runtime, signed_in)
    if signed_in is None or session is None:
        raise SignInRefused
    set_cookies(request, response, signed_in.token, signed_in.device)
    return answer(session)


@router.post(
    "/sign-in/passkey/options",
    permission=PUBLIC,
    audited=False,
    response_model=Answer[PasskeyRequest],
    responses=error_responses(PasskeysUnavailable, CrossSiteRefused, TooMany),
)
async def request_passkey(request: Request, browser: CurrentBrowser) -> Answer[PasskeyRequest]:
    """Begin to sign in with a passkey."""
    runtime = runtime_of(request)
    origin = require_passkeys(runtime)
    await enforce_limits(runtime.database, PASSKEY_TRIES.of_client(browser.client))
    await asyncio.to_thread(load_library)
    challenge = secrets.token_bytes(32)
    async with runtime.database.transaction() as connection:
        token = await challenges.create_challenge(
            connection, "passkey_sign_in", None, challenge, CHALLENGE
        )
    return answer(PasskeyRequest(challenge=token, options=request_options(origin, challenge)))


@router.post(
    "/sign-in/passkey",
    permission=PUBLIC,
    response_model=Answer[Session],
    responses=error_responses(
        SignInRefused, ChallengeExpired, PasskeysUnavailable, CrossSiteRefused, TooMany
    ),
)
async def sign_in_with_passkey(
    given: PasskeyProof, request: Request, response: Response, browser: CurrentBrowser
) -> Answer[Session]:
    """Sign in with a passkey. Sets the session cookie."""
    runtime = runtime_of(request)
    origin = require_passkeys(runtime)
    await enforce_limits(runtime.database, PASSKEY_TRIES.of_client(browser.client))
    await asyncio.to_thread(load_library)
    session = None
    async with runtime.database.transaction() as connection:
        signed_in = await second_steps.sign_in_with_passkey(
            connection,
            runtime.secret,
            origin,
            given.challenge,
            response=given.credential,
            browser=browser,
        )
        if signed_in is not None:
            await sessions.end_replaced_session(connection, session_cookie(request))
            session = await new_session(connection, runtime, signed_in)
    if signed_in is None or session is None:
        raise SignInRefused
    set_cookies(request, response, signed_in.token, signed_in.device)
    return answer(session)
