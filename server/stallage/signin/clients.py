"""Who asks for a code or shows one: the client, and the key that its device keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Header, Request

from stallage.core.clients import Client, client_of
from stallage.signin.rules import Contact, client_hash, device_name

DEVICE_KEY = re.compile(r"[A-Za-z0-9_-]{32,64}")

DeviceKey = Annotated[
    str | None,
    Header(
        alias="Device-Key",
        description="32 to 64 random letters and digits that this device keeps. A device that a"
        " customer has signed in with is known by it and has limits of its own.",
    ),
]


@dataclass(frozen=True, slots=True)
class Asker:
    """The other end of a request for or with a code."""

    client: Client
    device_key: str = ""
    """The random key that the device keeps; empty where it keeps none."""
    browser: str = ""
    """What people call the browser, such as `Firefox on Windows`."""
    customer_id: int | None = None
    """Set where a signed-in customer proves a contact of their own."""

    def signed_in_as(self, customer_id: int) -> Asker:
        """The same as a customer who proves a contact of their own."""
        return replace(self, customer_id=customer_id)

    def device_hash(self, secret: bytes, contact: Contact) -> bytes | None:
        """What a device is recognised by for a contact."""
        if not self.device_key:
            return None
        return client_hash(secret, "device", contact, self.device_key)

    def network_hash(self, secret: bytes, contact: Contact) -> bytes | None:
        """What a network is recognised by; None where a proxy hides it."""
        if self.client.is_shared:
            return None
        return client_hash(secret, "network", contact, self.client.network, self.browser)

    def known_by(self, secret: bytes, contact: Contact) -> list[bytes]:
        """What a sign-in makes known, the surer one first."""
        hashes = (self.device_hash(secret, contact), self.network_hash(secret, contact))
        return [one for one in hashes if one is not None]

    def stranger_hash(self, secret: bytes, contact: Contact) -> bytes:
        """Whom a code belongs to where nothing is known about the client."""
        return client_hash(secret, "stranger", contact, self.client.network)


def asker_of(request: Request, device_key: DeviceKey = None) -> Asker:
    """Who asks for a code or shows one. What is no device key counts as none."""
    key = device_key or ""
    return Asker(
        client_of(request),
        key if DEVICE_KEY.fullmatch(key) else "",
        device_name(request.headers.get("user-agent", "")),
    )


Asking = Annotated[Asker, Depends(asker_of)]
"""Who asks for a code or shows one."""
