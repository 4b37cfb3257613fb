"""How often codes may be asked for and guessed: per client first, then per address.

A client that is known to a contact is counted by itself alone. Strangers share a limit for the contact
as well, which bounds what any number of networks can do to it.
"""

from __future__ import annotations

from stallage.core.clients import Client
from stallage.core.rate_limits import Hit, RateLimit
from stallage.core.runtime import Runtime
from stallage.signin.actions.known_clients import Recognised
from stallage.signin.rules import Contact, limit_subject

HOUR = 3600
DAY = 86_400


def of_request(
    runtime: Runtime, client: Client, who: Recognised, contact: Contact
) -> tuple[Hit, ...]:
    """What asking for a code counts against."""
    settings = runtime.settings
    name = who.name.hex()
    counts = [
        RateLimit("code-resend", 1, settings.otp_resend_seconds).of(name),
        RateLimit("code", settings.otp_per_address_hour, HOUR).of(name),
    ]
    # Whoever shares the network of a known device cannot use its limit up.
    if not who.by_device:
        counts.append(
            RateLimit("code-client", settings.otp_per_client_hour, HOUR).of_client(client)
        )
    if not who.is_known:
        strangers = RateLimit("code-strangers", settings.otp_per_address_hour_strangers, HOUR)
        counts.append(strangers.of(_hashed(runtime, contact)))
    return tuple(counts)


def of_guess(
    runtime: Runtime, client: Client, who: Recognised, contact: Contact
) -> tuple[Hit, ...]:
    """What showing a code counts against, right or wrong."""
    settings = runtime.settings
    name = who.name.hex()
    per_client = RateLimit("code-guess", settings.otp_guesses_per_client_hour, HOUR)
    per_address = RateLimit("code-guess-address", settings.otp_guesses_per_address_day, DAY)
    if who.by_device:
        return (per_client.of(name), per_address.of(name))
    if who.is_known:
        return (per_client.of_client(client), per_address.of(name))
    per_both = RateLimit("code-guess-both", settings.otp_guesses_per_address_client_day, DAY)
    return (
        per_client.of_client(client),
        per_both.of(name),
        per_address.of(_hashed(runtime, contact)),
    )


def of_guess_elsewhere(runtime: Runtime, who: Recognised, contact: Contact) -> tuple[Hit, Hit]:
    """What a guess counts against besides where the client has not asked for a code itself."""
    settings = runtime.settings
    name = who.name.hex()
    tries = RateLimit("code-elsewhere-client", settings.otp_max_tries, settings.otp_seconds)
    together = RateLimit("code-elsewhere", settings.otp_guesses_elsewhere_day, DAY)
    return (
        tries.of(name),
        together.of(name if who.is_known else _hashed(runtime, contact)),
    )


def _hashed(runtime: Runtime, contact: Contact) -> str:
    return limit_subject(runtime.secret, "contact", contact.canonical)
