"""Sends test emails."""

from __future__ import annotations

from dataclasses import replace

import structlog

from stallage.content.events import TestEmailRequested
from stallage.content.gateway_calls import sample_message
from stallage.core.email_catalog import find_email
from stallage.core.events import on
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.shop.queries import company

log = structlog.get_logger(__name__)


@on(TestEmailRequested, policy=EMAIL)
async def send_test_email(runtime: Runtime, event: TestEmailRequested) -> None:
    """Send an email with sample data. Its subject says that it is a test."""
    email = find_email(event.email)
    if email is None:
        return
    async with runtime.database.reading() as connection:
        shop = await company(connection, runtime.settings)
    message = sample_message(email, runtime.settings, shop.company_name, event.texts)
    test = replace(
        message,
        to=event.to,
        subject=f"[Test] {message.subject}",
        kind="email_test",
        data={"email": event.email},
        headers={},
    )
    try:
        await runtime.mailer.send(test)
    except Undeliverable as error:
        log.warning("message_undeliverable", reason=str(error))
