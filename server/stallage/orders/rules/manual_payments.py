"""Payments that the shop receives outside of its payment provider, such as by bank transfer."""

from __future__ import annotations

from typing import Literal

from stallage.orders.rules import OrderStatus, PaymentStatus, awaits_payment

MANUAL = "manual"
"""The kind of tender that such a payment is."""

ManualMethod = Literal["bank_transfer", "card_terminal", "cash", "other"]

METHOD_NAMES: dict[str, str] = {
    "bank_transfer": "Bank transfer",
    "card_terminal": "Card terminal",
    "cash": "Cash",
    "other": "Other",
}

PAID_TO_COURIER = (OrderStatus.CONFIRMED, OrderStatus.PROCESSING, OrderStatus.PREPARED)
"""Statuses in which an order that is paid on delivery can still be paid otherwise."""


def amount_to_pay(
    status: OrderStatus,
    payment_status: PaymentStatus,
    pay_until: object | None,
    *,
    payable: int,
    amount_due: int,
) -> int:
    """What is still to be paid of an order and can be paid outside, in minor units.

    `amount_due` is what is to be paid for items that were added to a paid order. Once an order is on its
    way, the courier takes the money for it.
    """
    if amount_due:
        return amount_due
    on_delivery = (
        pay_until is None
        and payment_status is PaymentStatus.IN_PROGRESS
        and status in PAID_TO_COURIER
    )
    if on_delivery or awaits_payment(status, payment_status, pay_until):
        return payable
    return 0
