"""Reads orders for documents that operators print."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.orders.queries.details import details_of
from stallage.orders.rules import normalize_public_id
from stallage.orders.schemas import OrderDetails
from stallage.orders.sql.orders import ORDERS

OF_NUMBERS = (
    ORDERS + "WHERE o.public_id = ANY($1::text[]) ORDER BY array_position($1::text[], o.public_id)"
)


async def orders_to_print(connection: Connection, numbers: Sequence[str]) -> list[OrderDetails]:
    """Read orders by number, in this order. Raises NotFound if one does not exist."""
    public_ids = list(dict.fromkeys(normalize_public_id(number) for number in numbers))
    rows = await connection.fetch(OF_NUMBERS, public_ids)
    if len(rows) < len(public_ids):
        missing = sorted(set(public_ids) - {row["public_id"] for row in rows})
        raise NotFound(f"There is no order {missing[0][:32]}.")
    return [details_of(row) for row in rows]
