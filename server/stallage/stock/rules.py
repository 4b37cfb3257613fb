"""States of a reservation."""

from __future__ import annotations

from enum import IntEnum


class ReservationState(IntEnum):
    """Held for an order; then sold with its parcel, or released."""

    HELD = 0
    SOLD = 1
    RELEASED = 2
