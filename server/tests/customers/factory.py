"""Create customers with access tokens, without going through sign-in."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from stallage.core import access
from stallage.core.db import Connection
from stallage.customers.actions.contacts import get_or_create_by_email
from stallage.customers.actions.profile import fill_names
from tests.shop import Shop

_numbers = itertools.count(1)

HOME: dict[str, Any] = {
    "name": "Home",
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "line2": None,
    "city": "Portland",
    "state": "OR",
    "postalCode": "97201",
    "country": "US",
    "phone": "5035550143",
    "company": None,
    "taxId": None,
}
"""An address as a client sends it."""


@dataclass(frozen=True, slots=True)
class Someone:
    """A customer with their Authorization header."""

    id: int
    email: str
    headers: dict[str, str]


async def make_customer(connection: Connection, email: str | None = None) -> int:
    """Create a customer called Ada Miller and return the id."""
    address = email or f"ada{next(_numbers)}@example.com"
    customer_id = await get_or_create_by_email(connection, address)
    await fill_names(connection, customer_id, "Ada", "Miller")
    return customer_id


async def someone(shop: Shop, email: str | None = None) -> Someone:
    """Create a customer with a valid access token."""
    address = email or f"someone{next(_numbers)}@example.com"
    async with shop.database.transaction() as connection:
        customer_id = await make_customer(connection, address)
    token = access.sign(shop.runtime.secret, customer_id, "of-a-test", 900)
    return Someone(customer_id, address, {"Authorization": f"Bearer {token}"})
