"""Signing in with Google."""

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
from stallage.customers.rules.contacts import ContactRefused, email_address
from stallage.signin import google
from stallage.signin.actions import codes, google_accounts, visitors
from stallage.signin.actions.visitors import Visitor
from stallage.signin.clients import Asker, Asking
from stallage.signin.errors import (
    GoogleEmailUnproven,
    GoogleNotEnabled,
    GoogleRefused,
    GoogleUnreachable,
    OtpAttemptsExceeded,
    OtpExpired,
    OtpInvalid,
)
from stallage.signin.google import GoogleAccount
from stallage.signin.routes.request_context import device_of
from stallage.signin.rules import Contact, Verdict
from stallage.signin.schemas import GoogleAuth, GoogleProof, SignedIn

router = APIRouter(tags=["sign-in"])


@router.get("/api/credentials/googleAuth", response_model=Answer[GoogleAuth])
async def google_auth(request: Request) -> Response:
    """The client id for Google's button, or null where this shop has none."""
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
    given: GoogleProof, request: Request, asker: Asking
) -> Answer[SignedIn]:
    """Signs in with Google: a code, an ID token or an access token, each verified here and good once.

    The account is known by its lasting id. It joins a customer by e-mail only where Google runs that
    mailbox (Gmail and Workspace); else `google_email_unproven` says that a code has to prove the
    address: ask `/auth/otp/request` for it and call again with `otp`, or sign in with the code.
    """
    runtime = runtime_of(request)
    try:
        account = await _google_account(runtime, given)
        email = _email(account)
    except GoogleRefused:
        security_log.record("google_refused")
        raise
    signed_in, verdict, is_proven, is_linked = None, Verdict.RIGHT, False, False
    async with database_of(request).transaction() as connection:
        customer_id = await google_accounts.customer_of_account(connection, account.sub)
        if customer_id is None:
            if not account.is_authoritative:
                verdict = await _proven(connection, runtime, email, given.otp, asker)
                is_proven = True
            if verdict is Verdict.RIGHT:
                customer_id = await google_accounts.link_account(
                    connection, account.sub, email, asker.browser
                )
                is_linked = True
        if customer_id is not None:
            if not await google_accounts.use_up(connection, _proof_of(given), account.exp):
                security_log.record("google_proof_replayed", customer_id=customer_id)
                raise GoogleRefused
            visitor = _visitor(
                given, request, account, asker, is_proven=is_proven, is_linked=is_linked
            )
            signed_in = await visitors.let_in(connection, runtime, customer_id, visitor)
    if signed_in is None:
        raise codes.refusal_of(verdict, runtime)
    return answer(signed_in)


def _visitor(
    given: GoogleProof,
    request: Request,
    account: GoogleAccount,
    asker: Asker,
    *,
    is_proven: bool,
    is_linked: bool,
) -> Visitor:
    return Visitor(
        device=device_of(request),
        asker=asker,
        is_proven_by_code=is_proven,
        first_name=(account.given_name or "")[:80].strip() or None,
        last_name=(account.family_name or "")[:80].strip() or None,
        guest_sku_ids=tuple(given.guest_sku_ids),
        prices_seen=tuple(given.guest_prices),
        viewed_sku_ids=tuple(given.guest_recently_viewed_sku_ids),
        wished_sku_ids=tuple(given.guest_wishlist_sku_ids),
        is_told=is_linked,
    )


def _proof_of(given: GoogleProof) -> str:
    return given.code or given.credential or given.access_token or ""


async def _google_account(runtime: Runtime, given: GoogleProof) -> GoogleAccount:
    shown = [one for one in (given.code, given.credential, given.access_token) if one]
    if len(shown) != 1:
        if not runtime.settings.google_client_id:
            raise GoogleNotEnabled
        raise InvalidFields(fields=required_error("credential"))
    if given.code:
        return await google.account_of_code(runtime, given.code, given.nonce)
    if given.credential:
        return await google.account_of_credential(runtime, given.credential, given.nonce)
    return await google.account_of_access_token(runtime, shown[0])


def _email(account: GoogleAccount) -> str:
    try:
        return email_address(account.email or "")
    except ContactRefused as error:
        raise GoogleRefused from error


async def _proven(
    connection: Connection, runtime: Runtime, email: str, otp: str | None, asker: Asker
) -> Verdict:
    if otp is None:
        raise GoogleEmailUnproven
    return await codes.judge_code(connection, runtime, otp, Contact(email=email), asker=asker)
