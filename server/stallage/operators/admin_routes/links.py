"""One-time links: invitations, and resets of a sign-in."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import Request, Response

from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import Runtime, runtime_of
from stallage.operators.actions import challenges, links, sessions
from stallage.operators.admin_routes.cookies import (
    check_password,
    in_thread,
    new_session,
    require_passkeys,
    session_cookie,
    set_cookies,
)
from stallage.operators.dependencies import AdminRouter, CurrentBrowser
from stallage.operators.drafts import Browser, SignIn
from stallage.operators.errors import (
    ChallengeExpired,
    CrossSiteRefused,
    LinkInvalid,
    PasskeysUnavailable,
    ProofRefused,
    TooManyItems,
)
from stallage.operators.queries.accounts import OpenLink, find_link
from stallage.operators.rules import totp
from stallage.operators.rules.encryption import encrypt
from stallage.operators.rules.passkeys import creation_options, load_library, passkey_origin
from stallage.operators.rules.passwords import hash_password
from stallage.operators.rules.permissions import PUBLIC
from stallage.operators.rules.sessions import SETUP
from stallage.operators.schemas.session import (
    LinkDetails,
    LinkToken,
    LinkWithPasskey,
    LinkWithPassword,
    PasskeyRequest,
    SetUp,
    TotpSetup,
)

router = AdminRouter(tag="session")

LINK_TRIES = RateLimit("operator-link", 60, 900)
ERRORS = (LinkInvalid, ChallengeExpired, ProofRefused, CrossSiteRefused, TooMany)


async def _find(runtime: Runtime, browser: Browser, token: str) -> OpenLink:
    await enforce_limits(runtime.database, LINK_TRIES.of_client(browser.client))
    async with runtime.database.reading() as connection:
        link = await find_link(connection, token)
    if link is None:
        raise LinkInvalid
    return link


@router.post(
    "/links/open",
    permission=PUBLIC,
    audited=False,
    response_model=Answer[LinkDetails],
    responses=error_responses(LinkInvalid, CrossSiteRefused, TooMany),
)
async def open_link(
    given: LinkToken, request: Request, browser: CurrentBrowser
) -> Answer[LinkDetails]:
    """Recipient of a link, with a new authenticator secret and a passkey request. Does not use it up."""
    runtime = runtime_of(request)
    link = await _find(runtime, browser, given.token)
    origin = passkey_origin(runtime.settings.public_url)
    if origin is not None:
        await asyncio.to_thread(load_library)
    secret = totp.generate_secret()
    shop = runtime.settings.shop_name
    async with runtime.database.transaction() as connection:
        totp_token = await challenges.create_challenge(
            connection, "totp", link.operator_id, encrypt(runtime.secret, secret), SETUP
        )
        passkey = None
        if origin is not None:
            challenge = secrets.token_bytes(32)
            passkey = PasskeyRequest(
                challenge=await challenges.create_challenge(
                    connection, "passkey_new", link.operator_id, challenge, SETUP
                ),
                options=creation_options(
                    origin,
                    challenge,
                    shop=shop,
                    operator_id=link.operator_id,
                    email=link.email,
                    name=link.name,
                    existing=(),
                ),
            )
    return answer(
        LinkDetails(
            purpose="reset" if link.purpose == "reset" else "invitation",
            email=link.email,
            name=link.name,
            role=link.role,
            expires_at=link.expires_at,
            totp=TotpSetup(
                challenge=totp_token, secret=secret, uri=totp.setup_uri(secret, link.email, shop)
            ),
            passkey=passkey,
        )
    )


@router.post(
    "/links/password",
    permission=PUBLIC,
    response_model=Answer[SetUp],
    responses=error_responses(*ERRORS),
)
async def accept_with_password(
    given: LinkWithPassword, request: Request, response: Response, browser: CurrentBrowser
) -> Answer[SetUp]:
    """Set a password and an authenticator app, and sign in. Uses the link up."""
    runtime = runtime_of(request)
    link = await _find(runtime, browser, given.token)
    check_password(given.password, given.name, link.email)
    password_hash = await in_thread(runtime, hash_password, given.password)
    async with runtime.database.transaction() as connection:
        signed_in = await links.accept_with_password(
            connection,
            runtime.secrets,
            given.token,
            name=given.name,
            password_hash=password_hash,
            challenge=given.challenge,
            code=given.code,
            browser=browser,
        )
        await sessions.end_replaced_session(connection, session_cookie(request))
        session = await new_session(connection, runtime, signed_in)
    return _set_up(
        request,
        response,
        signed_in,
        SetUp(session=session, recovery_codes=list(signed_in.recovery_codes)),
    )


@router.post(
    "/links/passkey",
    permission=PUBLIC,
    response_model=Answer[SetUp],
    responses=error_responses(*ERRORS, PasskeysUnavailable, TooManyItems),
)
async def accept_with_passkey(
    given: LinkWithPasskey, request: Request, response: Response, browser: CurrentBrowser
) -> Answer[SetUp]:
    """Store a passkey, and sign in. Uses the link up."""
    runtime = runtime_of(request)
    origin = require_passkeys(runtime)
    await _find(runtime, browser, given.token)
    await asyncio.to_thread(load_library)
    async with runtime.database.transaction() as connection:
        signed_in = await links.accept_with_passkey(
            connection,
            runtime.secret,
            origin,
            given.token,
            name=given.name,
            challenge=given.passkey.challenge,
            response=given.passkey.credential,
            passkey_name=given.passkey_name,
            browser=browser,
        )
        await sessions.end_replaced_session(connection, session_cookie(request))
        session = await new_session(connection, runtime, signed_in)
    return _set_up(request, response, signed_in, SetUp(session=session, recovery_codes=[]))


def _set_up(
    request: Request, response: Response, signed_in: SignIn, output: SetUp
) -> Answer[SetUp]:
    set_cookies(request, response, signed_in.token, signed_in.device)
    return answer(output)
