"""The operators' API of emails and their texts."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request

from stallage.content import actions
from stallage.content.actions.email_texts import checked_texts
from stallage.content.gateway_calls import sample_message
from stallage.content.queries import email_texts
from stallage.content.schemas.emails import (
    EmailDetails,
    EmailList,
    EmailPreviewed,
    EmailTextsInput,
    TestRequested,
)
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.shop.queries import company

router = AdminRouter(tag="content")

Name = Annotated[Line, Path(max_length=100)]
TESTS = RateLimit("email-test", 20, 3600)


@router.get("/content/emails", permission="content.read", response_model=Answer[EmailList])
async def list_emails(request: Request, connection: Reading) -> Answer[EmailList]:
    """Every email that the shop sends."""
    locale = runtime_of(request).settings.locale
    return answer(EmailList(items=await email_texts.all_emails(connection, locale)))


@router.get(
    "/content/emails/{name}",
    permission="content.read",
    response_model=Answer[EmailDetails],
    responses=error_responses(NotFound),
)
async def get_email(name: Name, request: Request, connection: Reading) -> Answer[EmailDetails]:
    """An email with its texts and placeholders."""
    locale = runtime_of(request).settings.locale
    return answer(await email_texts.email_details(connection, name, locale))


@router.put(
    "/content/emails/{name}",
    permission="content.edit",
    response_model=Answer[EmailDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_email(
    name: Name,
    body: EmailTextsInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[EmailDetails]:
    """Replace the shop's own texts of an email."""
    locale = runtime_of(request).settings.locale
    return answer(await actions.set_email_texts(connection, name, locale, body.texts, if_match))


@router.delete(
    "/content/emails/{name}",
    permission="content.edit",
    response_model=Answer[EmailDetails],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired),
)
async def reset_email(
    name: Name, request: Request, connection: Transaction, if_match: IfMatch = None
) -> Answer[EmailDetails]:
    """Use the default texts of an email again."""
    locale = runtime_of(request).settings.locale
    return answer(await actions.reset_email_texts(connection, name, locale, if_match))


@router.post(
    "/content/emails/{name}/preview",
    permission="content.read",
    response_model=Answer[EmailPreviewed],
    responses=error_responses(NotFound, InvalidFields),
)
async def preview_email(
    name: Name, body: EmailTextsInput, request: Request, connection: Reading
) -> Answer[EmailPreviewed]:
    """The email with sample data and these texts. Nothing is stored or sent."""
    settings = runtime_of(request).settings
    email = email_texts.known_email(name)
    texts = checked_texts(email, body.texts)
    shop = await company(connection, settings)
    message = sample_message(email, settings, shop.company_name, texts)
    return answer(EmailPreviewed(subject=message.subject, html=message.html, text=message.text))


@router.post(
    "/content/emails/{name}/test",
    permission="content.edit",
    response_model=Answer[TestRequested],
    responses=error_responses(NotFound, InvalidFields, TooMany),
)
async def send_test_email(
    name: Name,
    body: EmailTextsInput,
    request: Request,
    connection: Transaction,
    operator: CurrentOperator,
) -> Answer[TestRequested]:
    """Send the email with sample data and these texts to the operator's own address."""
    await enforce_limits(runtime_of(request).database, TESTS.of(operator.operator_id))
    await actions.request_test_email(connection, name, operator.email, body.texts)
    return answer(TestRequested(to=operator.email))
