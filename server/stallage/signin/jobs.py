"""Jobs that deliver codes and emails about sign-ins, and delete expired rows."""

from __future__ import annotations

import structlog

from stallage.core.dates import format_datetime
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.mail import Message
from stallage.core.retry_policies import CODE, EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.shop.queries import company
from stallage.signin import emails, rules
from stallage.signin.actions.cleanup import delete_expired
from stallage.signin.emails import SignInEmail
from stallage.signin.events import (
    CodeRequested,
    ContactChanged,
    GoogleAccountLinked,
    NewDeviceSignedIn,
)
from stallage.signin.queries import is_code_valid

log = structlog.get_logger(__name__)


@on(CodeRequested, policy=CODE)
async def deliver_code(runtime: Runtime, requested: CodeRequested) -> None:
    """Send a code, unless it expired, was used or was replaced by a newer one.

    Otherwise a retried delivery could arrive after the code that replaced it, and the shopper would
    enter the wrong one. A retry sends the same code again.
    """
    code = rules.code_from_nonce(runtime.secret, requested.nonce)
    code_hash = rules.hash_code(runtime.secret, requested.purpose, requested.subject, code)
    async with runtime.database.reading() as connection:
        if not await is_code_valid(connection, requested.purpose, requested.subject, code_hash):
            return
        shop_name = (await company(connection, runtime.settings)).company_name
    message = emails.code_email(
        requested.to,
        code,
        shop_name=shop_name,
        shop_url=runtime.settings.public_url,
        lifetime_seconds=requested.lifetime_seconds,
    )
    try:
        await runtime.mailer.send(message)
    except Undeliverable as error:
        log.warning("code_undeliverable", reason=str(error))
        return
    # The log never contains the code, in any mode or at any level.
    if runtime.mailer.uses_outbox(message):
        log.info("code_is_in_the_outbox")


@on(ContactChanged, policy=EMAIL)
async def send_contact_changed(runtime: Runtime, change: ContactChanged) -> None:
    """Inform a contact of a change, so that a thief cannot change contacts unnoticed."""
    message = emails.contact_changed_email(
        change.to,
        change.changed,
        change.role,
        shop_name=await _shop_name(runtime),
        shop_url=runtime.settings.public_url,
    )
    await _send(runtime, message)


@on(NewDeviceSignedIn, policy=EMAIL)
async def send_new_sign_in(runtime: Runtime, sign_in: NewDeviceSignedIn) -> None:
    """Inform a customer of a sign-in on a new device."""
    await _send(runtime, await _sign_in_email(runtime, sign_in, "new_sign_in"))


@on(GoogleAccountLinked, policy=EMAIL)
async def send_google_linked(runtime: Runtime, link: GoogleAccountLinked) -> None:
    """Inform a customer of a linked Google account."""
    await _send(runtime, await _sign_in_email(runtime, link, "google_linked"))


async def _sign_in_email(
    runtime: Runtime, event: NewDeviceSignedIn | GoogleAccountLinked, kind: SignInEmail
) -> Message:
    settings = runtime.settings
    return emails.sign_in_email(
        event.to,
        kind,
        device=event.device,
        at=format_datetime(event.at, settings.locale, settings.time_zone),
        shop_name=await _shop_name(runtime),
        shop_url=settings.public_url,
    )


async def _shop_name(runtime: Runtime) -> str:
    async with runtime.database.reading() as connection:
        return (await company(connection, runtime.settings)).company_name


async def _send(runtime: Runtime, message: Message) -> None:
    try:
        await runtime.mailer.send(message)
    except Undeliverable as error:
        log.warning("message_undeliverable", reason=str(error))


@every("23 * * * *")
async def clean_up(runtime: Runtime) -> None:
    """Delete expired codes, limits, tokens and sign-ins."""
    async with runtime.database.transaction() as connection:
        await delete_expired(connection, runtime.settings)
