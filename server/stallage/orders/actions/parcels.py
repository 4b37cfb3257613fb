"""Ships parcels of orders, corrects their tracking and records their delivery.

The caller holds the lock of the order's row. Operators who ship the same line, or shipping and
cancelling, therefore run one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.events import publish
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.orders.actions.change import change_status
from stallage.orders.actions.events import add_event
from stallage.orders.drafts import LockedOrder
from stallage.orders.errors import DeliveryFinal, ParcelConflict, ShipRefused
from stallage.orders.events import ParcelShipped
from stallage.orders.queries.carriers import tracking_links
from stallage.orders.rules import LABELS, TRANSITIONS, OrderStatus
from stallage.orders.rules import parcels as rules
from stallage.orders.schemas import OrderShipping, ParcelChanges, ParcelInput

LINES_TO_SHIP = """
    SELECT l.id, l.title, l.quantity - l.cancelled AS ordered,
        coalesce(sum(p.quantity), 0)::int AS shipped
    FROM order_lines l LEFT JOIN parcel_lines p ON p.order_line_id = l.id AND p.owner_id = l.owner_id
    WHERE l.order_id = $1 AND l.gift_card IS NULL GROUP BY l.id, l.owner_id ORDER BY l.position
"""

PARCELS = """
    SELECT p.id, p.public_id, p.carrier, p.tracking_number, p.tracking_url, p.shipped_at,
        p.arrives_by, p.delivered_at,
        (SELECT jsonb_object_agg(l.order_line_id, l.quantity) FROM parcel_lines l
            WHERE l.parcel_id = p.id AND l.owner_id = p.owner_id) AS lines
    FROM parcels p WHERE p.order_id = $1 ORDER BY p.id
"""

SHIPPING = "SELECT shipping_method FROM orders WHERE id = $1"

WRITE = """
    WITH written AS (
        INSERT INTO parcels (public_id, order_id, owner_id, carrier, tracking_number, tracking_url,
            shipped_at, arrives_by)
        VALUES ($1, $2, $10, $3, $4, $5, $6, $7)
        ON CONFLICT (public_id) DO NOTHING
        RETURNING id, owner_id
    ), lines AS (
        INSERT INTO parcel_lines (parcel_id, owner_id, order_line_id, quantity)
        SELECT written.id, written.owner_id, l.id, l.quantity
        FROM written, unnest($8::bigint[], $9::int[]) AS l (id, quantity)
    )
    SELECT id FROM written
"""

CORRECT = """
    UPDATE parcels SET carrier = $2, tracking_number = $3, tracking_url = $4, arrives_by = $5
    WHERE id = $1
"""

DELIVER = "UPDATE parcels SET delivered_at = $2 WHERE id = $1"


@dataclass(frozen=True, slots=True)
class KnownParcel:
    """A parcel of a locked order."""

    id: int
    public_id: str
    carrier: str
    tracking_number: str | None
    tracking_url: str | None
    shipped_at: datetime
    arrives_by: date | None
    delivered_at: datetime | None
    lines: Mapping[int, int]
    """Quantities by line id."""

    def has(self, carrier: str, number: str) -> bool:
        """Whether it has this carrier and tracking number."""
        key = rules.tracking_key(self.carrier, self.tracking_number or "")
        return key == rules.tracking_key(carrier, number)


async def _parcels(connection: Connection, order: LockedOrder) -> list[KnownParcel]:
    known = []
    for row in await connection.fetch(PARCELS, order.id):
        values = dict(row)
        values["lines"] = {int(line): quantity for line, quantity in values["lines"].items()}
        known.append(KnownParcel(**values))
    return known


def _contents(lines: list[Record], units: Mapping[int, int]) -> str:
    """Such as `2 × Moss bowl, 1 × Vase`."""
    titles = {line["id"]: line["title"] for line in lines}
    return ", ".join(f"{units[one]} × {title}" for one, title in titles.items() if one in units)


def _requested(parcel: ParcelInput) -> dict[int, int] | None:
    """Quantities by line id. Raises InvalidFields if a line is listed twice."""
    if parcel.lines is None:
        return None
    requested = {line.line_id: line.quantity for line in parcel.lines}
    if len(requested) < len(parcel.lines):
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    return requested


def _units_to_ship(lines: list[Record], requested: dict[int, int] | None) -> dict[int, int]:
    """The contents of the parcel, by line id. Raises InvalidFields and ShipRefused."""
    left = {line["id"]: line["ordered"] - line["shipped"] for line in lines}
    if requested is None:
        requested = {line_id: quantity for line_id, quantity in left.items() if quantity}
        if not requested:
            raise ShipRefused("Everything in this order has been shipped.")
    if not requested.keys() <= left.keys():
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    for line in lines:
        if requested.get(line["id"], 0) > left[line["id"]]:
            raise ShipRefused(f"{line['title']}: {left[line['id']]} can still be shipped.")
    return requested


async def _arrives_by(
    connection: Connection, order: LockedOrder, requested: date | None, today: date
) -> date | None:
    if requested is not None:
        if requested < today:
            raise InvalidFields(fields={"arrivesBy": [message("invalid", "arrivesBy")]})
        return requested
    method = await connection.fetchval(SHIPPING, order.id)
    if method is None:
        return None
    promised = OrderShipping.model_validate(method).estimate
    return rules.arrives_by(today, promised.latest, promised.max_days)


def _link(carrier: str, number: str, own: Mapping[str, str]) -> str | None:
    template = rules.template_of(carrier, own)
    return None if template is None else rules.link_of(template, number)


async def ship_parcel(
    connection: Connection, order: LockedOrder, parcel: ParcelInput, today: date
) -> str:
    """Ship units of an order in a parcel, and return the parcel's public id.

    The first parcel changes the order's status to shipped. The same carrier and tracking number again
    mean the same parcel, and nothing is written. `today` is the day in the shop's time zone. Raises
    ShipRefused, ParcelConflict and InvalidFields.
    """
    requested = _requested(parcel)
    own = await tracking_links(connection)
    carrier = rules.carrier_name(parcel.carrier, own)
    number = " ".join(parcel.tracking_number.split())
    for known in await _parcels(connection, order):
        if known.has(carrier, number):
            if requested is not None and requested != known.lines:
                raise ParcelConflict(f"{known.public_id} has this tracking number and other items.")
            return known.public_id
    if order.status not in rules.SHIPPABLE:
        raise ShipRefused(
            f"{order.public_id} is {LABELS[order.status].lower()}; it cannot be shipped now."
        )
    lines = await connection.fetch(LINES_TO_SHIP, order.id)
    units = _units_to_ship(lines, requested)
    arrives_by = await _arrives_by(connection, order, parcel.arrives_by, today)
    link = parcel.tracking_url or _link(carrier, number, own)
    parcel_id = None
    # None: another parcel has this id. Try another one.
    while parcel_id is None:
        public_id = rules.new_parcel_id()
        parcel_id = await connection.fetchval(
            WRITE,
            public_id,
            order.id,
            carrier,
            number,
            link,
            clock.now(),
            arrives_by,
            list(units.keys()),
            list(units.values()),
            order.owner_id,
        )
    label = f"Shipped with {carrier}: {_contents(lines, units)}"
    if order.status is OrderStatus.PREPARED:
        await change_status(
            connection,
            order,
            OrderStatus.SHIPPED,
            "operator",
            label,
            location_id=parcel.location_id,
        )
    else:
        await add_event(connection, order, "operator", label)
    await _record(
        connection,
        order,
        "order.parcel_shipped",
        after={
            "parcel": public_id,
            "carrier": carrier,
            "items": _contents(lines, units),
        },
    )
    await publish(connection, ParcelShipped(order_id=order.id, parcel_id=parcel_id))
    return public_id


async def _record(
    connection: Connection,
    order: LockedOrder,
    action: str,
    *,
    before: JsonObject | None = None,
    after: JsonObject | None = None,
) -> None:
    """Add an entry about the order to the audit log."""
    subject = Subject("order", order.id, order.public_id)
    await record(connection, action, subject, before=before, after=after)


async def _parcel(
    connection: Connection, order: LockedOrder, public_id: str
) -> tuple[KnownParcel, list[KnownParcel]]:
    """A parcel of an order, and the order's other parcels. Raises NotFound."""
    known = await _parcels(connection, order)
    for one in known:
        if one.public_id == public_id:
            return one, [other for other in known if other is not one]
    raise NotFound


async def correct_parcel(
    connection: Connection, order: LockedOrder, public_id: str, changes: ParcelChanges
) -> None:
    """Correct a parcel's tracking. A new number gets the link in `changes` or the carrier's own link.

    Raises NotFound, ParcelConflict and InvalidFields.
    """
    parcel, others = await _parcel(connection, order, public_id)
    own = await tracking_links(connection)
    carrier = rules.carrier_name(changes.carrier or parcel.carrier, own)
    number = " ".join((changes.tracking_number or parcel.tracking_number or "").split())
    if any(other.has(carrier, number) for other in others):
        raise ParcelConflict
    link = changes.tracking_url or parcel.tracking_url
    if changes.tracking_url is None and not parcel.has(carrier, number):
        link = _link(carrier, number, own)
    arrives_by = changes.arrives_by or parcel.arrives_by
    if changes.arrives_by is not None and changes.arrives_by < parcel.shipped_at.date():
        raise InvalidFields(fields={"arrivesBy": [message("invalid", "arrivesBy")]})
    await connection.execute(CORRECT, parcel.id, carrier, number or None, link, arrives_by)
    # Not the numbers themselves: the carrier's page may name the shopper.
    await _record(
        connection,
        order,
        "order.parcel_corrected",
        before={"parcel": public_id, "carrier": parcel.carrier},
        after={
            "parcel": public_id,
            "carrier": carrier,
            "new_number": not parcel.has(carrier, number),
            "arrives_by": None if arrives_by is None else arrives_by.isoformat(),
        },
    )


async def deliver_parcel(connection: Connection, order: LockedOrder, public_id: str) -> None:
    """Mark a parcel as delivered, and the order once all its units are in delivered parcels.

    Idempotent. Raises NotFound.
    """
    parcel, others = await _parcel(connection, order, public_id)
    if parcel.delivered_at is not None:
        return
    await connection.execute(DELIVER, parcel.id, clock.now())
    await _record(connection, order, "order.parcel_delivered", after={"parcel": public_id})
    lines = await connection.fetch(LINES_TO_SHIP, order.id)
    whole = all(line["shipped"] == line["ordered"] for line in lines)
    if whole and all(other.delivered_at is not None for other in others):
        for status in TRANSITIONS["operator"].path(
            order.status, OrderStatus.DELIVERED, frozenset({OrderStatus.OUT_FOR_DELIVERY})
        ):
            await change_status(connection, order, status, "operator")
    else:
        label = f"Delivered by {parcel.carrier}: {_contents(lines, parcel.lines)}"
        await add_event(connection, order, "operator", label)


async def take_back_delivery(connection: Connection, order: LockedOrder, public_id: str) -> None:
    """Mark a parcel as under way again, while the order is not delivered as a whole.

    The whole order's delivery sends an email, starts the time for returns and settles cash on
    delivery, so it stays. Idempotent. Raises NotFound and DeliveryFinal.
    """
    parcel, _others = await _parcel(connection, order, public_id)
    if parcel.delivered_at is None:
        return
    if order.status not in (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY):
        raise DeliveryFinal
    await connection.execute(DELIVER, parcel.id, None)
    label = f"Not delivered yet: parcel with {parcel.carrier}"
    await add_event(connection, order, "operator", label)
    await _record(connection, order, "order.delivery_taken_back", after={"parcel": public_id})
