"""Sends units from one location to another.

Sent units leave stock, as removed ones do, and enter it again where they arrive. So no order can take them
on the way, and the sums of stock hold without a further term. The lines say what is in transit.
"""

from __future__ import annotations

from collections.abc import Mapping

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message
from stallage.products.actions import refresh_cards
from stallage.stock.actions import change_units
from stallage.stock.actions.reservations import hold_location
from stallage.stock.errors import LocationGone
from stallage.stock.rules import MovementKind
from stallage.stock_keeping.errors import (
    DocumentClosed,
    NotInTransit,
    NotTracked,
    TransferNotSent,
    TransferSent,
    TransferUnderWay,
)
from stallage.stock_keeping.schemas.transfers import Arrival, StockTransferInput

CREATE = """
    INSERT INTO stock_transfers (source_id, target_id, note, created_at, author)
    SELECT s.id, t.id, $3, $4, $5 FROM stock_locations_view s, stock_locations_view t
    WHERE s.id = $1 AND t.id = $2 AND s.active AND t.active
    RETURNING id
"""
ADD_LINES = """
    INSERT INTO stock_transfer_lines (transfer_id, sku_id, quantity)
    SELECT $1, s.id, given.quantity
    FROM unnest($2::bigint[], $3::int[]) AS given (sku_id, quantity)
    JOIN skus_view s ON s.id = given.sku_id AND s.tracked
    RETURNING sku_id
"""
LOCK = "SELECT id, source_id, target_id, note, state FROM stock_transfers WHERE id = $1 FOR UPDATE"
LINES = """
    SELECT sku_id, quantity, quantity - received - lost - returned AS open
    FROM stock_transfer_lines WHERE transfer_id = $1 ORDER BY sku_id
"""
UNTRACKED = """
    SELECT EXISTS (SELECT FROM skus_view WHERE id = ANY($1::bigint[]) AND NOT tracked)
"""
SET_SENT = "UPDATE stock_transfers SET state = 'sent', sent_at = $2 WHERE id = $1"
FINISH = "UPDATE stock_transfers SET state = $2, finished_at = $3 WHERE id = $1"
SETTLE = """
    UPDATE stock_transfer_lines l
    SET received = l.received + given.received, lost = l.lost + given.lost
    FROM unnest($2::bigint[], $3::int[], $4::int[]) AS given (sku_id, received, lost)
    WHERE l.transfer_id = $1 AND l.sku_id = given.sku_id
"""
RETURN = """
    UPDATE stock_transfer_lines SET returned = quantity - received - lost WHERE transfer_id = $1
"""
IS_UNDER_WAY = """
    SELECT EXISTS (SELECT FROM stock_transfers
        WHERE state = 'sent' AND $1 IN (source_id, target_id))
"""


def _subject(transfer_id: int) -> Subject:
    return Subject("stock_transfer", transfer_id, f"Transfer {transfer_id}")


def _invalid_lines() -> InvalidFields:
    return InvalidFields(fields={"lines": [message("invalid", "lines")]})


async def create_transfer(connection: Connection, body: StockTransferInput, author: str) -> int:
    """Create a draft and return its id. It changes no stock.

    Raises LocationGone, and InvalidFields for equal locations or a repeated, unknown or untracked SKU.
    """
    if body.source_id == body.target_id:
        raise InvalidFields(fields={"targetId": [message("invalid", "targetId")]})
    units = {line.sku_id: line.quantity for line in body.lines}
    if len(units) < len(body.lines):
        raise _invalid_lines()
    transfer_id = await connection.fetchval(
        CREATE, body.source_id, body.target_id, body.note, clock.now(), author
    )
    if transfer_id is None:
        raise LocationGone
    rows = await connection.fetch(ADD_LINES, transfer_id, list(units), list(units.values()))
    if len(rows) < len(units):
        raise _invalid_lines()
    await record(
        connection,
        "stock.transfer_created",
        _subject(transfer_id),
        after={"skus": len(units), "units": sum(units.values())},
    )
    return int(transfer_id)


async def send_transfer(connection: Connection, transfer_id: int) -> None:
    """Take the units of a draft out of stock at its source.

    Raises NotFound, DocumentClosed, TransferSent, NotTracked, LocationGone, and StockTooLow if the source
    has fewer units or orders hold them.
    """
    transfer = await _lock(connection, transfer_id)
    if transfer["state"] == "sent":
        raise TransferSent
    rows = await connection.fetch(LINES, transfer_id)
    # Neither location can be removed while the units are on their way; see `check_no_transfer`.
    await hold_location(connection, transfer["target_id"])
    units = {row["sku_id"]: row["quantity"] for row in rows}
    products = await _change(
        connection,
        transfer,
        {sku_id: -quantity for sku_id, quantity in units.items()},
        MovementKind.TRANSFER_OUT,
        transfer["source_id"],
    )
    await connection.execute(SET_SENT, transfer_id, clock.now())
    await record(
        connection,
        "stock.transfer_sent",
        _subject(transfer_id),
        after={"skus": len(units), "units": sum(units.values())},
    )
    await refresh_cards(connection, products)


async def receive_transfer(connection: Connection, transfer_id: int, arrival: Arrival) -> None:
    """Add what arrived to stock at the target. The transfer ends once nothing is on its way.

    Lost and damaged units arrive and are removed at once, so the history shows both. Raises NotFound,
    DocumentClosed, TransferNotSent, NotTracked, LocationGone, NotInTransit, and InvalidFields for a
    repeated or strange SKU or no units at all.
    """
    transfer = await _lock(connection, transfer_id)
    if transfer["state"] == "draft":
        raise TransferNotSent
    rows = {row["sku_id"]: row["open"] for row in await connection.fetch(LINES, transfer_id)}
    arrived = _check_arrival(arrival, rows)
    lost = {line.sku_id: -line.lost for line in arrival.lines if line.lost}
    products = await _change(
        connection,
        transfer,
        arrived,
        MovementKind.TRANSFER_IN,
        transfer["target_id"],
        note=arrival.note,
    )
    if lost:
        products |= await _change(
            connection,
            transfer,
            lost,
            MovementKind.DAMAGE,
            transfer["target_id"],
            note=arrival.note,
        )
    await connection.execute(
        SETTLE,
        transfer_id,
        [line.sku_id for line in arrival.lines],
        [line.received for line in arrival.lines],
        [line.lost for line in arrival.lines],
    )
    if sum(rows.values()) == sum(arrived.values()):
        await connection.execute(FINISH, transfer_id, "received", clock.now())
    await record(
        connection,
        "stock.transfer_received",
        _subject(transfer_id),
        after={"units": sum(arrived.values()) + sum(lost.values()), "lost": -sum(lost.values())},
    )
    await refresh_cards(connection, products)


def _check_arrival(arrival: Arrival, in_transit: Mapping[int, int]) -> dict[int, int]:
    """Units by SKU id that are no longer in transit. Raises InvalidFields and NotInTransit."""
    units = {line.sku_id: line.received + line.lost for line in arrival.lines}
    arrived = {sku_id: quantity for sku_id, quantity in units.items() if quantity}
    if len(units) < len(arrival.lines) or not arrived or not units.keys() <= in_transit.keys():
        raise _invalid_lines()
    for sku_id, quantity in arrived.items():
        if quantity > in_transit[sku_id]:
            raise NotInTransit(sku_id=sku_id, limit=in_transit[sku_id])
    return arrived


async def cancel_transfer(connection: Connection, transfer_id: int) -> None:
    """Cancel a transfer. Units in transit are in stock at the source again.

    Raises NotFound, DocumentClosed, NotTracked and LocationGone.
    """
    transfer = await _lock(connection, transfer_id)
    products: set[int] = set()
    back: dict[int, int] = {}
    if transfer["state"] == "sent":
        rows = await connection.fetch(LINES, transfer_id)
        back = {row["sku_id"]: row["open"] for row in rows if row["open"]}
        products = await _change(
            connection, transfer, back, MovementKind.TRANSFER_IN, transfer["source_id"]
        )
        await connection.execute(RETURN, transfer_id)
    await connection.execute(FINISH, transfer_id, "cancelled", clock.now())
    await record(
        connection,
        "stock.transfer_cancelled",
        _subject(transfer_id),
        after={"returned": sum(back.values())},
    )
    await refresh_cards(connection, products)


async def check_no_transfer(connection: Connection, location_id: int) -> None:
    """Raise TransferUnderWay if units are on their way to a location or from it.

    The caller has locked the location, so none is sent until the transaction ends.
    """
    if await connection.fetchval(IS_UNDER_WAY, location_id):
        raise TransferUnderWay


async def _lock(connection: Connection, transfer_id: int) -> Record:
    """Lock a transfer that is not finished. Raises NotFound and DocumentClosed."""
    row = await connection.fetchrow(LOCK, transfer_id)
    if row is None:
        raise NotFound
    if row["state"] not in ("draft", "sent"):
        raise DocumentClosed
    return row


async def _change(
    connection: Connection,
    transfer: Record,
    units: Mapping[int, int],
    kind: MovementKind,
    location_id: int,
    *,
    note: str = "",
) -> set[int]:
    """Change units for a transfer; see `change_units`. Raises NotTracked."""
    if await connection.fetchval(UNTRACKED, list(units)):
        raise NotTracked
    return await change_units(
        connection,
        units,
        reason=kind,
        location_id=location_id,
        note=note or transfer["note"],
        transfer_id=transfer["id"],
    )
