"""Cash on delivery. Nothing is held, and refunds go to the customer's wallet only."""

from __future__ import annotations

from stallage.core.runtime import Runtime
from stallage.orders.tenders import TenderKind
from stallage.payments.errors import PaymentMethodUnavailable


class OnDelivery(TenderKind):
    """Cash on delivery: the order is shipped before it is paid."""

    name = "on_delivery"
    label = "To be paid on delivery"
    payment_methods = frozenset({"cod"})
    holds = False
    is_paid_to_courier = True
    errors = (PaymentMethodUnavailable,)

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        if has_gift_cards:
            raise PaymentMethodUnavailable(
                "Gift cards can only be paid online. Please choose online payment."
            )
        if not runtime.settings.cash_on_delivery:
            raise PaymentMethodUnavailable


KIND = OnDelivery()
