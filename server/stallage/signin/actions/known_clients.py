"""Known clients: the devices and networks that customers have signed in from.

They have rate limits of their own, so strangers who request or guess codes never lock a customer out. A
sign-in from any other client is reported to the customer by email.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import Unauthorized
from stallage.signin.drafts import Requester
from stallage.signin.rules import Contact, hash_client

FIND = "SELECT client_hash FROM known_clients WHERE client_hash = ANY($1)"

OF_CUSTOMER = "SELECT client_hash FROM known_clients WHERE customer_id = $1"

REMEMBER = """
INSERT INTO known_clients (client_hash, customer_id, created_at, last_used_at)
SELECT hash, $2, $3, $3 FROM unnest($1::bytea[]) AS hash ORDER BY hash
ON CONFLICT (client_hash) DO UPDATE SET
    last_used_at = excluded.last_used_at, customer_id = excluded.customer_id
"""

# Lock before the rows of the customer, in the order of erasure and of a change of contact. A customer
# who was forgotten meanwhile cannot sign in.
LOCK = "SELECT true FROM customers_view WHERE id = $1 AND forgotten_at IS NULL FOR KEY SHARE"

FORGET_ALL = "DELETE FROM known_clients WHERE customer_id = $1"

# A new customer is not informed of the first device.
HAS_SIGNED_IN_BEFORE = """
SELECT EXISTS (SELECT FROM sign_ins WHERE customer_id = $1)
    OR EXISTS (SELECT FROM known_clients WHERE customer_id = $1)
    OR EXISTS (SELECT FROM customers_view WHERE id = $1 AND created_at < $2::timestamptz - interval '1 hour')
"""


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """The key under which a client's codes and limits are stored for a contact."""

    key: bytes
    is_known: bool
    by_device: bool
    other_keys: tuple[bytes, ...]
    """Other keys under which this client may have requested a code."""

    @property
    def keys(self) -> list[bytes]:
        """All keys under which this client may have requested a code."""
        return [self.key, *self.other_keys]


async def identify_client(
    connection: Connection, secret: bytes, requester: Requester, contact: Contact
) -> ClientIdentity:
    """Identify a client for a contact, without a query about the customer who has the contact."""
    stranger = requester.stranger_hash(secret, contact)
    if requester.customer_id is not None:
        own = hash_client(secret, "customer", contact, str(requester.customer_id))
        rows = await connection.fetch(OF_CUSTOMER, requester.customer_id)
        known = [row["client_hash"] for row in rows]
        return ClientIdentity(own, is_known=True, by_device=True, other_keys=(*known, stranger))
    device = requester.device_hash(secret, contact)
    network = requester.network_hash(secret, contact)
    hashes = requester.known_hashes(secret, contact)
    matches = {row["client_hash"] for row in await connection.fetch(FIND, hashes)}
    if device in matches and device is not None:
        others = (stranger,) if network is None else (network, stranger)
        return ClientIdentity(device, is_known=True, by_device=True, other_keys=others)
    if network in matches and network is not None:
        return ClientIdentity(network, is_known=True, by_device=False, other_keys=(stranger,))
    return ClientIdentity(stranger, is_known=False, by_device=False, other_keys=())


async def remember_client(
    connection: Connection,
    secret: bytes,
    customer_id: int,
    contacts: Sequence[Contact],
    requester: Requester,
) -> bool:
    """Store the client as known for the customer's contacts.

    Returns whether it is new for a customer who has signed in before. Raises Unauthorized if the
    customer was forgotten meanwhile.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized
    now = clock.now()
    hashes = [one for contact in contacts for one in requester.known_hashes(secret, contact)]
    is_known = bool(await connection.fetch(FIND, hashes))
    is_new = not is_known and await connection.fetchval(HAS_SIGNED_IN_BEFORE, customer_id, now)
    await connection.execute(REMEMBER, hashes, customer_id, now)
    return bool(is_new)


async def forget_clients_of(connection: Connection, customer_id: int) -> None:
    """Delete all known devices and networks of a customer."""
    await connection.execute(FORGET_ALL, customer_id)
