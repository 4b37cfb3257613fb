"""Creates customers with access tokens, and fills their carts."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from stallage.cart.actions import merge_guest_cart
from stallage.core import access, clock
from stallage.core.db import Connection
from tests.shop import Shop

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Shopper:
    """A signed-in customer."""

    id: int
    email: str
    headers: dict[str, str]


async def make_customer(
    connection: Connection,
    *,
    email: str | None = None,
    phone: str | None = None,
    first_name: str | None = "Ada",
    last_name: str | None = "Miller",
) -> int:
    """Create a customer and return the id."""
    customer_id: int = await connection.fetchval(
        "INSERT INTO customers (email, phone, first_name, last_name, created_at)"
        " VALUES ($1, $2, $3, $4, $5) RETURNING id",
        email or (None if phone else f"ada{next(_numbers)}@example.com"),
        phone,
        first_name,
        last_name,
        clock.now(),
    )
    return customer_id


async def sign_in(shop: Shop, *, email: str | None = None, phone: str | None = None) -> Shopper:
    """Create and sign in a customer."""
    address = email or (None if phone else f"shopper{next(_numbers)}@example.com")
    async with shop.database.transaction() as connection:
        customer_id = await make_customer(connection, email=address, phone=phone)
    token = access.sign(shop.runtime.secret, customer_id, "test-family", 900)
    return Shopper(customer_id, address or "", {"Authorization": f"Bearer {token}"})


async def fill_cart(shop: Shop, shopper: Shopper, *sku_ids: int) -> None:
    """Add SKUs to a customer's cart; an id that occurs n times means n units."""
    async with shop.database.transaction() as connection:
        await merge_guest_cart(connection, shopper.id, list(sku_ids))
