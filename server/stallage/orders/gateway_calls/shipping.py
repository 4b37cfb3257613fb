"""What an operator does about parcels; the shell and the back office call these."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.runtime import Runtime
from stallage.orders.actions import (
    LockedOrder,
    change_status,
    correct_parcel,
    deliver_parcel,
    lock_order,
    ship_parcel,
)
from stallage.orders.errors import ShipRefused
from stallage.orders.queries import order_to_tell, parcels_of
from stallage.orders.rules import MOVES, OrderStatus, awaits_payment, read_public_id
from stallage.orders.schemas import Parcel, ParcelChanges, ParcelInput

ORDER_OF = "SELECT order_id FROM parcels WHERE public_id = $1"
BEFORE_PREPARED = frozenset({OrderStatus.CONFIRMED, OrderStatus.PROCESSING})


@dataclass(frozen=True, slots=True)
class LineToShip:
    """What of an order line is in no parcel yet."""

    line_id: int
    title: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Shipments:
    """An order's parcels, and what is still to be shipped."""

    order_id: str
    status: OrderStatus
    parcels: list[Parcel]
    to_ship: list[LineToShip]
    titles: dict[int, str]
    """By line id."""


def _today(runtime: Runtime) -> date:
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()


async def _shipments(connection: Connection, order: LockedOrder) -> Shipments:
    row = await order_to_tell(connection, order.id)
    parcels = parcels_of(row)
    shipped: dict[int, int] = {}
    for parcel in parcels:
        for line in parcel.lines:
            shipped[line.line_id] = shipped.get(line.line_id, 0) + line.quantity
    left = [
        LineToShip(
            line["id"],
            line["title"],
            line["quantity"] - line["cancelled"] - shipped.get(line["id"], 0),
        )
        for line in row["lines"]
    ]
    return Shipments(
        order.public_id,
        order.status,
        parcels,
        [line for line in left if line.quantity],
        {line["id"]: line["title"] for line in row["lines"]},
    )


async def shipments_of(runtime: Runtime, public_id: str) -> Shipments:
    """The parcels of an order. Raises NotFound."""
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, read_public_id(public_id))
        return await _shipments(connection, order)


async def ship_order(
    runtime: Runtime, public_id: str, parcel: ParcelInput
) -> tuple[str, Shipments]:
    """Ships a parcel of an order, which is prepared first where it is only confirmed.

    The parcel's public id, and the order's parcels. Raises NotFound, ShipRefused, ParcelConflict and
    InvalidFields; nothing is written then.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, read_public_id(public_id))
        if awaits_payment(order.status, order.payment_status, order.pay_until):
            raise ShipRefused(f"{order.public_id} is not paid yet.")
        if order.status in BEFORE_PREPARED:
            for step in MOVES["operator"].path(order.status, OrderStatus.PREPARED, BEFORE_PREPARED):
                await change_status(connection, order, step, "operator")
        parcel_id = await ship_parcel(connection, order, parcel, _today(runtime))
        return parcel_id, await _shipments(connection, order)


async def change_parcel(
    runtime: Runtime, public_id: str, changes: ParcelChanges, *, delivered: bool = False
) -> Shipments:
    """Corrects a parcel's tracking and, where `delivered`, notes that it has arrived.

    The parcels of its order. Raises NotFound, ParcelConflict and InvalidFields.
    """
    name = read_public_id(public_id)
    async with runtime.database.transaction() as connection:
        order_id = await connection.fetchval(ORDER_OF, name)
        if order_id is None:
            raise NotFound(f"There is no parcel {public_id}.")
        order = await lock_order(connection, int(order_id))
        if changes.model_fields_set:
            await correct_parcel(connection, order, name, changes)
        if delivered:
            await deliver_parcel(connection, order, name)
        return await _shipments(connection, order)
