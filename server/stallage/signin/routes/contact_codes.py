"""Calls of a signed-in customer that need a code: changing a contact, being forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core import access
from stallage.core.db import Connection, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import TooMany, Unauthorized
from stallage.core.runtime import Runtime, runtime_of
from stallage.customers.actions import forgetting
from stallage.customers.errors import ContactTaken
from stallage.customers.queries import details_of
from stallage.customers.schemas import Customer
from stallage.signin import rules
from stallage.signin.actions import codes, contacts
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.drafts import Requester
from stallage.signin.errors import (
    CurrentContactUnproven,
    OtpAttemptsExceeded,
    OtpExpired,
    OtpInvalid,
    OtpTooOften,
)
from stallage.signin.routes.request_context import contact_in
from stallage.signin.rules import CodeResult, Contact, Purpose
from stallage.signin.schemas import (
    ContactChange,
    ContactChangeProof,
    ContactCodesSent,
    ForgetInput,
)

router = APIRouter(tags=["customer"])

WRONG_CODE = (OtpInvalid, OtpExpired, OtpAttemptsExceeded)


@router.post("/customer/contact/request", responses=error_responses(Unauthorized, OtpTooOften))
async def request_contact(
    given: ContactChange,
    request: Request,
    token: access.CurrentToken,
    requester: CurrentRequester,
    connection: Transaction,
) -> Answer[ContactCodesSent]:
    """Send a code to a new email address or phone number of the signed-in customer.

    A second code goes to a current contact, unless a code verified one in this sign-in within the last
    minutes. `currentContact` names that contact; `validate` then needs both codes.
    """
    runtime, customer_id = runtime_of(request), token.customer_id
    settings, secret = runtime.settings, runtime.secret
    contact = contact_in(request, given)
    if not await contacts.own_contacts(connection, customer_id):
        raise Unauthorized
    to_verify = await contacts.contacts_to_verify(
        connection, settings, customer_id, token.family, contact
    )
    sent = await codes.request_code(
        connection,
        settings,
        secret,
        contact,
        requester=requester,
        purpose=Purpose.CONTACT,
        customer_id=customer_id,
    )
    current = None
    if to_verify:
        prefers_email = None if given.prove_with is None else given.prove_with == "email"
        current = contacts.choose_contact_to_verify(to_verify, contact, prefers_email)
        await codes.request_code(
            connection,
            settings,
            secret,
            current,
            requester=requester.signed_in_as(customer_id),
            purpose=Purpose.CONTACT,
            customer_id=customer_id,
        )
    return answer(
        ContactCodesSent.model_construct(
            expires_in_seconds=sent.expires_in_seconds,
            resend_in_seconds=sent.resend_in_seconds,
            current_contact=None if current is None else rules.mask_contact(current),
        )
    )


@router.post(
    "/customer/contact/validate",
    responses=error_responses(
        Unauthorized, ContactTaken, CurrentContactUnproven, TooMany, *WRONG_CODE
    ),
)
async def validate_contact(
    given: ContactChangeProof,
    request: Request,
    token: access.CurrentToken,
    requester: CurrentRequester,
) -> Answer[Customer]:
    """Set the contact that the code verifies.

    `currentOtp` is the code that went to a current contact, if `request` returned `currentContact`. The
    customer's contacts are informed, and all other sign-ins end.
    """
    runtime, customer_id = runtime_of(request), token.customer_id
    settings, secret = runtime.settings, runtime.secret
    contact = contact_in(request, given)
    customer, field = None, "otp"
    async with database_of(request).transaction() as connection:
        to_verify = await contacts.contacts_to_verify(
            connection, settings, customer_id, token.family, contact
        )
        result, current = CodeResult.CORRECT, None
        if to_verify:
            if given.current_otp is None:
                raise CurrentContactUnproven
            current, result = await _verify_current(
                connection,
                runtime,
                given.current_otp,
                to_verify,
                requester.signed_in_as(customer_id),
            )
            field = "currentOtp"
        if result is CodeResult.CORRECT:
            field = "otp"
            result = await codes.verify_code(
                connection,
                settings,
                secret,
                given.otp,
                contact,
                requester=requester,
                purpose=Purpose.CONTACT,
                customer_id=customer_id,
            )
            if result is CodeResult.CORRECT:
                await contacts.change_contact(
                    connection,
                    secret,
                    contact,
                    requester,
                    customer_id=customer_id,
                    family=token.family,
                )
                customer = await details_of(connection, customer_id)
            elif current is not None:
                # The correct one of the two codes stays valid for the next try.
                await codes.restore_code(connection, secret, current, requester, customer_id)
    if customer is None:
        raise codes.error_for(result, settings, field)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(customer)


async def _verify_current(
    connection: Connection,
    runtime: Runtime,
    otp: str,
    to_verify: list[Contact],
    requester: Requester,
) -> tuple[Contact, CodeResult]:
    """Verify the code that went to one of the customer's contacts, the latest if there are two."""
    current = await codes.latest_contact(
        connection,
        runtime.secret,
        requester,
        to_verify,
        purpose=Purpose.CONTACT,
        customer_id=requester.customer_id,
    )
    current = current or to_verify[0]
    result = await codes.verify_code(
        connection,
        runtime.settings,
        runtime.secret,
        otp,
        current,
        requester=requester,
        purpose=Purpose.CONTACT,
        customer_id=requester.customer_id,
    )
    return current, result


@router.delete("/customer", responses=error_responses(Unauthorized, TooMany, *WRONG_CODE))
async def forget_customer(
    given: ForgetInput,
    request: Request,
    customer_id: access.CustomerId,
    requester: CurrentRequester,
) -> Answer[None]:
    """Forget the customer, with a code from `/auth/otp/request` to one of their contacts.

    Profile, addresses, wishlist and sign-ins are deleted at once. Orders are kept as the law requires of
    invoices, without personal data. The wallet's ledger is kept; its remaining balance is forfeited.
    """
    runtime = runtime_of(request)
    customer = requester.signed_in_as(customer_id)
    async with database_of(request).transaction() as connection:
        own = await contacts.own_contacts(connection, customer_id)
        if not own:
            raise Unauthorized
        latest = await codes.latest_contact(connection, runtime.secret, customer, own)
        result = await codes.verify_code(
            connection,
            runtime.settings,
            runtime.secret,
            given.otp,
            latest or own[0],
            requester=customer,
        )
        if result is CodeResult.CORRECT:
            await forgetting.forget_customer(connection, customer_id)
    if result is not CodeResult.CORRECT:
        raise codes.error_for(result, runtime.settings)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)
