"""Request and verify codes.

A code belongs to the client that requested it: a known device or network, or an unknown network. A new
request replaces only the client's own code, and wrong tries count against the guesser's own code.
"""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events, security_log
from stallage.core.db import Connection
from stallage.core.errors import ApiError, InvalidFields, TooMany
from stallage.core.rate_limits import Hit, is_limit_reached, record_hits
from stallage.core.validation import message, required_error
from stallage.customers.rules.contacts import InvalidContact, email_address, phone_number
from stallage.settings import Settings
from stallage.signin import rules
from stallage.signin.actions import code_limits
from stallage.signin.actions.known_clients import identify_client
from stallage.signin.drafts import Requester
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.events import CodeRequested
from stallage.signin.rules import CodeResult, Contact, Purpose
from stallage.signin.schemas import CodeSent, ContactInput

SAVE = """
INSERT INTO issued_codes (purpose, subject, requester, code_hash, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (purpose, subject, requester) DO UPDATE SET
    code_hash = excluded.code_hash, tries = 0, created_at = excluded.created_at,
    expires_at = excluded.expires_at, used_at = NULL
"""

OWN = """
SELECT requester FROM issued_codes
WHERE purpose = $1 AND subject = $2 AND requester = ANY($3) AND used_at IS NULL AND expires_at > $4
ORDER BY created_at DESC LIMIT 1
"""

# Each guess locks the row, so of any number of concurrent guesses no more are checked than there are
# tries, and at most one is correct.
VERIFY_OWN = """
UPDATE issued_codes SET
    tries = tries + CASE WHEN code_hash = $4 THEN 0 ELSE 1 END,
    used_at = CASE WHEN code_hash = $4 THEN $5::timestamptz END
WHERE purpose = $1 AND subject = $2 AND requester = $3
    AND used_at IS NULL AND expires_at > $5 AND tries < $6::int
RETURNING used_at IS NOT NULL AS is_correct, tries
"""

# A code that another client requested, such as the same shopper on another network. The caller has
# counted the guess.
VERIFY_OTHERS = """
UPDATE issued_codes SET used_at = $4
WHERE purpose = $1 AND subject = $2 AND code_hash = $3
    AND used_at IS NULL AND expires_at > $4 AND tries < $5::int
RETURNING true
"""

IS_USED = """
SELECT used_at IS NOT NULL FROM issued_codes WHERE purpose = $1 AND subject = $2 AND requester = $3
"""

UNUSED = """
SELECT bool_or(expires_at > $3 AND tries < $4::int) AS has_valid,
    bool_or(expires_at > $3) AS has_unexpired
FROM issued_codes WHERE purpose = $1 AND subject = $2 AND used_at IS NULL
"""

LATEST_SUBJECT = """
SELECT subject FROM issued_codes WHERE purpose = $1 AND subject = ANY($2)
ORDER BY requester = ANY($3) DESC, created_at DESC LIMIT 1
"""

RESTORE = """
UPDATE issued_codes SET used_at = NULL WHERE purpose = $1 AND subject = $2 AND requester = $3
"""


def parse_contact(form: ContactInput, phone_country_code: str) -> Contact:
    """Return the normalized contact of a request. Raises InvalidFields."""
    email, phone = form.email or None, form.phone or None
    if email and phone:
        raise InvalidFields(fields={"phone": ["Please give an email or a phone number, not both."]})
    try:
        if phone:
            return Contact(phone=phone_number(phone, phone_country_code))
        if email:
            return Contact(email=email_address(email))
    except InvalidContact as error:
        field = "phone" if phone else "email"
        raise InvalidFields(fields={field: [message(field, field)]}) from error
    raise InvalidFields(fields=required_error("phone" if form.phone is not None else "email"))


async def request_code(
    connection: Connection,
    settings: Settings,
    secret: bytes,
    contact: Contact,
    *,
    requester: Requester,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> CodeSent:
    """Create a code and schedule its delivery; it replaces the client's previous code.

    The same work is done whether or not a customer has this contact. With `customer_id`, the code
    allows this customer to add the contact. Raises OtpTooOften.
    """
    identity = await identify_client(connection, secret, requester, contact)
    hits = code_limits.request_hits(settings, secret, requester.client, identity, contact)
    wait = await record_hits(connection, *hits)
    if wait is not None:
        raise OtpTooOften(wait, rules.format_duration(wait))
    nonce = rules.generate_nonce()
    subject = rules.code_subject(contact, customer_id)
    now = clock.now()
    expires_at = now + timedelta(seconds=settings.otp_seconds)
    code_hash = rules.hash_code(secret, purpose, subject, rules.code_from_nonce(secret, nonce))
    await connection.execute(SAVE, purpose, subject, identity.key, code_hash, now, expires_at)
    requested = CodeRequested(
        to=contact.address,
        purpose=purpose,
        subject=subject,
        nonce=nonce,
        lifetime_seconds=settings.otp_seconds,
    )
    await events.publish(connection, requested)
    return CodeSent.model_construct(
        expires_in_seconds=settings.otp_seconds, resend_in_seconds=settings.otp_resend_seconds
    )


async def verify_code(
    connection: Connection,
    settings: Settings,
    secret: bytes,
    code: str,
    contact: Contact,
    *,
    requester: Requester,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> CodeResult:
    """Check a code and mark it as used if it is correct. Raises TooMany without checking it.

    A wrong code raises nothing, because the try has to be committed. The route raises `error_for` the
    result after the commit.
    """
    identity = await identify_client(connection, secret, requester, contact)
    hits = code_limits.guess_hits(settings, secret, requester.client, identity, contact)
    wait = await record_hits(connection, *hits)
    if wait is not None:
        raise TooMany(wait)
    subject = rules.code_subject(contact, customer_id)
    code_hash = rules.hash_code(secret, purpose, subject, rules.clean_code(code))
    max_tries = settings.otp_max_tries
    own = await connection.fetchval(OWN, purpose, subject, identity.keys, clock.now())
    if own is None:
        limits = code_limits.guess_hits_without_request(settings, secret, identity, contact)
        result = await _verify_others_code(
            connection, code_hash, limits, purpose=purpose, subject=subject, max_tries=max_tries
        )
    else:
        result = await _verify_own_code(
            connection, code_hash, own, purpose=purpose, subject=subject, max_tries=max_tries
        )
    if result is not CodeResult.CORRECT:
        security_log.record(
            "code_refused",
            purpose=purpose,
            result=result.value,
            is_known=identity.is_known,
            network=rules.hash_for_limit(secret, "network", requester.client.network)[:16],
        )
    return result


async def _verify_own_code(
    connection: Connection,
    code_hash: bytes,
    requester_key: bytes,
    *,
    purpose: Purpose,
    subject: str,
    max_tries: int,
) -> CodeResult:
    now = clock.now()
    row = await connection.fetchrow(
        VERIFY_OWN, purpose, subject, requester_key, code_hash, now, max_tries
    )
    if row is None:
        is_used = await connection.fetchval(IS_USED, purpose, subject, requester_key)
        return CodeResult.WRONG if is_used else CodeResult.NO_TRIES_LEFT
    if row["is_correct"]:
        return CodeResult.CORRECT
    return CodeResult.NO_TRIES_LEFT if row["tries"] >= max_tries else CodeResult.WRONG


async def _verify_others_code(
    connection: Connection,
    code_hash: bytes,
    limits: tuple[Hit, Hit],
    *,
    purpose: Purpose,
    subject: str,
    max_tries: int,
) -> CodeResult:
    """Check the guess of a client that has no unused code of its own.

    A shopper may request a code on one network and enter it on another. All clients together have few
    such guesses, because each guess is compared with every unused code.
    """
    now = clock.now()
    unused = await connection.fetchrow(UNUSED, purpose, subject, now, max_tries)
    if unused is None or unused["has_valid"] is None:
        return CodeResult.WRONG
    if not unused["has_valid"]:
        return CodeResult.NO_TRIES_LEFT if unused["has_unexpired"] else CodeResult.EXPIRED
    if await record_hits(connection, *limits) is not None:
        return CodeResult.NO_TRIES_LEFT
    if await connection.fetchval(VERIFY_OTHERS, purpose, subject, code_hash, now, max_tries):
        return CodeResult.CORRECT
    is_last_try = await is_limit_reached(connection, limits[0])
    return CodeResult.NO_TRIES_LEFT if is_last_try else CodeResult.WRONG


async def latest_contact(
    connection: Connection,
    secret: bytes,
    requester: Requester,
    contacts: list[Contact],
    *,
    purpose: Purpose = Purpose.SIGN_IN,
    customer_id: int | None = None,
) -> Contact | None:
    """Return the contact that the latest code went to; codes of this client come first."""
    by_subject = {rules.code_subject(contact, customer_id): contact for contact in contacts}
    keys = [
        key
        for contact in contacts
        for key in (await identify_client(connection, secret, requester, contact)).keys
    ]
    subject = await connection.fetchval(LATEST_SUBJECT, purpose, list(by_subject), keys)
    return by_subject.get(subject)


async def restore_code(
    connection: Connection, secret: bytes, contact: Contact, requester: Requester, customer_id: int
) -> None:
    """Make a customer's code valid again that was used in this transaction to no effect."""
    own = await identify_client(connection, secret, requester.signed_in_as(customer_id), contact)
    subject = rules.code_subject(contact, customer_id)
    await connection.execute(RESTORE, Purpose.CONTACT, subject, own.key)


def error_for(result: CodeResult, settings: Settings, field: str = "otp") -> ApiError:
    """Return the error for a result other than CORRECT. `field` is the input with the code."""
    match result:
        case CodeResult.EXPIRED:
            return OtpExpired(fields={field: [OtpExpired.message]})
        case CodeResult.NO_TRIES_LEFT:
            return OtpAttemptsExceeded(settings.otp_resend_seconds, field)
        case _:
            return OtpInvalid(fields={field: [OtpInvalid.message]})
