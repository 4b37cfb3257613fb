"""Describes changes of supply to the triggers that record stock movements.

The triggers belong to the `stock` feature, which comes later. A setting of the transaction tells them what
a statement alone does not: the reason, the location and who acts.
"""

from __future__ import annotations

import orjson

from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection

DESCRIBE = "SELECT set_config('stallage.stock_change', $1, true)"


async def describe_change(
    connection: Connection,
    kind: str,
    *,
    note: str = "",
    location_id: int | None = None,
    strict: bool = False,
    order_id: int | None = None,
    delivery_id: int | None = None,
    count_id: int | None = None,
    transfer_id: int | None = None,
) -> None:
    """Describe the changes of supply that follow in the transaction, until the next call.

    `kind` is a `MovementKind` of stock. Units leave `location_id` first; with `strict`, only it.
    """
    actor = current_actor()
    change = {
        "kind": kind,
        "note": note,
        "location": location_id,
        "strict": strict,
        "order": order_id,
        "delivery": delivery_id,
        "count": count_id,
        "transfer": transfer_id,
        "person": None if actor is None else actor.name,
        "at": clock.now(),
    }
    await connection.execute(DESCRIBE, orjson.dumps(change).decode())
