"""Emails to operators. They are sent here because the name of the shop belongs to a later feature."""

from __future__ import annotations

import structlog

from stallage.core.dates import format_datetime
from stallage.core.events import on
from stallage.core.mail import Message
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.operators import emails
from stallage.operators.events import NewBrowserSignedIn, OperatorLinkIssued
from stallage.operators.queries.accounts import find_by_id, find_link_recipient
from stallage.operators.rules.sessions import link_token, link_url
from stallage.shop.queries import company

log = structlog.get_logger(__name__)


@on(OperatorLinkIssued, policy=EMAIL)
async def send_operator_link(runtime: Runtime, issued: OperatorLinkIssued) -> None:
    """Mail a link, unless it was used, replaced or has expired meanwhile."""
    settings = runtime.settings
    token = link_token(runtime.secret, issued.nonce)
    async with runtime.database.reading() as connection:
        recipient = await find_link_recipient(connection, token)
        shop_name = (await company(connection, settings)).company_name
    if recipient is None:
        return
    message = emails.link_email(
        recipient.email,
        purpose=recipient.purpose,
        name=recipient.name,
        url=link_url(settings.public_url, token),
        valid_until=format_datetime(recipient.expires_at, settings.locale, settings.time_zone),
        shop_name=shop_name,
        shop_url=settings.public_url,
    )
    await _send(runtime, message)


@on(NewBrowserSignedIn, policy=EMAIL)
async def send_operator_sign_in(runtime: Runtime, sign_in: NewBrowserSignedIn) -> None:
    """Inform an operator of a sign-in from a browser that they have not used before."""
    settings = runtime.settings
    async with runtime.database.reading() as connection:
        operator = await find_by_id(connection, sign_in.operator_id)
        shop_name = (await company(connection, settings)).company_name
    if operator is None:
        return
    message = emails.new_device_email(
        operator.email,
        device=sign_in.device,
        address=sign_in.address,
        at=format_datetime(sign_in.at, settings.locale, settings.time_zone),
        shop_name=shop_name,
        shop_url=settings.public_url,
    )
    await _send(runtime, message)


async def _send(runtime: Runtime, message: Message) -> None:
    try:
        await runtime.mailer.send(message)
    except Undeliverable as error:
        log.warning("message_undeliverable", reason=str(error))
