"""Reads orders for those who may see them. There is no other way from a request to an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core import security_log
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound, Unauthorized
from stallage.orders.queries.details import details_of
from stallage.orders.rules import is_guest_key, normalize_public_id
from stallage.orders.rules.claimed_orders import without_personal_data
from stallage.orders.schemas import OrderDetails
from stallage.orders.sql.orders import ORDERS
from stallage.signin.rules import Contact

# `$3` is the link version that the key belongs to; null without a valid key.
ORDER_FOR = ORDERS + "WHERE o.public_id = $1 AND (o.customer_id = $2 OR o.link_version = $3)"

LINK_VERSION = "SELECT link_version FROM orders WHERE public_id = $1"
AUTHORIZE = """
    SELECT id, customer_id FROM orders
    WHERE public_id = $1 AND (customer_id = $2 OR link_version = $3)
"""

PLACED_WITH = """
    SELECT id, public_id, link_version FROM orders
    WHERE public_id = $1 AND (lower(email) = lower($2) OR phone = $3)
"""


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """An order found by its number and contact."""

    id: int
    public_id: str
    link_version: int


async def _parameters(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> tuple[str, int | None, int | None]:
    """The parameters of the queries for one order. A key needs a query of its own."""
    public_id = normalize_public_id(public_id)
    if key is None:
        return public_id, customer_id, None
    version = await connection.fetchval(LINK_VERSION, public_id)
    is_valid = is_guest_key(secrets, public_id, key, version or 0)
    if not is_valid:
        security_log.record("order_key_refused")
    return public_id, customer_id, version if is_valid else None


def _belongs_to_other(row: Record, customer_id: int | None) -> bool:
    """Whether an order found by its key belongs to an account other than the requester's."""
    return row["customer_id"] is not None and row["customer_id"] != customer_id


async def order_for(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> OrderDetails:
    """Read an order for its customer or a guest with its key. Raises NotFound for everybody else.

    Once the order belongs to an account, its key shows it without personal data.
    """
    parameters = await _parameters(connection, secrets, public_id, customer_id, key)
    row = await connection.fetchrow(ORDER_FOR, *parameters)
    if row is None:
        raise NotFound
    return (
        without_personal_data(details_of(row))
        if _belongs_to_other(row, customer_id)
        else details_of(row)
    )


async def authorize_order(
    connection: Connection,
    secrets: Sequence[bytes],
    public_id: str,
    customer_id: int | None,
    key: str | None,
) -> int:
    """Return the id of an order that the requester may act on. Raises NotFound.

    Once the order belongs to an account, nobody can act with its key. Then raises Unauthorized, which
    asks the customer to sign in, or NotFound for another customer.
    """
    parameters = await _parameters(connection, secrets, public_id, customer_id, key)
    row = await connection.fetchrow(AUTHORIZE, *parameters)
    if row is None:
        raise NotFound
    if _belongs_to_other(row, customer_id):
        raise Unauthorized if customer_id is None else NotFound
    return int(row["id"])


async def order_placed_with(
    connection: Connection, public_id: str, contact: Contact
) -> FoundOrder | None:
    """Find an order by its number and the contact it was placed with."""
    row = await connection.fetchrow(
        PLACED_WITH, normalize_public_id(public_id), contact.email, contact.phone
    )
    return None if row is None else FoundOrder(**dict(row))
