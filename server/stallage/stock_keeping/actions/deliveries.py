"""Plans deliveries of suppliers, and adds what arrives to stock."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message
from stallage.products.actions import refresh_cards
from stallage.stock.actions import change_units
from stallage.stock.errors import LocationGone
from stallage.stock.rules import MovementKind
from stallage.stock_keeping.errors import DeliveryStarted, DocumentClosed
from stallage.stock_keeping.schemas.documents import Receipt, StockDeliveryInput

CREATE = """
    INSERT INTO stock_deliveries (supplier, expected_on, location_id, note, created_at, author)
    SELECT $2, $3, id, $4, $5, $6 FROM stock_locations_view WHERE id = $1 AND active
    RETURNING id
"""
CHANGE = """
    UPDATE stock_deliveries d SET supplier = $3, expected_on = $4, location_id = p.id, note = $5,
        version = version + 1
    FROM (SELECT id FROM stock_locations_view WHERE id = $2 AND active) p
    WHERE d.id = $1 RETURNING d.id
"""
DELETE_LINES = "DELETE FROM stock_delivery_lines WHERE delivery_id = $1"
ADD_LINES = """
    INSERT INTO stock_delivery_lines (delivery_id, sku_id, quantity, cost)
    SELECT $1, s.id, given.quantity, given.cost
    FROM unnest($2::bigint[], $3::int[], $4::bigint[]) AS given (sku_id, quantity, cost)
    JOIN skus_view s ON s.id = given.sku_id AND s.tracked
    RETURNING sku_id
"""
LOCK = "SELECT id, supplier, location_id, state FROM stock_deliveries WHERE id = $1 FOR UPDATE"
STARTED = """
    SELECT EXISTS (SELECT FROM stock_delivery_lines WHERE delivery_id = $1 AND received > 0)
"""
RECEIVE = """
    UPDATE stock_delivery_lines l SET received = l.received + given.quantity
    FROM unnest($2::bigint[], $3::int[]) AS given (sku_id, quantity)
    WHERE l.delivery_id = $1 AND l.sku_id = given.sku_id
    RETURNING l.sku_id
"""
IS_COMPLETE = """
    SELECT NOT EXISTS (
        SELECT FROM stock_delivery_lines WHERE delivery_id = $1 AND received < quantity)
"""
SET_STATE = "UPDATE stock_deliveries SET state = $2, version = version + 1 WHERE id = $1"
TOUCH = "UPDATE stock_deliveries SET version = version + 1 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class PlannedDelivery:
    """A planned delivery, locked until the transaction ends."""

    supplier: str
    location_id: int


def _subject(delivery_id: int, supplier: str) -> Subject:
    return Subject("stock_delivery", delivery_id, f"Delivery {delivery_id}: {supplier}")


def _invalid_lines() -> InvalidFields:
    return InvalidFields(fields={"lines": [message("invalid", "lines")]})


async def plan_delivery(connection: Connection, body: StockDeliveryInput, author: str) -> int:
    """Plan a delivery and return its id. Raises InvalidFields and LocationGone."""
    delivery_id = await connection.fetchval(
        CREATE, body.location_id, body.supplier, body.expected_on, body.note, clock.now(), author
    )
    if delivery_id is None:
        raise LocationGone
    await _add_lines(connection, delivery_id, body)
    await record(connection, "stock.delivery_planned", _subject(delivery_id, body.supplier))
    return int(delivery_id)


async def _add_lines(connection: Connection, delivery_id: int, body: StockDeliveryInput) -> None:
    """Write the lines. Raises InvalidFields for a repeated, unknown or untracked SKU."""
    if len({line.sku_id for line in body.lines}) < len(body.lines):
        raise _invalid_lines()
    rows = await connection.fetch(
        ADD_LINES,
        delivery_id,
        [line.sku_id for line in body.lines],
        [line.quantity for line in body.lines],
        [line.cost for line in body.lines],
    )
    if len(rows) < len(body.lines):
        raise _invalid_lines()


async def lock_planned(connection: Connection, delivery_id: int) -> PlannedDelivery:
    """Lock a planned delivery until the transaction ends. Raises NotFound and DocumentClosed."""
    row = await connection.fetchrow(LOCK, delivery_id)
    if row is None:
        raise NotFound
    if row["state"] != "planned":
        raise DocumentClosed
    return PlannedDelivery(row["supplier"], row["location_id"])


async def change_delivery(
    connection: Connection, delivery_id: int, body: StockDeliveryInput
) -> None:
    """Replace a planned delivery that the caller has locked.

    Raises DeliveryStarted once units were received, InvalidFields and LocationGone.
    """
    if await connection.fetchval(STARTED, delivery_id):
        raise DeliveryStarted
    changed = await connection.fetchval(
        CHANGE, delivery_id, body.location_id, body.supplier, body.expected_on, body.note
    )
    if changed is None:
        raise LocationGone
    await connection.execute(DELETE_LINES, delivery_id)
    await _add_lines(connection, delivery_id, body)
    await record(connection, "stock.delivery_changed", _subject(delivery_id, body.supplier))


async def receive(connection: Connection, delivery_id: int, receipt: Receipt) -> None:
    """Add what arrived to stock. The delivery closes once all its units have arrived.

    Raises NotFound, DocumentClosed, InvalidFields for a SKU that is not in the delivery, NotTracked
    and LocationGone.
    """
    delivery = await lock_planned(connection, delivery_id)
    units = {line.sku_id: line.quantity for line in receipt.lines}
    if len(units) < len(receipt.lines):
        raise _invalid_lines()
    rows = await connection.fetch(RECEIVE, delivery_id, list(units), list(units.values()))
    if len(rows) < len(units):
        raise _invalid_lines()
    products = await change_units(
        connection,
        units,
        reason=MovementKind.DELIVERY,
        location_id=delivery.location_id,
        note=receipt.note,
        delivery_id=delivery_id,
    )
    if await connection.fetchval(IS_COMPLETE, delivery_id):
        await connection.execute(SET_STATE, delivery_id, "closed")
    else:
        await connection.execute(TOUCH, delivery_id)
    await record(
        connection,
        "stock.delivery_received",
        _subject(delivery_id, delivery.supplier),
        after={"skus": len(units), "units": sum(units.values())},
    )
    await refresh_cards(connection, products)


async def close_delivery(connection: Connection, delivery_id: int) -> None:
    """Close a delivery: what has not arrived is no longer expected. Raises NotFound and DocumentClosed."""
    delivery = await lock_planned(connection, delivery_id)
    await connection.execute(SET_STATE, delivery_id, "closed")
    subject = _subject(delivery_id, delivery.supplier)
    await record(connection, "stock.delivery_closed", subject)


async def cancel_delivery(connection: Connection, delivery_id: int) -> None:
    """Cancel a delivery of which nothing has arrived.

    Raises NotFound, DocumentClosed and DeliveryStarted.
    """
    delivery = await lock_planned(connection, delivery_id)
    if await connection.fetchval(STARTED, delivery_id):
        raise DeliveryStarted
    await connection.execute(SET_STATE, delivery_id, "cancelled")
    subject = _subject(delivery_id, delivery.supplier)
    await record(connection, "stock.delivery_cancelled", subject)
