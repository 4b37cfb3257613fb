"""Ships parcels on behalf of an operator, from the command line or the back office."""

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
from stallage.orders.errors import ShipRefused, StepRefused
from stallage.orders.queries import order_details
from stallage.orders.rules import TRANSITIONS, OrderStatus, awaits_payment, normalize_public_id
from stallage.orders.schemas import Parcel, ParcelChanges, ParcelInput

ORDER_OF = "SELECT order_id FROM parcels WHERE public_id = $1"
BEFORE_PREPARED = frozenset({OrderStatus.CONFIRMED, OrderStatus.PROCESSING})


@dataclass(frozen=True, slots=True)
class LineToShip:
    """Units of an order line that are in no parcel yet."""

    line_id: int
    title: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Shipments:
    """An order's parcels, and the units still to be shipped."""

    order_id: str
    status: OrderStatus
    parcels: list[Parcel]
    to_ship: list[LineToShip]
    titles: dict[int, str]
    """By line id."""


def shop_day(runtime: Runtime) -> date:
    """Today in the shop's time zone."""
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()


async def _shipments(connection: Connection, order: LockedOrder) -> Shipments:
    details = await order_details(connection, order.id)
    shipped: dict[int, int] = {}
    for parcel in details.parcels:
        for line in parcel.lines:
            shipped[line.line_id] = shipped.get(line.line_id, 0) + line.quantity
    left = [
        LineToShip(
            line.line_id,
            line.title,
            line.quantity - line.cancelled_quantity - shipped.get(line.line_id, 0),
        )
        for line in details.lines
        if line.gift_card is None
    ]
    return Shipments(
        order.public_id,
        order.status,
        details.parcels,
        [line for line in left if line.quantity],
        {line.line_id: line.title for line in details.lines},
    )


async def shipments_of(runtime: Runtime, public_id: str) -> Shipments:
    """Read the parcels of an order. Raises NotFound."""
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        return await _shipments(connection, order)


async def ship_order(
    runtime: Runtime, public_id: str, parcel: ParcelInput
) -> tuple[str, Shipments]:
    """Ship a parcel of an order. A confirmed or processing order is prepared first.

    Returns the parcel's public id and the order's parcels. Raises NotFound, ShipRefused, ParcelConflict
    and InvalidFields, and then writes nothing.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, normalize_public_id(public_id))
        parcel_id = await ship_locked(connection, order, parcel, shop_day(runtime))
        return parcel_id, await _shipments(connection, order)


async def ship_locked(
    connection: Connection, order: LockedOrder, parcel: ParcelInput, today: date
) -> str:
    """Ship a parcel of a locked order, prepared first if necessary. Returns the parcel's public id.

    Raises ShipRefused, ParcelConflict and InvalidFields.
    """
    if awaits_payment(order.status, order.payment_status, order.pay_until):
        raise ShipRefused(f"{order.public_id} is not paid yet.")
    if order.status in BEFORE_PREPARED:
        try:
            for step in TRANSITIONS["operator"].path(
                order.status, OrderStatus.PREPARED, BEFORE_PREPARED
            ):
                await change_status(connection, order, step, "operator")
        except StepRefused as error:
            raise ShipRefused(error.message) from error
    return await ship_parcel(connection, order, parcel, today)


async def change_parcel(
    runtime: Runtime, public_id: str, changes: ParcelChanges, *, delivered: bool = False
) -> Shipments:
    """Correct a parcel's tracking, and mark it as delivered if `delivered`.

    Returns the parcels of its order. Raises NotFound, ParcelConflict and InvalidFields.
    """
    name = normalize_public_id(public_id)
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
