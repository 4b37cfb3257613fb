"""Asks for a code and judges one.

Codes belong to who asked for them: a client that has signed in with the contact before, by its device
or network, or a stranger, by the network. Whoever asks again replaces their own code alone, and wrong
tries count against the guesser's own.
"""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, jobs, security_log
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields, TooMany
from stallage.core.rate_limits import Hit, is_limit_reached, record_hits
from stallage.core.runtime import Runtime
from stallage.core.validation import message, required_error
from stallage.customers.rules.contacts import ContactRefused, email_address, phone_number
from stallage.signin import rules
from stallage.signin.actions import code_limits
from stallage.signin.actions.known_clients import recognise
from stallage.signin.clients import Asker
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.jobs import CodeToDeliver, deliver_code
from stallage.signin.rules import Contact, Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput

KEEP = """
INSERT INTO issued_codes (purpose, subject, asker, code_hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (purpose, subject, asker) DO UPDATE SET
    code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at,
    expires_at = excluded.expires_at, used_at = NULL
"""

OWN = """
SELECT asker FROM issued_codes
WHERE purpose = $1 AND subject = $2 AND asker = ANY($3) AND used_at IS NULL AND expires_at > $4
ORDER BY created_at DESC LIMIT 1
"""

# Each guess at one's own code takes the row's lock, so that of any number that come at once no more
# are judged than there are tries, and at most one is right.
JUDGE = """
UPDATE issued_codes SET
    tries = tries + CASE WHEN code_hash = $4 THEN 0 ELSE 1 END,
    used_at = CASE WHEN code_hash = $4 THEN $5::timestamptz END
WHERE purpose = $1 AND subject = $2 AND asker = $3
    AND used_at IS NULL AND expires_at > $5 AND tries < $6::int
RETURNING used_at IS NOT NULL AS is_right, tries
"""

# A code that somebody else asked for, such as the shopper on another network; the guess was counted.
JUDGE_ELSEWHERE = """
UPDATE issued_codes SET used_at = $4
WHERE purpose = $1 AND subject = $2 AND code_hash = $3
    AND used_at IS NULL AND expires_at > $4 AND tries < $5::int
RETURNING true
"""

IS_USED = """
SELECT used_at IS NOT NULL FROM issued_codes WHERE purpose = $1 AND subject = $2 AND asker = $3
"""

UNDER_WAY = """
SELECT bool_or(expires_at > $3 AND tries < $4::int) AS is_live, bool_or(expires_at > $3) AS is_spent
FROM issued_codes WHERE purpose = $1 AND subject = $2 AND used_at IS NULL
"""

NEWEST_SUBJECT = """
SELECT subject FROM issued_codes WHERE purpose = $1 AND subject = ANY($2)
ORDER BY asker = ANY($3) DESC, created_at DESC LIMIT 1
"""

GIVE_BACK = """
UPDATE issued_codes SET used_at = NULL WHERE purpose = $1 AND subject = $2 AND asker = $3
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
    raise InvalidFields(fields=required_error("phone" if given.phone is not None else "email"))


async def request_code(
    connection: Connection,
    runtime: Runtime,
    contact: Contact,
    *,
    asker: Asker,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> CodeSent:
    """Draws a code and has it delivered; the asker's own before is dead. Raises OtpTooOften.

    The same work is done whether or not anybody is known by this contact. `customer_id` makes it a
    code with which this customer takes the contact over.
    """
    settings = runtime.settings
    who = await recognise(connection, runtime, asker, contact)
    counts = code_limits.of_request(runtime, asker.client, who, contact)
    wait = await record_hits(connection, *counts)
    if wait is not None:
        raise OtpTooOften(wait, rules.in_words(wait))
    nonce = rules.draw_nonce()
    subject = rules.subject_of(contact, customer_id)
    now = clock.now()
    expires_at = now + timedelta(seconds=settings.otp_seconds)
    code = rules.code_of(runtime.secret, nonce)
    kept = rules.code_hash(runtime.secret, purpose, subject, code)
    await connection.execute(KEEP, purpose, subject, who.name, kept, now, expires_at)
    await jobs.enqueue(
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


async def judge_code(
    connection: Connection,
    runtime: Runtime,
    code: str,
    contact: Contact,
    *,
    asker: Asker,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> Verdict:
    """Judges a code and uses it up where it is right. Raises TooMany, judging nothing.

    Nothing is raised for a wrong one: the try has to be committed. The edge says the verdict with
    `refusal_of` after that.
    """
    who = await recognise(connection, runtime, asker, contact)
    counts = code_limits.of_guess(runtime, asker.client, who, contact)
    wait = await record_hits(connection, *counts)
    if wait is not None:
        raise TooMany(wait)
    subject = rules.subject_of(contact, customer_id)
    shown = rules.code_hash(runtime.secret, purpose, subject, rules.typed_code(code))
    now = clock.now()
    own = await connection.fetchval(OWN, purpose, subject, who.names, now)
    if own is None:
        elsewhere = code_limits.of_guess_elsewhere(runtime, who, contact)
        verdict = await _judge_elsewhere(
            connection, runtime, shown, elsewhere, purpose=purpose, subject=subject
        )
    else:
        verdict = await _judge_own(
            connection, runtime, shown, own, purpose=purpose, subject=subject
        )
    if verdict is not Verdict.RIGHT:
        security_log.record(
            "code_refused",
            purpose=purpose,
            verdict=verdict.value,
            is_known=who.is_known,
            network=rules.limit_subject(runtime.secret, "network", asker.client.network)[:16],
        )
    return verdict


async def _judge_own(
    connection: Connection,
    runtime: Runtime,
    shown: bytes,
    asker: bytes,
    *,
    purpose: Purpose,
    subject: str,
) -> Verdict:
    most = runtime.settings.otp_max_tries
    row = await connection.fetchrow(JUDGE, purpose, subject, asker, shown, clock.now(), most)
    if row is None:
        is_used = await connection.fetchval(IS_USED, purpose, subject, asker)
        return Verdict.WRONG if is_used else Verdict.NO_MORE_TRIES
    if row["is_right"]:
        return Verdict.RIGHT
    return Verdict.NO_MORE_TRIES if row["tries"] >= most else Verdict.WRONG


async def _judge_elsewhere(
    connection: Connection,
    runtime: Runtime,
    shown: bytes,
    counts: tuple[Hit, Hit],
    *,
    purpose: Purpose,
    subject: str,
) -> Verdict:
    """Judges the guess of a client that has no code of its own under way.

    A shopper may ask on one network and type on another. Such guesses are few for all clients
    together, as each has every code under way to be right with.
    """
    most, now = runtime.settings.otp_max_tries, clock.now()
    under_way = await connection.fetchrow(UNDER_WAY, purpose, subject, now, most)
    if under_way is None or under_way["is_live"] is None:
        return Verdict.WRONG
    if not under_way["is_live"]:
        return Verdict.NO_MORE_TRIES if under_way["is_spent"] else Verdict.EXPIRED
    if await record_hits(connection, *counts) is not None:
        return Verdict.NO_MORE_TRIES
    if await connection.fetchval(JUDGE_ELSEWHERE, purpose, subject, shown, now, most):
        return Verdict.RIGHT
    is_last = await is_limit_reached(connection, counts[0])
    return Verdict.NO_MORE_TRIES if is_last else Verdict.WRONG


async def newest_contact(
    connection: Connection,
    runtime: Runtime,
    asker: Asker,
    contacts: list[Contact],
    *,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> Contact | None:
    """Which of some contacts a code went to last. One that the asker asked for goes before others."""
    by_subject = {rules.subject_of(contact, customer_id): contact for contact in contacts}
    names = [
        name
        for contact in contacts
        for name in (await recognise(connection, runtime, asker, contact)).names
    ]
    found = await connection.fetchval(NEWEST_SUBJECT, purpose, list(by_subject), names)
    return by_subject.get(found)


async def give_back(
    connection: Connection, runtime: Runtime, contact: Contact, asker: Asker, customer_id: int
) -> None:
    """Makes a customer's code good again that was used in this transaction, for nothing."""
    own = await recognise(connection, runtime, asker.signed_in_as(customer_id), contact)
    subject = rules.subject_of(contact, customer_id)
    await connection.execute(GIVE_BACK, Purpose.CONTACT, subject, own.name)


def refusal_of(verdict: Verdict, runtime: Runtime, field: str = "otp") -> ApiError:
    """What a verdict other than RIGHT means to the shopper."""
    match verdict:
        case Verdict.EXPIRED:
            return OtpExpired(fields={field: [OtpExpired.message]})
        case Verdict.NO_MORE_TRIES:
            return OtpAttemptsExceeded(runtime.settings.otp_resend_seconds, field)
        case _:
            return OtpInvalid(fields={field: [OtpInvalid.message]})
