"""Gives back and holds again what pays an order, for all kinds of tender.

The caller holds the lock of the order's row, so that no tender is given back twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.orders.drafts import LockedOrder
from stallage.orders.events import OrderRefunded
from stallage.orders.rules.differences import due_of
from stallage.orders.rules.tenders import Tender, TenderState
from stallage.orders.tenders import TenderUnavailable
from stallage.tenders import tender_kind

COLUMNS = "position, kind, amount, state, released, given_back, reference, credited"
TENDERS_OF = f"SELECT {COLUMNS} FROM order_tenders WHERE order_id = $1 ORDER BY position"

RECORD_PARTS = """
    UPDATE order_tenders t
    SET released = released + CASE state WHEN 'held' THEN p.amount ELSE 0 END,
        given_back = given_back + CASE state WHEN 'taken' THEN p.amount ELSE 0 END
    FROM unnest($2::int[], $3::bigint[]) AS p (position, amount)
    WHERE t.order_id = $1 AND t.position = p.position
"""

RECORD_CREDITED = """
    UPDATE order_tenders t SET credited = credited + p.amount
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


def tender_of(row: Record) -> Tender:
    """A tender from a row with `COLUMNS`."""
    return Tender(**{**dict(row), "state": TenderState(row["state"])})


async def tenders_of(connection: Connection, order_id: int) -> list[Tender]:
    """Read the tenders of an order, in the order in which they pay."""
    return [tender_of(row) for row in await connection.fetch(TENDERS_OF, order_id)]


async def amount_due(connection: Connection, order_id: int) -> int:
    """What is still to be paid of a paid order, because items were added to it.

    The caller holds the lock of the order's row.
    """
    return due_of(await tenders_of(connection, order_id))


def _merged(parts: Sequence[tuple[Tender, int]]) -> list[tuple[Tender, int]]:
    """Parts with those that one provider sends back as one, so that one key is one refund."""
    merged: list[tuple[Tender, int]] = []
    online: dict[tuple[str, TenderState], int] = {}
    for tender, amount in sorted(parts, key=lambda part: part[0].position):
        if not tender_kind(tender.kind).is_paid_first:
            merged.append((tender, amount))
            continue
        place = online.setdefault((tender.kind, tender.state), len(merged))
        if place == len(merged):
            merged.append((tender, amount))
        else:
            merged[place] = (merged[place][0], merged[place][1] + amount)
    return merged


async def give_back(
    connection: Connection,
    order: LockedOrder,
    parts: Sequence[tuple[Tender, int]],
    key: str,
) -> bool:
    """Give back parts of tenders, once for each `key`; see `rules.tenders.split_refund`.

    Returns False if a provider still has to send the money; then the sender calls `record_refund`.
    """
    if not parts:
        return True
    positions = [tender.position for tender, _amount in parts]
    amounts = [amount for _tender, amount in parts]
    await connection.execute(RECORD_PARTS, order.id, positions, amounts)
    is_back = True
    # Stored value is locked in the order in which placing an order locks it.
    for tender, amount in _merged(parts):
        kind = tender_kind(tender.kind)
        is_back &= await kind.give_back(connection, order, tender, amount, key)
    paid = sum(amount for tender, amount in parts if tender.state is TenderState.TAKEN)
    await _publish_refund(connection, order, paid, key)
    return is_back


async def _publish_refund(
    connection: Connection, order: LockedOrder, amount: int, key: str
) -> None:
    if amount:
        await publish(connection, OrderRefunded(order_id=order.id, amount=amount, key=key))


async def record_credited(
    connection: Connection, order: LockedOrder, parts: Sequence[tuple[Tender, int]], key: str
) -> None:
    """Record that parts of tenders are refunded as wallet credit, which the caller adds.

    `key` is that of `give_back` for what the same refund gives back to its source.
    """
    positions = [tender.position for tender, _amount in parts]
    amounts = [amount for _tender, amount in parts]
    await connection.execute(RECORD_CREDITED, order.id, positions, amounts)
    await _publish_refund(connection, order, sum(amounts), f"{key}:wallet")


async def give_back_rest(connection: Connection, order: LockedOrder) -> bool:
    """Give back all that the tenders of a cancelled order still hold.

    Returns False if a provider still has to send the money; then the sender calls `record_refund`.
    """
    is_back, paid = True, 0
    for row in await connection.fetch(END, order.id):
        tender = tender_of(row)
        if tender.left:
            paid += tender.left if tender.state is TenderState.GIVEN_BACK else 0
            kind = tender_kind(tender.kind)
            is_back &= await kind.give_back_rest(connection, order, tender)
    await _publish_refund(connection, order, paid, "cancelled")
    return is_back


async def hold_again(connection: Connection, order: LockedOrder) -> None:
    """Hold again what was released when an order was cancelled unpaid.

    Raises TenderUnavailable, and then has changed nothing.
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
