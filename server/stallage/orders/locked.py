"""An order as actions hold it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.orders.rules import OrderStatus, PaymentStatus


@dataclass(slots=True)
class LockedOrder:
    """An order whose row nobody else changes until the transaction ends.

    Amounts are as they stand now: cancelled lines are taken off.
    """

    id: int
    public_id: str
    customer_id: int | None
    status: OrderStatus
    payment_status: PaymentStatus
    payment_method: str
    placed_at: datetime
    pay_until: datetime | None
    delivered_at: datetime | None
    currency: str
    total: int
    payable: int
    """What of the total is paid after placing the order: online or on delivery."""
    cancelled_total: int
    """What lines that were cancelled on their own were worth."""
