"""The states that operators see in lists of orders: fulfilment and payment, always apart.

The database derives them from the order, its lines and its parcels whenever one of these changes; see
`derived_order_states` in the migration. Operators take an order through the steps of `Fulfilment`:
Confirm (status 1 → 2), Pack (2 → 3), Ship (3 → 4), Mark delivered (→ 6).
"""

from __future__ import annotations

from datetime import date, timedelta
from enum import IntEnum

from stallage.core.json_types import JsonObject
from stallage.pricing.rules.totals import SATURDAY, estimate


class Fulfilment(IntEnum):
    """How far an order is on its way to the customer."""

    TO_CONFIRM = 0
    TO_PACK = 1
    TO_SHIP = 2
    PARTLY_SHIPPED = 3
    SHIPPED = 4
    DELIVERED = 5
    RETURN_REQUESTED = 6
    """A return is open."""
    CANCELLED = 7


class Payment(IntEnum):
    """The state of an order's payment."""

    IN_PROGRESS = 0
    PAID = 1
    ON_DELIVERY = 2
    FAILED = 3
    PARTLY_REFUNDED = 4
    REFUNDED = 5


FULFILMENTS: dict[str, Fulfilment] = {one.name.lower(): one for one in Fulfilment}
"""By the name in the API, such as `to_pack`."""
PAYMENTS: dict[str, Payment] = {one.name.lower(): one for one in Payment}

TO_SEND: frozenset[Fulfilment] = frozenset(
    {
        Fulfilment.TO_CONFIRM,
        Fulfilment.TO_PACK,
        Fulfilment.TO_SHIP,
        Fulfilment.PARTLY_SHIPPED,
    }
)
"""States in which something is still to be handed to a carrier."""

SHIP_WITHIN_DAYS = 2
"""Working days from the order to the carrier, unless its delivery method promises an earlier arrival."""


def ship_by(shipping_method: JsonObject | None, ordered_on: date) -> date | None:
    """The day by which an order is to be handed to a carrier; None if nothing is shipped.

    A parcel needs at least one working day, so an order promised for the next day is due at once. What
    is due on a weekend is due on Monday.
    """
    if shipping_method is None:
        return None
    promised = int(shipping_method["estimate"]["minDays"])
    day = estimate(ordered_on, min(SHIP_WITHIN_DAYS, max(promised - 1, 0)))
    while day.weekday() >= SATURDAY:
        day += timedelta(days=1)
    return day
