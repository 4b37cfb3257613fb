"""Sign-in with a one-time code."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany
from stallage.core.runtime import runtime_of
from stallage.signin.actions import codes, contacts, visitors
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.drafts import Visitor
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.routes.request_context import contact_in, device_of
from stallage.signin.rules import CodeResult
from stallage.signin.schemas import CodeSent, ContactInput, OtpProof, SignedIn

router = APIRouter(tags=["sign-in"])


@router.post("/auth/otp/request", responses=error_responses(OtpTooOften))
async def request_code(
    given: ContactInput, request: Request, requester: CurrentRequester, connection: Transaction
) -> Answer[CodeSent]:
    """Send a one-time code. The response is the same whether or not the customer exists."""
    runtime, contact = runtime_of(request), contact_in(request, given)
    return answer(
        await codes.request_code(
            connection, runtime.settings, runtime.secret, contact, requester=requester
        )
    )


@router.post(
    "/auth/otp/validate",
    responses=error_responses(OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def validate_code(
    given: OtpProof, request: Request, requester: CurrentRequester
) -> Answer[SignedIn]:
    """Sign in with a code. A new contact becomes a new customer.

    The guest's cart, wishlist and recently viewed list are merged into the customer's.
    """
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    visitor = Visitor(
        device=device_of(request),
        requester=requester,
        is_verified_by_code=True,
        first_name=given.first_name,
        last_name=given.last_name,
        guest_sku_ids=tuple(given.guest_sku_ids),
        prices_seen=tuple(given.guest_prices),
        viewed_sku_ids=tuple(given.guest_recently_viewed_sku_ids),
        wishlist_sku_ids=tuple(given.guest_wishlist_sku_ids),
    )
    # A wrong try has to be committed, so the error is raised after the transaction.
    signed_in = None
    async with database_of(request).transaction() as connection:
        result = await codes.verify_code(
            connection, runtime.settings, runtime.secret, given.otp, contact, requester=requester
        )
        if result is CodeResult.CORRECT:
            customer_id = await contacts.get_or_create_customer(connection, contact)
            signed_in = await visitors.sign_in(
                connection, runtime.settings, runtime.secret, customer_id, visitor
            )
    if signed_in is None:
        raise codes.error_for(result, runtime.settings)
    return answer(signed_in)
