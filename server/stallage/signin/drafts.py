"""Values that the actions of sign-in take: who requests a code, and who signs in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stallage.cart.schemas import PriceSeen
from stallage.core.clients import Client
from stallage.signin.rules import Contact, hash_client


@dataclass(frozen=True, slots=True)
class Requester:
    """The client that requests or enters a code."""

    client: Client
    device_key: str = ""
    """Random key that the device stores; empty if it has none."""
    browser: str = ""
    """Browser and system, such as `Firefox on Windows`."""
    customer_id: int | None = None
    """Set if a signed-in customer verifies one of their own contacts."""

    def signed_in_as(self, customer_id: int) -> Requester:
        """Return this client as a customer who verifies one of their own contacts."""
        return replace(self, customer_id=customer_id)

    def device_hash(self, secret: bytes, contact: Contact) -> bytes | None:
        """Return the hash that identifies the device for a contact, or None without a device key."""
        if not self.device_key:
            return None
        return hash_client(secret, "device", contact, self.device_key)

    def network_hash(self, secret: bytes, contact: Contact) -> bytes | None:
        """Return the hash that identifies the network, or None if a proxy hides it."""
        if self.client.is_shared:
            return None
        return hash_client(secret, "network", contact, self.client.network, self.browser)

    def known_hashes(self, secret: bytes, contact: Contact) -> list[bytes]:
        """Return the hashes by which this client is known after a sign-in, the device first."""
        hashes = (self.device_hash(secret, contact), self.network_hash(secret, contact))
        return [one for one in hashes if one is not None]

    def stranger_hash(self, secret: bytes, contact: Contact) -> bytes:
        """Return the hash that identifies a client that is not known to the contact."""
        return hash_client(secret, "stranger", contact, self.client.network)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who signs in, with what their browser sent."""

    device: str
    """The browser's user agent."""
    requester: Requester
    is_verified_by_code: bool = False
    """Whether a code has just verified one of the customer's contacts."""
    first_name: str | None = None
    last_name: str | None = None
    guest_sku_ids: tuple[int, ...] = ()
    prices_seen: tuple[PriceSeen, ...] = ()
    viewed_sku_ids: tuple[int, ...] = ()
    wishlist_sku_ids: tuple[int, ...] = ()
    is_informed: bool = False
    """Whether the customer gets another email about this sign-in, such as of a linked account."""
