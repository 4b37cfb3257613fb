"""Pays the courier in cash. Nothing is held, and what was paid goes back to the wallet alone."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.orders.tenders import TenderKind
from stallage.payments.errors import PaymentMethodUnavailable


class OnDelivery(TenderKind):
    """Cash on delivery: the order is sent before it is paid."""

    name = "on_delivery"
    label = "To be paid on delivery"
    payment_methods = frozenset({"cod"})
    is_paid_to_courier = True
    refusals = (PaymentMethodUnavailable,)

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        if has_gift_cards:
            raise PaymentMethodUnavailable("Gift cards are paid online. Please choose that.")
        if not runtime.settings.cash_on_delivery:
            raise PaymentMethodUnavailable


KIND = OnDelivery()
