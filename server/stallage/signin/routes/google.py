"""Sign-in with Google."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core import security_log
from stallage.core.db import Connection, database_of
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, TooMany
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.validation import required_error
from stallage.customers.rules.contacts import InvalidContact, email_address
from stallage.signin.actions import codes, google_accounts, visitors
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.drafts import Requester, Visitor
from stallage.signin.errors import (
    GoogleEmailUnproven,
    GoogleNotEnabled,
    GoogleRefused,
    GoogleUnreachable,
    OtpAttemptsExceeded,
    OtpExpired,
    OtpInvalid,
)
from stallage.signin.providers import google
from stallage.signin.providers.google import GoogleAccount
from stallage.signin.routes.request_context import device_of
from stallage.signin.rules import CodeResult, Contact
from stallage.signin.schemas import GoogleAuth, GoogleProof, SignedIn

router = APIRouter(tags=["sign-in"])


@router.get("/api/credentials/googleAuth", response_model=Answer[GoogleAuth])
async def google_auth(request: Request) -> Response:
    """The client id for Google's button, or null if the shop has none."""
    client_id = runtime_of(request).settings.google_client_id or None
    return public_response(
        request, wrap_json(orjson.dumps({"clientId": client_id})), cache_control=LONG_CACHE
    )


@router.post(
    "/auth/google",
    responses=error_responses(
        GoogleNotEnabled,
        GoogleUnreachable,
        GoogleRefused,
        GoogleEmailUnproven,
        OtpInvalid,
        OtpExpired,
        OtpAttemptsExceeded,
        TooMany,
    ),
)
async def sign_in_with_google(
    given: GoogleProof, request: Request, requester: CurrentRequester
) -> Answer[SignedIn]:
    """Sign in with Google: with a code, an ID token or an access token, each valid once.

    The account is identified by its permanent id. It is linked to a customer by email address only if
    Google runs that mailbox (Gmail and Workspace). Otherwise the error `google_email_unproven` means
    that a code must verify the address: request one from `/auth/otp/request` and call again with `otp`,
    or sign in with the code.
    """
    runtime = runtime_of(request)
    try:
        account = await _google_account(runtime, given)
        email = _email(account)
    except GoogleRefused:
        security_log.record("google_refused")
        raise
    signed_in, result = None, CodeResult.CORRECT
    is_verified = is_linked = False
    async with database_of(request).transaction() as connection:
        customer_id = await google_accounts.customer_of_account(connection, account.sub)
        if customer_id is None:
            if not account.is_authoritative:
                result = await _verify_email(connection, runtime, email, given.otp, requester)
                is_verified = True
            if result is CodeResult.CORRECT:
                customer_id = await google_accounts.link_account(
                    connection, account.sub, email, requester.browser
                )
                is_linked = True
        if customer_id is not None:
            if not await google_accounts.use_token(connection, _token_of(given), account.exp):
                security_log.record("google_proof_replayed", customer_id=customer_id)
                raise GoogleRefused
            visitor = _visitor(
                given, request, account, requester, is_verified=is_verified, is_linked=is_linked
            )
            signed_in = await visitors.sign_in(
                connection, runtime.settings, runtime.secret, customer_id, visitor
            )
    if signed_in is None:
        raise codes.error_for(result, runtime.settings)
    return answer(signed_in)


def _visitor(
    given: GoogleProof,
    request: Request,
    account: GoogleAccount,
    requester: Requester,
    *,
    is_verified: bool,
    is_linked: bool,
) -> Visitor:
    return Visitor(
        device=device_of(request),
        requester=requester,
        is_verified_by_code=is_verified,
        first_name=(account.given_name or "")[:80].strip() or None,
        last_name=(account.family_name or "")[:80].strip() or None,
        guest_sku_ids=tuple(given.guest_sku_ids),
        prices_seen=tuple(given.guest_prices),
        viewed_sku_ids=tuple(given.guest_recently_viewed_sku_ids),
        wishlist_sku_ids=tuple(given.guest_wishlist_sku_ids),
        is_informed=is_linked,
    )


def _token_of(given: GoogleProof) -> str:
    return given.code or given.credential or given.access_token or ""


async def _google_account(runtime: Runtime, given: GoogleProof) -> GoogleAccount:
    tokens = [one for one in (given.code, given.credential, given.access_token) if one]
    if len(tokens) != 1:
        if not runtime.settings.google_client_id:
            raise GoogleNotEnabled
        raise InvalidFields(fields=required_error("credential"))
    if given.code:
        return await google.account_of_code(runtime, given.code, given.nonce)
    if given.credential:
        return await google.account_of_credential(runtime, given.credential, given.nonce)
    return await google.account_of_access_token(runtime, tokens[0])


def _email(account: GoogleAccount) -> str:
    try:
        return email_address(account.email or "")
    except InvalidContact as error:
        raise GoogleRefused from error


async def _verify_email(
    connection: Connection, runtime: Runtime, email: str, otp: str | None, requester: Requester
) -> CodeResult:
    if otp is None:
        raise GoogleEmailUnproven
    return await codes.verify_code(
        connection,
        runtime.settings,
        runtime.secret,
        otp,
        Contact(email=email),
        requester=requester,
    )
