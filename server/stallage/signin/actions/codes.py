"""Asks for a code and judges one."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, work
from stallage.core.clients import Client
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, Refusal
from stallage.core.limits import Limit, seconds_to_wait
from stallage.core.runtime import Runtime
from stallage.core.validation import message, required
from stallage.customers.rules.contacts import ContactRefused, email_address, phone_number
from stallage.signin import rules
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.jobs import CodeToDeliver, deliver_code
from stallage.signin.rules import Contact, Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput

HOUR = 3600

KEEP = """
INSERT INTO one_time_codes (purpose, subject, code_hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (purpose, subject) DO UPDATE SET
    code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at,
    expires_at = excluded.expires_at, used_at = NULL
"""

# The one place where a code is looked at. Each guess takes the row's lock, so that of any number
# that come at once no more are judged than there are tries, and at most one is right.
JUDGE = """
UPDATE one_time_codes SET
    tries = tries + CASE WHEN code_hash = $3 THEN 0 ELSE 1 END,
    used_at = CASE WHEN code_hash = $3 THEN $4::timestamptz END
WHERE purpose = $1 AND subject = $2 AND used_at IS NULL AND expires_at > $4 AND tries < $5::int
RETURNING used_at IS NOT NULL AS is_right, tries
"""

WHY_NOT = (
    "SELECT used_at, expires_at, tries FROM one_time_codes WHERE purpose = $1 AND subject = $2"
)

NEWEST_SUBJECT = """
SELECT subject FROM one_time_codes WHERE purpose = $1 AND subject = ANY($2)
ORDER BY created_at DESC LIMIT 1
"""


def contact_of(given: ContactInput, phone_country_code: str) -> Contact:
    """The one contact that was given, in its one form. Raises InvalidFields."""
    email, phone = given.email or None, given.phone or None
    if email and phone:
        raise InvalidFields(fields={"phone": ["Please give an email or a phone number, not both."]})
    try:
        if phone:
            return Contact(phone=phone_number(phone, phone_country_code))
        if email:
            return Contact(email=email_address(email))
    except ContactRefused as error:
        field = "phone" if phone else "email"
        raise InvalidFields(fields={field: [message(field, field)]}) from error
    raise InvalidFields(fields=required("phone" if given.phone is not None else "email"))


async def request_code(
    connection: Connection,
    runtime: Runtime,
    contact: Contact,
    *,
    client: Client,
    purpose: Purpose = Purpose.SIGN_IN,
    subject: str | None = None,
) -> CodeSent:
    """Draws a code and has it delivered; the one before is dead. Raises OtpTooOften.

    The same work is done whether or not anybody is known by this contact.
    """
    settings = runtime.settings
    await _obey_limits(connection, runtime, contact, client)
    nonce = rules.draw_nonce()
    subject = subject or contact.canonical
    now = clock.now()
    expires_at = now + timedelta(seconds=settings.otp_seconds)
    code = rules.code_of(runtime.secret, nonce)
    kept = rules.code_hash(runtime.secret, purpose, subject, code)
    await connection.execute(KEEP, purpose, subject, kept, now, expires_at)
    await work.enqueue(
        connection,
        deliver_code,
        CodeToDeliver(
            to=contact.address,
            purpose=purpose,
            subject=subject,
            nonce=nonce,
            lives_seconds=settings.otp_seconds,
        ),
    )
    return CodeSent.model_construct(
        expires_in_seconds=settings.otp_seconds, resend_in_seconds=settings.otp_resend_seconds
    )


async def _obey_limits(
    connection: Connection, runtime: Runtime, contact: Contact, client: Client
) -> None:
    settings = runtime.settings
    counts = (
        Limit("code-client", settings.otp_per_client_hour, HOUR).of_client(client),
        Limit("code-resend", 1, settings.otp_resend_seconds).of(contact.canonical),
        Limit("code", settings.otp_per_address_hour, HOUR).of(contact.canonical),
    )
    wait = await seconds_to_wait(connection, *counts)
    if wait is not None:
        raise OtpTooOften(wait, rules.in_words(wait))


async def judge_code(
    connection: Connection,
    runtime: Runtime,
    code: str,
    *,
    purpose: Purpose,
    subject: str,
) -> Verdict:
    """Judges a code and uses it up where it is right.

    Nothing is raised for a wrong one: the try has to be committed. The edge says the verdict with
    `refusal_of` after that.
    """
    shown = rules.code_hash(runtime.secret, purpose, subject, rules.typed_code(code))
    most = runtime.settings.otp_max_tries
    row = await connection.fetchrow(JUDGE, purpose, subject, shown, clock.now(), most)
    if row is None:
        return await _why_not(connection, purpose, subject, most)
    if row["is_right"]:
        return Verdict.RIGHT
    return Verdict.NO_MORE_TRIES if row["tries"] >= most else Verdict.WRONG


async def _why_not(connection: Connection, purpose: Purpose, subject: str, most: int) -> Verdict:
    row = await connection.fetchrow(WHY_NOT, purpose, subject)
    if row is None or row["used_at"] is not None:
        return Verdict.WRONG
    return Verdict.NO_MORE_TRIES if row["tries"] >= most else Verdict.EXPIRED


async def newest_subject(connection: Connection, contacts: list[Contact]) -> str | None:
    """Which of some contacts a sign-in code went to last."""
    subjects = [contact.canonical for contact in contacts]
    found: str | None = await connection.fetchval(NEWEST_SUBJECT, Purpose.SIGN_IN, subjects)
    return found


def refusal_of(verdict: Verdict, runtime: Runtime) -> Refusal:
    """What a verdict other than RIGHT means to the shopper."""
    match verdict:
        case Verdict.EXPIRED:
            return OtpExpired(fields={"otp": [OtpExpired.message]})
        case Verdict.NO_MORE_TRIES:
            return OtpAttemptsExceeded(runtime.settings.otp_resend_seconds)
        case _:
            return OtpInvalid(fields={"otp": [OtpInvalid.message]})
