"""Remembers the devices and networks that customers have signed in from.

They have limits of their own, so that strangers who ask for codes or guess them never lock a customer
out; and a sign-in from anywhere else is told by mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.core.runtime import Runtime
from stallage.signin.clients import Asker
from stallage.signin.rules import Contact, client_hash

FIND = "SELECT client_hash FROM known_clients WHERE client_hash = ANY($1)"

OF_CUSTOMER = "SELECT client_hash FROM known_clients WHERE customer_id = $1"

REMEMBER = """
INSERT INTO known_clients (client_hash, customer_id, created_at, last_used_at)
SELECT hash, $2, $3, $3 FROM unnest($1::bytea[]) AS hash ORDER BY hash
ON CONFLICT (client_hash) DO UPDATE SET
    last_used_at = excluded.last_used_at, customer_id = excluded.customer_id
"""

# Before the rows of the customer, as erasure and a change of contact lock them. Whoever was forgotten
# meanwhile is nobody to sign in.
LOCK = "SELECT true FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR KEY SHARE"

FORGET_ALL = "DELETE FROM known_clients WHERE customer_id = $1"

# A customer who is new has no device that could be missed.
HAS_A_PAST = """
SELECT EXISTS (SELECT FROM sign_ins WHERE customer_id = $1)
    OR EXISTS (SELECT FROM known_clients WHERE customer_id = $1)
    OR EXISTS (SELECT FROM customers WHERE id = $1 AND created_at < $2::timestamptz - interval '1 hour')
"""


@dataclass(frozen=True, slots=True)
class Recognised:
    """Under which name an asker is counted for a contact."""

    name: bytes
    is_known: bool
    by_device: bool
    also: tuple[bytes, ...]
    """Other names under which this client may have asked."""

    @property
    def names(self) -> list[bytes]:
        """Every name under which this client may have asked."""
        return [self.name, *self.also]


async def recognise(
    connection: Connection, runtime: Runtime, asker: Asker, contact: Contact
) -> Recognised:
    """Who an asker is to a contact. Nothing is asked about the customer who has the contact."""
    stranger = asker.stranger_hash(runtime.secret, contact)
    if asker.customer_id is not None:
        own = client_hash(runtime.secret, "customer", contact, str(asker.customer_id))
        rows = await connection.fetch(OF_CUSTOMER, asker.customer_id)
        known = [row["client_hash"] for row in rows]
        return Recognised(own, is_known=True, by_device=True, also=(*known, stranger))
    device = asker.device_hash(runtime.secret, contact)
    network = asker.network_hash(runtime.secret, contact)
    hashes = asker.known_by(runtime.secret, contact)
    found = {row["client_hash"] for row in await connection.fetch(FIND, hashes)}
    if device in found and device is not None:
        also = (stranger,) if network is None else (network, stranger)
        return Recognised(device, is_known=True, by_device=True, also=also)
    if network in found and network is not None:
        return Recognised(network, is_known=True, by_device=False, also=(stranger,))
    return Recognised(stranger, is_known=False, by_device=False, also=())


async def remember(
    connection: Connection,
    runtime: Runtime,
    customer_id: int,
    contacts: Sequence[Contact],
    asker: Asker,
) -> bool:
    """Makes the client known for the customer's contacts.

    Returns whether that is news to a customer who has signed in before. Raises Unauthorized where the
    customer was forgotten meanwhile.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized
    now = clock.now()
    hashes = [one for contact in contacts for one in asker.known_by(runtime.secret, contact)]
    is_known = bool(await connection.fetch(FIND, hashes))
    is_news = not is_known and await connection.fetchval(HAS_A_PAST, customer_id, now)
    await connection.execute(REMEMBER, hashes, customer_id, now)
    return bool(is_news)


async def forget_clients_of(connection: Connection, customer_id: int) -> None:
    """Makes every device and network of a customer unknown again."""
    await connection.execute(FORGET_ALL, customer_id)
