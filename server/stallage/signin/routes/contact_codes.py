"""What a signed-in customer proves by a code: another contact, and the wish to be forgotten."""

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
from stallage.signin.clients import Asker, Asking
from stallage.signin.errors import (
    CurrentContactUnproven,
    OtpAttemptsExceeded,
    OtpExpired,
    OtpInvalid,
    OtpTooOften,
)
from stallage.signin.routes.request_context import contact_in
from stallage.signin.rules import Contact, Purpose, Verdict
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
    asker: Asking,
    connection: Transaction,
) -> Answer[ContactCodesSent]:
    """Sends a code to a new e-mail address or phone number of the signed-in customer.

    Another goes to a contact that the customer has, unless a code has proven one in this sign-in
    within the last minutes: `currentContact` says where, and `validate` asks for both.
    """
    runtime, customer_id = runtime_of(request), token.customer_id
    contact = contact_in(request, given)
    if not await contacts.contacts_to_prove(connection, customer_id):
        raise Unauthorized
    needed = await contacts.proofs_needed(connection, runtime, customer_id, token.family, contact)
    sent = await codes.request_code(
        connection,
        runtime,
        contact,
        asker=asker,
        purpose=Purpose.CONTACT,
        customer_id=customer_id,
    )
    current = None
    if needed:
        wished = None if given.prove_with is None else given.prove_with == "email"
        current = contacts.contact_to_prove(needed, contact, wished)
        await codes.request_code(
            connection,
            runtime,
            current,
            asker=asker.signed_in_as(customer_id),
            purpose=Purpose.CONTACT,
            customer_id=customer_id,
        )
    return answer(
        ContactCodesSent.model_construct(
            expires_in_seconds=sent.expires_in_seconds,
            resend_in_seconds=sent.resend_in_seconds,
            current_contact=None if current is None else rules.masked(current),
        )
    )


@router.post(
    "/customer/contact/validate",
    responses=error_responses(
        Unauthorized, ContactTaken, CurrentContactUnproven, TooMany, *WRONG_CODE
    ),
)
async def validate_contact(
    given: ContactChangeProof, request: Request, token: access.CurrentToken, asker: Asking
) -> Answer[Customer]:
    """Takes a contact over that the code has proven.

    `currentOtp` is the code that went to the contact which the customer has, where `request` said so.
    The customer's contacts are told, and every other sign-in ends.
    """
    runtime, customer_id = runtime_of(request), token.customer_id
    contact = contact_in(request, given)
    customer, field = None, "otp"
    async with database_of(request).transaction() as connection:
        needed = await contacts.proofs_needed(
            connection, runtime, customer_id, token.family, contact
        )
        verdict, current = Verdict.RIGHT, None
        if needed:
            if given.current_otp is None:
                raise CurrentContactUnproven
            current, verdict = await _judge_current(
                connection, runtime, given.current_otp, needed, asker.signed_in_as(customer_id)
            )
            field = "currentOtp"
        if verdict is Verdict.RIGHT:
            field = "otp"
            verdict = await codes.judge_code(
                connection,
                runtime,
                given.otp,
                contact,
                asker=asker,
                purpose=Purpose.CONTACT,
                customer_id=customer_id,
            )
            if verdict is Verdict.RIGHT:
                await contacts.take_over(
                    connection,
                    runtime,
                    contact,
                    asker,
                    customer_id=customer_id,
                    family=token.family,
                )
                customer = await details_of(connection, customer_id)
            elif current is not None:
                # The right code of the two stays good for the next try.
                await codes.give_back(connection, runtime, current, asker, customer_id)
    if customer is None:
        raise codes.refusal_of(verdict, runtime, field)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(customer)


async def _judge_current(
    connection: Connection, runtime: Runtime, otp: str, needed: list[Contact], asker: Asker
) -> tuple[Contact, Verdict]:
    """Judges the code that went to one of the customer's contacts, the newest where there are two."""
    current = await codes.newest_contact(
        connection, runtime, asker, needed, purpose=Purpose.CONTACT, customer_id=asker.customer_id
    )
    current = current or needed[0]
    verdict = await codes.judge_code(
        connection,
        runtime,
        otp,
        current,
        asker=asker,
        purpose=Purpose.CONTACT,
        customer_id=asker.customer_id,
    )
    return current, verdict


@router.delete("/customer", responses=error_responses(Unauthorized, TooMany, *WRONG_CODE))
async def forget_customer(
    given: ForgetInput, request: Request, customer_id: access.CustomerId, asker: Asking
) -> Answer[None]:
    """Forgets the customer, proven by a code from `/auth/otp/request` to an own contact.

    Profile, addresses, wishes and sign-ins go at once. Orders stay as the law asks of invoices,
    without the person; the wallet's ledger keeps its sums, and what is left in it is given up.
    """
    runtime = runtime_of(request)
    own_asker = asker.signed_in_as(customer_id)
    async with database_of(request).transaction() as connection:
        own = await contacts.contacts_to_prove(connection, customer_id)
        if not own:
            raise Unauthorized
        contact = await codes.newest_contact(connection, runtime, own_asker, own) or own[0]
        verdict = await codes.judge_code(connection, runtime, given.otp, contact, asker=own_asker)
        if verdict is Verdict.RIGHT:
            await forgetting.forget_customer(connection, customer_id)
    if verdict is not Verdict.RIGHT:
        raise codes.refusal_of(verdict, runtime)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)
