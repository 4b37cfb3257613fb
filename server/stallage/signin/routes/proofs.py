"""What a signed-in customer proves by a code: another contact, and the wish to be forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core import access
from stallage.core.clients import client_of
from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import Unauthorized
from stallage.customers.actions import forgetting
from stallage.customers.errors import ContactTaken
from stallage.customers.queries import details_of
from stallage.customers.schemas import Customer
from stallage.signin.actions import codes, contacts
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.routes.asking import contact_in, runtime_of
from stallage.signin.rules import Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput, ContactProof, ForgetInput

router = APIRouter(tags=["customer"])

WRONG_CODE = (OtpInvalid, OtpExpired, OtpAttemptsExceeded)


@router.post("/customer/contact/request", responses=refusals(Unauthorized, OtpTooOften))
async def request_contact(
    given: ContactInput, request: Request, customer_id: access.Customer, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a code to a new e-mail address or phone number of the signed-in customer."""
    contact = contact_in(request, given)
    if not await contacts.contacts_to_prove(connection, customer_id):
        raise Unauthorized
    return answer(
        await codes.request_code(
            connection,
            runtime_of(request),
            contact,
            client=client_of(request),
            purpose=Purpose.CONTACT,
            subject=contacts.subject_of(customer_id, contact),
        )
    )


@router.post(
    "/customer/contact/validate", responses=refusals(Unauthorized, ContactTaken, *WRONG_CODE)
)
async def validate_contact(
    given: ContactProof, request: Request, customer_id: access.Customer
) -> Answer[Customer]:
    """Takes a contact over that the code has proven, and tells the old one."""
    runtime = runtime_of(request)
    contact = contact_in(request, given)
    customer = None
    async with database_of(request).transaction() as connection:
        verdict = await codes.judge_code(
            connection,
            runtime,
            given.otp,
            purpose=Purpose.CONTACT,
            subject=contacts.subject_of(customer_id, contact),
        )
        if verdict is Verdict.RIGHT:
            await contacts.take_over(connection, customer_id, contact)
            customer = await details_of(connection, customer_id)
    if customer is None:
        raise codes.refusal_of(verdict, runtime)
    return answer(customer)


@router.delete("/customer", responses=refusals(Unauthorized, *WRONG_CODE))
async def forget_customer(
    given: ForgetInput, request: Request, customer_id: access.Customer
) -> Answer[None]:
    """Forgets the customer, proven by a code from `/auth/otp/request` to an own contact.

    Profile, addresses, wishes and sign-ins go at once. Orders stay as the law asks of invoices,
    without the person; the wallet's ledger keeps its sums, and what is left in it is given up.
    """
    runtime = runtime_of(request)
    async with database_of(request).transaction() as connection:
        own = await contacts.contacts_to_prove(connection, customer_id)
        if not own:
            raise Unauthorized
        subject = await codes.newest_subject(connection, own) or own[0].canonical
        verdict = await codes.judge_code(
            connection, runtime, given.otp, purpose=Purpose.SIGN_IN, subject=subject
        )
        if verdict is Verdict.RIGHT:
            await forgetting.forget_customer(connection, customer_id)
    if verdict is not Verdict.RIGHT:
        raise codes.refusal_of(verdict, runtime)
    return answer(None)
