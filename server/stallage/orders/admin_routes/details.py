"""One order for operators: everything about it, its timeline, and changes that leave its total alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.idempotency import KeyReused
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.core.validation import message, required_error
from stallage.customers.actions.addresses import validate_address
from stallage.customers.rules.contacts import InvalidContact, email_address, phone_number
from stallage.operators.dependencies import AdminRouter, IdempotencyKey
from stallage.orders.actions import (
    LockedOrder,
    change_address,
    change_contact,
    change_delivery_note,
    lock_order,
    review_hint,
    revoke_links,
)
from stallage.orders.actions.resending import request_email
from stallage.orders.drafts import ContactDraft
from stallage.orders.errors import AddressChangesTotal, AddressFixed, EmailNotSendable
from stallage.orders.gateway_calls.fulfilling import once
from stallage.orders.gateway_calls.resending import email_again
from stallage.orders.queries.operator_orders import operator_order, operator_order_id
from stallage.orders.queries.timeline import Filter, timeline_of
from stallage.orders.rules import normalize_public_id
from stallage.orders.schemas.operator import (
    ContactChanges,
    EmailPreview,
    OperatorOrder,
    OrderChanges,
    ReviewInput,
    TimelineItem,
)

router = AdminRouter(tag="orders")

OrderNumber = Annotated[
    Line, Path(alias="number", max_length=32, examples=["SO-7K2M-9QXD"], description="Its number.")
]
EmailKey = Annotated[
    Line, Path(alias="email", max_length=64, description="`reference` of the timeline's entry.")
]


@router.get(
    "/orders/{number}",
    permission="orders.read",
    operation_id="getOrder",
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound),
)
async def get_order(
    number: OrderNumber, request: Request, connection: Reading
) -> Answer[OperatorOrder]:
    """Get an order with everything about it, and what can be done with it now."""
    return answer(await operator_order(connection, runtime_of(request).settings, number))


@router.get(
    "/orders/{number}/timeline",
    permission="orders.read",
    response_model=Answer[CursorPage[TimelineItem]],
    responses=error_responses(NotFound, InvalidFields),
)
async def get_timeline(
    number: OrderNumber,
    page: CursorRequest,
    connection: Reading,
    show: Annotated[Filter | None, Query(description="Without it, everything.")] = None,
) -> Answer[CursorPage[TimelineItem]]:
    """List what happened to an order, newest first: changes, notes, emails, refunds and documents."""
    order_id = await operator_order_id(connection, number)
    return answer(await timeline_of(connection, order_id, page, show))


def _validate_contact(contact: ContactChanges, country_code: str) -> ContactDraft:
    """Normalize a contact. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    email = phone = None
    try:
        email = email_address(contact.email) if contact.email else None
    except InvalidContact:
        fields["contact.email"] = [message("email", "email")]
    try:
        phone = phone_number(contact.phone, country_code) if contact.phone else None
    except InvalidContact:
        fields["contact.phone"] = [message("phone", "phone")]
    if not fields and email is None and phone is None:
        fields |= required_error("contact.email")
    if fields:
        raise InvalidFields(fields=fields)
    return ContactDraft(email, phone, contact.first_name, contact.last_name)


async def _apply(
    connection: Connection, order: LockedOrder, changes: OrderChanges, country_code: str
) -> None:
    if changes.contact is not None:
        contact = _validate_contact(changes.contact, country_code)
        await change_contact(connection, order, contact)
    if changes.address is not None:
        try:
            address = validate_address(changes.address, country_code)
        except InvalidFields as error:
            fields = {f"address.{name}": texts for name, texts in error.fields.items()}
            raise InvalidFields(fields=fields) from error
        await change_address(connection, order, address)
    if "delivery_note" in changes.model_fields_set:
        await change_delivery_note(connection, order, changes.delivery_note or None)


@router.patch(
    "/orders/{number}",
    permission="orders.edit",
    operation_id="changeOrder",
    response_model=Answer[OperatorOrder],
    responses=error_responses(
        NotFound,
        InvalidFields,
        AddressFixed,
        AddressChangesTotal,
        EditConflict,
        PreconditionRequired,
    ),
)
async def change_order(
    number: OrderNumber,
    changes: OrderChanges,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[OperatorOrder]:
    """Change contact, delivery address or note before the order is shipped.

    An address with other taxes or another delivery cost is refused.
    """
    settings = runtime_of(request).settings
    order = await lock_order(connection, normalize_public_id(number))
    current = await operator_order(connection, settings, order.public_id)
    check_match(if_match, current.version, current)
    await _apply(connection, order, changes, settings.phone_country_code)
    return answer(await operator_order(connection, settings, order.public_id))


@router.put(
    "/orders/{number}/hints",
    permission="orders.fulfil",
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound),
)
async def review_hints(
    number: OrderNumber, body: ReviewInput, request: Request, connection: Transaction
) -> Answer[OperatorOrder]:
    """Mark the order's hints as reviewed, or take the mark back."""
    order = await lock_order(connection, normalize_public_id(number))
    await review_hint(connection, order, reviewed=body.reviewed)
    settings = runtime_of(request).settings
    return answer(await operator_order(connection, settings, order.public_id))


async def _email(runtime: Runtime, number: str, key: str) -> EmailPreview:
    async with runtime.database.reading() as connection:
        order_id = await operator_order_id(connection, number)
    email = await email_again(runtime, order_id, key)
    return EmailPreview.model_construct(
        to=email.to, subject=email.subject, html=email.html, text=email.text
    )


@router.get(
    "/orders/{number}/emails/{email}",
    permission="orders.read",
    response_model=Answer[EmailPreview],
    responses=error_responses(NotFound, EmailNotSendable),
)
async def preview_email(
    number: OrderNumber, email: EmailKey, request: Request
) -> Answer[EmailPreview]:
    """Get an email about the order as it would be sent now."""
    return answer(await _email(runtime_of(request), number, email))


@router.post(
    "/orders/{number}/emails/{email}/send",
    permission="orders.fulfil",
    key=True,
    response_model=Answer[EmailPreview],
    responses=error_responses(NotFound, EmailNotSendable, InvalidFields, KeyReused),
)
async def send_email(
    number: OrderNumber, email: EmailKey, request: Request, key: IdempotencyKey
) -> Answer[EmailPreview]:
    """Send an email about the order to its contact again, as it would be written now."""
    runtime = runtime_of(request)
    preview = await _email(runtime, number, email)

    async def act(connection: Connection, order: LockedOrder) -> dict[str, object]:
        await request_email(connection, order, email, preview.to)
        return {}

    await once(runtime, number, f"email:{email}", key, act)
    return answer(preview)


@router.post(
    "/orders/{number}/links/revoke",
    permission="orders.edit",
    key=True,
    response_model=Answer[OperatorOrder],
    responses=error_responses(NotFound, InvalidFields, KeyReused),
)
async def revoke_order_links(
    number: OrderNumber, request: Request, key: IdempotencyKey
) -> Answer[OperatorOrder]:
    """Revoke the links in all emails sent for an order. Emails from now on contain a new one.

    The customer can open the order with a code at `/find-order`, or when signed in.
    """
    runtime = runtime_of(request)

    async def act(connection: Connection, order: LockedOrder) -> dict[str, object]:
        return {"linkVersion": await revoke_links(connection, order.public_id)}

    await once(runtime, number, "revoke-links", key, act)
    async with runtime.database.reading() as connection:
        return answer(await operator_order(connection, runtime.settings, number))
