"""What packing slips, pick lists and address labels say, as values without layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.orders.rules import OrderStatus
from stallage.orders.rules.packing_list import address_lines
from stallage.orders.schemas import OrderAddress, OrderDetails, OrderLine

MAX_ORDERS = 200
"""Orders in one document."""
LONGEST_WORD = 24
"""Characters after which a word without spaces may be broken, so that it cannot leave its column."""
BREAK = "\u200b"


@dataclass(frozen=True, slots=True)
class PackedLine:
    """Units of a line to pack."""

    title: str
    options: str
    sku: str
    quantity: int


@dataclass(frozen=True, slots=True)
class PickedUnits:
    """Units of a SKU to fetch, for several orders."""

    title: str
    options: str
    sku: str
    quantity: int
    orders: list[tuple[str, int]]
    """Numbers of orders, and their units."""


def printable(text: str) -> str:
    """A text without control characters, whose long words can be broken across lines."""
    words = []
    for word in "".join(one if one.isprintable() else " " for one in text).split():
        parts = [word[at : at + LONGEST_WORD] for at in range(0, len(word), LONGEST_WORD)]
        words.append(BREAK.join(parts))
    return " ".join(words)


def printable_lines(text: str | None) -> list[str]:
    """The lines of a text, as `printable`. Empty lines between paragraphs stay."""
    return [printable(line) for line in (text or "").splitlines()]


def recipient_lines(address: OrderAddress, country_name: str) -> list[str]:
    """An address as it is written on a parcel."""
    *lines, _country = address_lines(address)
    return [printable(line) for line in (*lines, country_name)]


def shipped_units(order: OrderDetails) -> dict[int, int]:
    """Units in parcels, by line id."""
    shipped: dict[int, int] = {}
    for parcel in order.parcels:
        for line in parcel.lines:
            shipped[line.line_id] = shipped.get(line.line_id, 0) + line.quantity
    return shipped


def _line(line: OrderLine, quantity: int) -> PackedLine:
    return PackedLine(
        printable(line.title),
        printable(", ".join(option.value for option in line.options)),
        printable(line.sku),
        quantity,
    )


def is_cancelled(order: OrderDetails) -> bool:
    """Whether the whole order was cancelled."""
    return order.status in (OrderStatus.CANCELLED_BY_CUSTOMER, OrderStatus.CANCELLED_BY_COMPANY)


def lines_to_pack(order: OrderDetails, parcel_id: str | None = None) -> list[PackedLine]:
    """The contents of a parcel, or what is still to be packed, or all items once all are shipped."""
    parcel = next((one for one in order.parcels if one.parcel_id == parcel_id), None)
    if parcel is not None:
        packed = {line.line_id: line.quantity for line in parcel.lines}
        return [_line(one, packed[one.line_id]) for one in order.lines if one.line_id in packed]
    if is_cancelled(order):
        return []
    shipped = shipped_units(order)
    sent = [line for line in order.lines if line.gift_card is None]
    left = [
        (line, line.quantity - line.cancelled_quantity - shipped.get(line.line_id, 0))
        for line in sent
    ]
    if not any(quantity > 0 for _line_, quantity in left):
        left = [(line, line.quantity - line.cancelled_quantity) for line in sent]
    return [_line(line, quantity) for line, quantity in left if quantity > 0]


def units_to_pick(orders: Iterable[OrderDetails]) -> list[PickedUnits]:
    """What to fetch for orders, one entry for each SKU, sorted by SKU and title."""
    found: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
    for order in orders:
        shipped = shipped_units(order)
        for line in order.lines:
            quantity = line.quantity - line.cancelled_quantity - shipped.get(line.line_id, 0)
            if quantity > 0 and line.gift_card is None and not is_cancelled(order):
                packed = _line(line, quantity)
                key = (packed.sku, packed.title, packed.options)
                found.setdefault(key, []).append((order.order_id, quantity))
    return [
        PickedUnits(
            title, options, sku, sum(units for _order, units in quantities), _merged(quantities)
        )
        for (sku, title, options), quantities in sorted(found.items())
    ]


def _merged(quantities: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Units by order; an order may have a SKU on two lines."""
    units: dict[str, int] = {}
    for order, quantity in quantities:
        units[order] = units.get(order, 0) + quantity
    return list(units.items())
