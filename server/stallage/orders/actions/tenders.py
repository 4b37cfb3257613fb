"""Holds, takes and gives back what pays an order, whatever kinds of tender that is.

The caller holds the order's row, so that a tender is never taken or given back twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.runtime import Runtime
from stallage.orders.locked import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderDraft, TenderState
from stallage.orders.tenders import PlacedOrder, TenderUnavailable
from stallage.tenders import tender_kind

COLUMNS = "position, kind, amount, state, released, given_back, reference"
TENDERS_OF = f"SELECT {COLUMNS} FROM order_tenders WHERE order_id = $1 ORDER BY position"

NOTE_PARTS = """
    UPDATE order_tenders t
    SET released = released + CASE state WHEN 'held' THEN p.amount ELSE 0 END,
        given_back = given_back + CASE state WHEN 'taken' THEN p.amount ELSE 0 END
    FROM unnest($2::int[], $3::bigint[]) AS p (position, amount)
    WHERE t.order_id = $1 AND t.position = p.position
"""

END = f"""
    WITH ended AS (
        UPDATE order_tenders
        SET state = CASE state WHEN 'held' THEN 'released' WHEN 'taken' THEN 'given_back'
            ELSE state END
        WHERE order_id = $1
        RETURNING {COLUMNS}
    )
    SELECT * FROM ended ORDER BY position
"""

HOLD_AGAIN = """
    UPDATE order_tenders SET state = 'held' WHERE order_id = $1 AND state = 'released'
"""


def tender_of(row: Record | dict[str, Any]) -> Tender:
    """A tender from a row with `COLUMNS`."""
    return Tender(**{**dict(row), "state": TenderState(row["state"])})


async def tenders_of(connection: Connection, order_id: int) -> list[Tender]:
    """The tenders of an order, in the order in which they paid."""
    return [tender_of(row) for row in await connection.fetch(TENDERS_OF, order_id)]


async def hold_tenders(
    connection: Connection, runtime: Runtime, order: PlacedOrder, drafts: Sequence[TenderDraft]
) -> int | None:
    """Reserves what pays a new order, whose tenders have been written with it.

    Returns the payment attempt that the shopper goes on to, if there is one. Raises what kinds refuse.
    """
    attempt_id = None
    for draft in drafts:
        held = await tender_kind(draft.kind).hold(connection, runtime, order, draft)
        attempt_id = held or attempt_id
    return attempt_id


async def give_back(
    connection: Connection,
    order: LockedOrder,
    parts: Sequence[tuple[Tender, int]],
    key: str,
) -> bool:
    """Gives back parts of tenders, once for each `key`; see `rules.tenders.divided`.

    False if money is on its way: then whoever sends it calls `note_refund`.
    """
    if not parts:
        return True
    positions = [tender.position for tender, _amount in parts]
    amounts = [amount for _tender, amount in parts]
    await connection.execute(NOTE_PARTS, order.id, positions, amounts)
    is_back = True
    # What holds stored value is locked in the order in which placing an order locks it.
    for tender, amount in sorted(parts, key=lambda part: part[0].position):
        kind = tender_kind(tender.kind)
        is_back &= await kind.give_back(connection, order, tender, amount, key)
    return is_back


async def give_back_rest(connection: Connection, order: LockedOrder) -> bool:
    """Gives back all that an order still has, as it has ended.

    False if money is on its way: then whoever sends it calls `note_refund`.
    """
    is_back = True
    for row in await connection.fetch(END, order.id):
        tender = tender_of(row)
        if tender.left:
            kind = tender_kind(tender.kind)
            is_back &= await kind.give_back_rest(connection, order, tender)
    return is_back


async def hold_again(connection: Connection, order: LockedOrder) -> None:
    """Reserves once more what was released when an order ended unpaid.

    Raises TenderUnavailable, and leaves everything as it was then.
    """
    held: list[Tender] = []
    for tender in await tenders_of(connection, order.id):
        kind = tender_kind(tender.kind)
        try:
            await kind.hold_again(connection, order, tender)
        except TenderUnavailable:
            for earlier in held:
                await tender_kind(earlier.kind).give_back_rest(connection, order, earlier)
            raise
        held.append(tender)
    await connection.execute(HOLD_AGAIN, order.id)
