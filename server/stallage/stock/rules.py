"""States of a reservation, and kinds of movements."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Literal

LOCATIONS_LOCK = 0x7374_6F63_6B6C_6F63
"""Key of the advisory lock of locations: shared by changes of units at a location, exclusive for changes of
locations."""


class ReservationState(IntEnum):
    """Held for an order; then sold with its parcel, or released."""

    HELD = 0
    SOLD = 1
    RELEASED = 2


class MovementKind(StrEnum):
    """Why the units on hand changed."""

    OPENING = "opening"
    """The SKU was created with units."""
    IMPORT = "import"
    """A product file, a shop file or the product editor set the stock."""
    COUNT = "count"
    CORRECTION = "correction"
    DELIVERY = "delivery"
    FOUND = "found"
    DAMAGE = "damage"
    RETURNED = "returned"
    SOLD = "sold"
    """Left with a parcel."""
    NOT_SHIPPED = "not_shipped"
    """Part of an order that was shipped in part, and cancelled."""
    TRANSFER_OUT = "transfer_out"
    TRANSFER_IN = "transfer_in"


Reason = Literal["count", "correction", "delivery", "found", "damage"]
"""The reasons that an operator chooses from."""
