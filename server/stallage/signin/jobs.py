"""Delivers codes and notices, and clears away what has lived its time."""

from __future__ import annotations

import structlog
from pydantic import BaseModel

from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.work import every, job
from stallage.shop.queries import company
from stallage.signin import letters, rules
from stallage.signin.actions.clearing import clear_away
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
    """A contact that has just been replaced."""

    to: str
    changed: str


@job
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
    message = letters.code_letter(
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
    if runtime.mailer.keeps(message):
        log.info("code_is_in_the_outbox")


@job
async def tell_old_contact(runtime: Runtime, wanted: ContactToTell) -> None:
    """Tells the old contact that it was replaced, so that a thief cannot do it quietly."""
    async with runtime.database.reading() as connection:
        shop_name = (await company(connection, runtime.settings)).company_name
    message = letters.contact_changed_letter(
        wanted.to, wanted.changed, shop_name=shop_name, shop_url=runtime.settings.public_url
    )
    try:
        await runtime.mailer.send(message)
    except Undeliverable as refused:
        log.warning("notice_undeliverable", reason=str(refused))


@every("23 * * * *")
async def forget_what_is_over(runtime: Runtime) -> None:
    """Deletes old codes, limits, tokens and sign-ins."""
    async with runtime.database.transaction() as connection:
        await clear_away(connection)
