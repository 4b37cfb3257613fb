"""Delivers codes and notices, and clears away what has lived its time."""

from __future__ import annotations

from datetime import datetime

import structlog
from pydantic import BaseModel

from stallage.core.dates import format_datetime
from stallage.core.jobs import every, job
from stallage.core.mail import Message
from stallage.core.retry_policies import CODE, EMAIL
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.shop.queries import company
from stallage.signin import emails, rules
from stallage.signin.actions.clearing import clear_away
from stallage.signin.emails import ContactPart, SignInNotice
from stallage.signin.queries import is_alive
from stallage.signin.rules import Purpose

log = structlog.get_logger(__name__)


class CodeToDeliver(BaseModel):
    """Where a code goes. The code itself follows from the nonce and the shop's secret."""

    to: str
    purpose: Purpose
    subject: str
    nonce: str
    lives_seconds: int


class ContactToTell(BaseModel):
    """A contact of a customer of whom one has just changed."""

    to: str
    changed: str
    part: ContactPart = "replaced"
    """What became of this one: another took its place, it is new, or it stayed."""


class NewSignIn(BaseModel):
    """A sign-in from a device or network that the customer has not used before."""

    to: str
    device: str
    at: datetime


class GoogleLink(NewSignIn):
    """A Google account that signs the customer in from now on."""


@job(policy=CODE)
async def deliver_code(runtime: Runtime, wanted: CodeToDeliver) -> None:
    """Sends a code. Dead ones are left out: late, used, or replaced by a newer one.

    A delivery that had to be tried again may otherwise arrive after the code that replaced it, and the
    shopper would type the wrong one. A repeat sends the same code again.
    """
    code = rules.code_of(runtime.secret, wanted.nonce)
    kept = rules.code_hash(runtime.secret, wanted.purpose, wanted.subject, code)
    async with runtime.database.reading() as connection:
        if not await is_alive(connection, wanted.purpose, wanted.subject, kept):
            return
        shop_name = (await company(connection, runtime.settings)).company_name
    message = emails.code_email(
        wanted.to,
        code,
        shop_name=shop_name,
        shop_url=runtime.settings.public_url,
        lives_seconds=wanted.lives_seconds,
    )
    try:
        await runtime.mailer.send(message)
    except Undeliverable as refused:
        log.warning("code_undeliverable", reason=str(refused))
        return
    # The code itself is written nowhere else, in no mode and at no level.
    if runtime.mailer.uses_outbox(message):
        log.info("code_is_in_the_outbox")


@job(policy=EMAIL)
async def tell_old_contact(runtime: Runtime, wanted: ContactToTell) -> None:
    """Tells a contact that one was replaced or added, so that a thief cannot do it quietly."""
    message = emails.contact_changed_email(
        wanted.to,
        wanted.changed,
        wanted.part,
        shop_name=await _shop_name(runtime),
        shop_url=runtime.settings.public_url,
    )
    await _send_notice(runtime, message)


@job(policy=EMAIL)
async def tell_new_sign_in(runtime: Runtime, wanted: NewSignIn) -> None:
    """Tells a customer of a sign-in on a device that they have not used before."""
    await _send_notice(runtime, await _sign_in_email(runtime, wanted, "new_sign_in"))


@job(policy=EMAIL)
async def tell_google_linked(runtime: Runtime, wanted: GoogleLink) -> None:
    """Tells a customer that a Google account signs them in from now on."""
    await _send_notice(runtime, await _sign_in_email(runtime, wanted, "google_linked"))


async def _sign_in_email(runtime: Runtime, wanted: NewSignIn, kind: SignInNotice) -> Message:
    settings = runtime.settings
    return emails.sign_in_email(
        wanted.to,
        kind,
        device=wanted.device,
        at=format_datetime(wanted.at, settings.locale, settings.time_zone),
        shop_name=await _shop_name(runtime),
        shop_url=settings.public_url,
    )


async def _shop_name(runtime: Runtime) -> str:
    async with runtime.database.reading() as connection:
        return (await company(connection, runtime.settings)).company_name


async def _send_notice(runtime: Runtime, message: Message) -> None:
    try:
        await runtime.mailer.send(message)
    except Undeliverable as refused:
        log.warning("notice_undeliverable", reason=str(refused))


@every("23 * * * *")
async def forget_what_is_over(runtime: Runtime) -> None:
    """Deletes old codes, limits, tokens and sign-ins."""
    async with runtime.database.transaction() as connection:
        await clear_away(connection, runtime.settings)
