"""Records on the lines of an order what the `returns` feature returns, exchanges and refunds.

The caller holds the lock of the order's row.
"""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.db import Connection
from stallage.orders.actions.events import add_event
from stallage.orders.drafts import LockedOrder

RETURNED = """
    UPDATE order_lines l SET returned = l.returned + p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""

EXCHANGED = """
    UPDATE order_lines l SET exchanged = l.exchanged + p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""

EXCHANGE_CANCELLED = """
    UPDATE order_lines l SET exchanged = l.exchanged - p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""


async def record_returned(connection: Connection, units: Mapping[int, int]) -> None:
    """Add to the returned units of lines, by line id."""
    await connection.execute(RETURNED, list(units.keys()), list(units.values()))


async def record_exchanged(connection: Connection, units: Mapping[int, int]) -> None:
    """Add to the exchanged units of lines, by line id. Exchanged units are returned ones as well."""
    await connection.execute(EXCHANGED, list(units.keys()), list(units.values()))


async def record_exchange_cancelled(
    connection: Connection, order: LockedOrder, units: Mapping[int, int], label: str
) -> None:
    """Take units, by line id, off the exchanged ones, and add an entry to the timeline."""
    await connection.execute(EXCHANGE_CANCELLED, list(units.keys()), list(units.values()))
    await add_event(connection, order, "system", label)
