"""Browsers and networks that operators have signed in from.

They have rate limits of their own, so strangers who guess passwords never lock an operator out. Passkeys
cannot be guessed and have no limit by account.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.rate_limits import Hit, RateLimit
from stallage.operators.drafts import Browser
from stallage.operators.queries.accounts import known_hashes
from stallage.operators.rules.sessions import KNOWN_CLIENT, client_hash

KNOWN_TRIES = RateLimit("operator-sign-in", 30, 900)
"""Tries from a known browser or network, for each operator."""
NETWORK_TRIES = RateLimit("operator-sign-in-network", 40, 900)
ACCOUNT_TRIES = RateLimit("operator-sign-in-account", 20, 3600)
"""Tries at an account from all unknown browsers and networks together."""
CODE_TRIES = RateLimit("operator-code", 10, 900)
CODE_TRIES_DAY = RateLimit("operator-code-day", 30, 86_400)
"""Wrong codes after a right password."""
VERIFICATIONS = RateLimit("operator-verification", 10, 900)
"""Repeated verifications in a session."""
STRANGERS_RECORDED = RateLimit("operator-unknown-recorded", 100, 3600)
"""Failures with unknown email addresses that the audit log records."""

_DEVICE = re.compile(r"[A-Za-z0-9_-]{43}")

REMEMBER = """
INSERT INTO operator_known_clients (client_hash, operator_id, last_used_at)
SELECT hash, $2, $3 FROM unnest($1::bytea[]) AS hash ORDER BY hash
ON CONFLICT (client_hash) DO UPDATE SET last_used_at = excluded.last_used_at
"""
FORGET = "DELETE FROM operator_known_clients WHERE operator_id = $1"


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """What an operator's browser is known by; None where it is not known."""

    device: bytes | None
    network: bytes | None

    @property
    def known(self) -> bytes | None:
        """The key of the limits of a known browser or network."""
        return self.device or self.network


async def identify(
    connection: Connection, secret: bytes, operator_id: int, browser: Browser
) -> ClientIdentity:
    """Find out whether an operator has signed in from this browser or network before."""
    network = client_hash(secret, "network", operator_id, browser.client.network)
    device = client_hash(secret, "device", operator_id, browser.device)
    found = await known_hashes(connection, [network, device], clock.now() - KNOWN_CLIENT)
    is_network_known = network in found and not browser.client.is_shared
    return ClientIdentity(
        device if browser.device and device in found else None,
        network if is_network_known else None,
    )


def password_hits(browser: Browser, identity: ClientIdentity, email: str) -> tuple[Hit, ...]:
    """Return the limits that a try with a password counts against, right or wrong."""
    if identity.known is not None:
        return (KNOWN_TRIES.of(identity.known.hex()),)
    return (NETWORK_TRIES.of_client(browser.client), ACCOUNT_TRIES.of(email.lower()))


def code_hits(identity: ClientIdentity, operator_id: int) -> tuple[Hit, ...]:
    """Return the limits that a wrong code counts against."""
    key = str(operator_id) if identity.known is None else identity.known.hex()
    return (CODE_TRIES.of(key), CODE_TRIES_DAY.of(key))


async def remember(
    connection: Connection, secret: bytes, operator_id: int, browser: Browser
) -> str:
    """Store that an operator has signed in from here; return the value of the device cookie."""
    device = browser.device if _DEVICE.fullmatch(browser.device) else secrets.token_urlsafe(32)
    hashes = [client_hash(secret, "device", operator_id, device)]
    if not browser.client.is_shared:
        hashes.append(client_hash(secret, "network", operator_id, browser.client.network))
    await connection.execute(REMEMBER, hashes, operator_id, clock.now())
    return device


async def forget_clients_of(connection: Connection, operator_id: int) -> None:
    """Forget all browsers and networks of an operator."""
    await connection.execute(FORGET, operator_id)
