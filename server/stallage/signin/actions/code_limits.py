"""Rate limits of codes: how often they may be requested and guessed.

A client that is known to a contact is counted separately. Unknown clients also share a limit for the contact,
which bounds what any number of networks can do to it.
"""

from __future__ import annotations

from stallage.core.clients import Client
from stallage.core.rate_limits import Hit, RateLimit
from stallage.settings import Settings
from stallage.signin.actions.known_clients import ClientIdentity
from stallage.signin.rules import Contact, hash_for_limit

HOUR = 3600
DAY = 86_400


def request_hits(
    settings: Settings, secret: bytes, client: Client, identity: ClientIdentity, contact: Contact
) -> tuple[Hit, ...]:
    """Return the limits that a request for a code counts against."""
    key = identity.key.hex()
    hits = [
        RateLimit("code-resend", 1, settings.otp_resend_seconds).of(key),
        RateLimit("code", settings.otp_per_address_hour, HOUR).of(key),
    ]
    # Others on the network of a known device cannot use up its limit.
    if not identity.by_device:
        hits.append(RateLimit("code-client", settings.otp_per_client_hour, HOUR).of_client(client))
    if not identity.is_known:
        strangers = RateLimit("code-strangers", settings.otp_per_address_hour_strangers, HOUR)
        hits.append(strangers.of(_contact_key(secret, contact)))
    return tuple(hits)


def guess_hits(
    settings: Settings, secret: bytes, client: Client, identity: ClientIdentity, contact: Contact
) -> tuple[Hit, ...]:
    """Return the limits that entering a code counts against, right or wrong."""
    key = identity.key.hex()
    per_client = RateLimit("code-guess", settings.otp_guesses_per_client_hour, HOUR)
    per_address = RateLimit("code-guess-address", settings.otp_guesses_per_address_day, DAY)
    if identity.by_device:
        return (per_client.of(key), per_address.of(key))
    if identity.is_known:
        return (per_client.of_client(client), per_address.of(key))
    per_both = RateLimit("code-guess-both", settings.otp_guesses_per_address_client_day, DAY)
    return (
        per_client.of_client(client),
        per_both.of(key),
        per_address.of(_contact_key(secret, contact)),
    )


def guess_hits_without_request(
    settings: Settings, secret: bytes, identity: ClientIdentity, contact: Contact
) -> tuple[Hit, Hit]:
    """Return the further limits of a guess by a client that has not requested a code itself."""
    key = identity.key.hex()
    tries = RateLimit("code-elsewhere-client", settings.otp_max_tries, settings.otp_seconds)
    together = RateLimit("code-elsewhere", settings.otp_guesses_elsewhere_day, DAY)
    return (
        tries.of(key),
        together.of(key if identity.is_known else _contact_key(secret, contact)),
    )


def _contact_key(secret: bytes, contact: Contact) -> str:
    return hash_for_limit(secret, "contact", contact.canonical)
