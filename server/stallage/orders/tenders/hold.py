"""Holds the tenders of an order that is being placed."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.orders.rules.tenders import TenderDraft
from stallage.orders.tenders import PlacedOrder
from stallage.tenders import tender_kind


async def hold_tenders(
    connection: Connection, runtime: Runtime, order: PlacedOrder, drafts: Sequence[TenderDraft]
) -> int | None:
    """Hold the tenders of a new order. Their rows were written with the order.

    Returns the id of the payment attempt that the shopper continues with, if any. Raises the errors of
    `TenderKind.errors`.
    """
    attempt_id = None
    for draft in drafts:
        held = await tender_kind(draft.kind).hold(connection, runtime, order, draft)
        attempt_id = held or attempt_id
    return attempt_id
