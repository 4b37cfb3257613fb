"""Constants of draft orders."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from stallage.orders.rules import CANCELLED, OrderStatus, PaymentStatus, awaits_payment

PAY_WITHIN = timedelta(hours=48)
"""How long an order waits for its payment after the link was sent. Its units are reserved meanwhile."""

RETENTION = timedelta(days=90)
"""Drafts are deleted this long after their last change. Their orders stay."""

DraftPayment = Literal["link", "cod", "manual"]
DraftState = Literal["open", "waiting", "placed", "paid", "cancelled"]

PAYMENT_METHODS: dict[DraftPayment, Literal["prepaid", "cod"]] = {
    "link": "prepaid",
    "cod": "cod",
    "manual": "prepaid",
}
"""The payment method of the order, as the shopper sees it."""


def state_of(status: int | None, payment_status: int, pay_until: object | None) -> DraftState:
    """The state of a draft, from the status of its order; None without one."""
    if status is None:
        return "open"
    if OrderStatus(status) in CANCELLED:
        return "cancelled"
    if awaits_payment(status, payment_status, pay_until):
        return "waiting"
    return "placed" if payment_status == PaymentStatus.IN_PROGRESS else "paid"
