"""Routes of support tickets and the contact form."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request

from stallage.core import clock
from stallage.core.access import OPTIONAL_AUTH, CustomerId, OptionalCustomerId
from stallage.core.clients import client_of
from stallage.core.db import Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, MalformedBody, NotFound, TooMany, Unauthorized
from stallage.core.paging import Paged, PageQuery
from stallage.core.rate_limits import enforce_limits
from stallage.core.runtime import runtime_of
from stallage.core.validation import message, required_error
from stallage.customers.rules.contacts import InvalidContact, canonical_email, email_address
from stallage.support import actions, queries
from stallage.support.errors import InboundDisabled, SignatureRefused
from stallage.support.formats.received_email import read_email
from stallage.support.rules import GUEST_TICKETS_PER_ADDRESS, GUEST_TICKETS_PER_CLIENT
from stallage.support.rules.inbound import (
    MAX_EMAIL_BYTES,
    find_ticket,
    is_signed,
    message_key,
)
from stallage.support.schemas import (
    Contacted,
    ContactForm,
    MessageInput,
    Ticket,
    TicketInput,
    TicketSummary,
)
from stallage.support.schemas.operating import EmailReceipt

router = APIRouter(tags=["support"])

RAW_BODY_PREFIXES = ("/api/inbound/",)
"""Emails are posted as they were received."""

TicketId = Annotated[str, Path(alias="ticketId", max_length=32, examples=["ST-4H8W-2KMN"])]


@router.get(
    "/api/supporttickets",
    response_model=Answer[Paged[TicketSummary]],
    responses=error_responses(Unauthorized),
)
async def list_tickets(
    customer: CustomerId, connection: Reading, page: PageQuery
) -> Answer[Paged[TicketSummary]]:
    """The customer's tickets, last updated first."""
    return answer(await queries.tickets_of(connection, customer, page))


@router.post(
    "/api/supporttickets",
    status_code=201,
    response_model=Answer[Ticket],
    responses=error_responses(Unauthorized, TooMany),
)
async def open_ticket(
    body: TicketInput, customer: CustomerId, connection: Transaction
) -> Answer[Ticket]:
    """Open a ticket."""
    ticket_id = await actions.open_ticket(connection, customer, body)
    return answer(await queries.ticket(connection, customer, ticket_id))


@router.get(
    "/api/supporttickets/{ticketId}",
    response_model=Answer[Ticket],
    responses=error_responses(Unauthorized, NotFound),
)
async def get_ticket(
    ticket_id: TicketId, customer: CustomerId, connection: Transaction
) -> Answer[Ticket]:
    """A ticket with its messages. Marks it as read."""
    await actions.mark_read(connection, customer, ticket_id)
    return answer(await queries.ticket(connection, customer, ticket_id))


@router.post(
    "/api/supporttickets/{ticketId}/messages",
    status_code=201,
    response_model=Answer[Ticket],
    responses=error_responses(Unauthorized, NotFound, TooMany),
)
async def add_message(
    ticket_id: TicketId, body: MessageInput, customer: CustomerId, connection: Transaction
) -> Answer[Ticket]:
    """Add a message. A closed ticket reopens."""
    await actions.add_message(connection, customer, ticket_id, body)
    return answer(await queries.ticket(connection, customer, ticket_id))


@router.post(
    "/api/supporttickets/{ticketId}/close",
    response_model=Answer[Ticket],
    responses=error_responses(Unauthorized, NotFound),
)
async def close_ticket(
    ticket_id: TicketId, customer: CustomerId, connection: Transaction
) -> Answer[Ticket]:
    """Close a ticket. Closing it again changes nothing."""
    await actions.close_ticket(connection, customer, ticket_id)
    return answer(await queries.ticket(connection, customer, ticket_id))


@router.post(
    "/api/contact",
    status_code=201,
    response_model=Answer[Contacted],
    responses=error_responses(Unauthorized, TooMany),
    openapi_extra=OPTIONAL_AUTH,
)
async def contact_shop(
    request: Request, body: ContactForm, customer: OptionalCustomerId
) -> Answer[Contacted]:
    """Send a message from the contact page. It opens a ticket for the customer or guest."""
    if customer is not None:
        ticket = TicketInput(subject=body.subject, description=body.message)
        async with database_of(request).transaction() as connection:
            return answer(
                Contacted(ticket_id=await actions.open_ticket(connection, customer, ticket))
            )
    name, email = _guest_of(body)
    await enforce_limits(
        database_of(request),
        GUEST_TICKETS_PER_CLIENT.of_client(client_of(request)),
        GUEST_TICKETS_PER_ADDRESS.of(canonical_email(email)),
    )
    async with database_of(request).transaction() as connection:
        ticket_id = await actions.open_guest_ticket(
            connection, name=name, email=email, subject=body.subject, message=body.message
        )
    return answer(Contacted(ticket_id=ticket_id))


def _guest_of(body: ContactForm) -> tuple[str, str]:
    """Return a guest's name and email address. Raises InvalidFields."""
    fields = {} if body.name else required_error("name", attribute="Your name")
    email = ""
    if not body.email:
        fields |= required_error("email", attribute="Your email")
    else:
        try:
            email = email_address(body.email)
        except InvalidContact:
            fields["email"] = [message("email", "email")]
    if fields:
        raise InvalidFields(fields=fields)
    return body.name, email


@router.post(
    "/api/inbound/mail",
    response_model=Answer[EmailReceipt],
    responses=error_responses(InboundDisabled, SignatureRefused, MalformedBody),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "message/rfc822": {"schema": {"type": "string", "maxLength": MAX_EMAIL_BYTES}}
            },
        }
    },
)
async def receive_mail(
    request: Request,
    signature: Annotated[
        str,
        Header(
            alias="Stallage-Signature",
            max_length=200,
            description="`t=UNIX_SECONDS,v1=HEX`: HMAC-SHA256 of `UNIX_SECONDS.BODY`.",
        ),
    ] = "",
) -> Answer[EmailReceipt]:
    """Receive a raw email (RFC 5322) that answers a ticket's email. A repeated one changes nothing."""
    runtime = runtime_of(request)
    secret = runtime.settings.inbound_email_secret.get_secret_value()
    if not secret:
        raise InboundDisabled
    body = await request.body()
    if not is_signed(secret, signature, body, clock.now().timestamp()):
        raise SignatureRefused
    if not body.strip():
        raise MalformedBody
    # It may take a second for a malicious one.
    email = await asyncio.to_thread(read_email, body)
    async with runtime.database.transaction() as connection:
        receipt = await actions.receive_email(
            connection,
            email,
            message_key(email.message_id, body),
            find_ticket(runtime.secrets, email.routing),
        )
    return answer(EmailReceipt(outcome=receipt.outcome, repeated=receipt.repeated))
