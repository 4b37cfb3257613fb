"""Signing in with a one-time code."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.runtime import runtime_of
from stallage.signin.actions import codes, visitors
from stallage.signin.actions.visitors import Visitor
from stallage.signin.clients import Asking
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.routes.request_context import contact_in, device_of
from stallage.signin.rules import Verdict
from stallage.signin.schemas import CodeSent, ContactInput, OtpProof, SignedIn

router = APIRouter(tags=["sign-in"])


@router.post("/auth/otp/request", responses=error_responses(OtpTooOften))
async def request_code(
    given: ContactInput, request: Request, asker: Asking, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a one-time code. The answer is the same whether or not the customer exists."""
    return answer(
        await codes.request_code(
            connection,
            runtime_of(request),
            contact_in(request, given),
            asker=asker,
        )
    )


@router.post(
    "/auth/otp/validate",
    responses=error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def validate_code(given: OtpProof, request: Request, asker: Asking) -> Answer[SignedIn]:
    """Signs in with a code. An unknown address becomes a customer.

    A guest's cart and recently viewed list join the customer's own.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    visitor = Visitor(
        device=device_of(request),
        asker=asker,
        is_proven_by_code=True,
        first_name=given.first_name,
        last_name=given.last_name,
        guest_sku_ids=tuple(given.guest_sku_ids),
        prices_seen=tuple(given.guest_prices),
        viewed_sku_ids=tuple(given.guest_recently_viewed_sku_ids),
        wished_sku_ids=tuple(given.guest_wishlist_sku_ids),
    )
    # A wrong try has to be committed, so the refusal is raised after the transaction.
    signed_in = None
    async with database_of(request).transaction() as connection:
        verdict = await codes.judge_code(connection, runtime, given.otp, contact, asker=asker)
        if verdict is Verdict.RIGHT:
            customer_id = await visitors.customer_with(connection, contact)
            signed_in = await visitors.let_in(connection, runtime, customer_id, visitor)
    if signed_in is None:
        raise codes.refusal_of(verdict, runtime)
    return answer(signed_in)
