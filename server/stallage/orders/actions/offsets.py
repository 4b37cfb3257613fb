"""Sets cancelled items that were paid off against what is still to be paid of their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stallage.core.db import Connection
from stallage.orders.rules.differences import difference_of
from stallage.orders.rules.tenders import Tender, TenderState

SET_REFERENCE = "UPDATE order_tenders SET reference = $3 WHERE order_id = $1 AND position = $2"

RELEASE_SETTLED = """
    UPDATE order_tenders SET state = 'released'
    WHERE order_id = $1 AND state = 'held' AND released = amount
"""


async def record_offset(
    connection: Connection,
    order_id: int,
    parts: Sequence[tuple[Tender, int]],
    cancellation_id: int,
) -> None:
    """Record which part of a cancellation of paid items lowers what is still to be paid."""
    for tender, amount in parts:
        difference = difference_of(tender.reference)
        if difference is None or tender.state is not TenderState.HELD:
            continue
        offsets = {**difference.offsets, str(cancellation_id): amount}
        stored = replace(difference, offsets=offsets).to_text()
        await connection.execute(SET_REFERENCE, order_id, tender.position, stored)


async def release_settled(connection: Connection, order_id: int) -> None:
    """Release what was still to be paid of a paid order, once nothing of it is left."""
    await connection.execute(RELEASE_SETTLED, order_id)
