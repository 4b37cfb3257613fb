"""Records on the lines of an order what the `returns` feature returns, exchanges and refunds.

The caller holds the lock of the order's row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from stallage.core.db import Connection
from stallage.orders.actions.events import add_event
from stallage.orders.drafts import LockedOrder

RETURNED = """
    UPDATE order_lines l SET returned = l.returned + p.quantity,
        gone_line_total = l.gone_line_total + p.line_total,
        gone_discount = l.gone_discount + p.discount,
        gone_tax = l.gone_tax + p.tax,
        gone_tax_added = l.gone_tax_added + p.tax_added
    FROM jsonb_to_recordset($1) AS p (order_line_id bigint, quantity int, line_total bigint,
        discount bigint, tax bigint, tax_added bigint)
    WHERE l.id = p.order_line_id
"""

EXCHANGED = """
    UPDATE order_lines l SET exchanged = l.exchanged + p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""

EXCHANGE_CANCELLED = """
    UPDATE order_lines l SET exchanged = l.exchanged - p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""


@dataclass(frozen=True, slots=True)
class ReturnedUnits:
    """Units of a line that were returned, with their amounts."""

    order_line_id: int
    quantity: int
    line_total: int
    discount: int
    tax: int
    tax_added: int


async def record_returned(connection: Connection, units: Sequence[ReturnedUnits]) -> None:
    """Add to the returned units of lines."""
    await connection.execute(RETURNED, [asdict(one) for one in units])


async def record_exchanged(connection: Connection, units: Mapping[int, int]) -> None:
    """Add to the exchanged units of lines, by line id. Exchanged units are returned ones as well."""
    await connection.execute(EXCHANGED, list(units.keys()), list(units.values()))


async def record_exchange_cancelled(
    connection: Connection, order: LockedOrder, units: Mapping[int, int], label: str
) -> None:
    """Take units, by line id, off the exchanged ones, and add an entry to the timeline."""
    await connection.execute(EXCHANGE_CANCELLED, list(units.keys()), list(units.values()))
    await add_event(connection, order, "system", label)
