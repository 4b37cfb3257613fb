"""What checkout needs of the ways to pay, bound to the shop's process."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.orders.rules.tenders import (
    TenderChoice,
    TenderDraft,
    TenderOffer,
    allocate_tenders,
)
from stallage.orders.tenders import PlacedOrder, TenderKind
from stallage.orders.tenders.hold import hold_tenders
from stallage.payments.errors import PaymentMethodUnavailable
from stallage.tenders import tender_kinds


class CheckoutTenders:
    """The kinds of tender of a shop."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    async def stored_value(
        self, connection: Connection, choice: TenderChoice, due: int
    ) -> tuple[list[TenderDraft], list[ApiError]]:
        """The stored value that pays part of an amount, and the errors of what the shopper entered."""
        offers: list[tuple[str, TenderOffer]] = []
        errors: list[ApiError] = []
        for kind in tender_kinds():
            try:
                found = await kind.offers(connection, self._runtime, choice)
            except ApiError as error:
                errors.append(error)
            else:
                offers += [(kind.name, offer) for offer in found]
        return allocate_tenders(due, offers), errors

    def check_shopper(self, choice: TenderChoice) -> None:
        """Raises PaymentMethodUnavailable if a guest chose a method for customers only."""
        if choice.customer_id is None and any(
            kind.needs_customer and choice.payment_method in kind.payment_methods
            for kind in tender_kinds()
        ):
            raise PaymentMethodUnavailable

    def kind_for_rest(self, choice: TenderChoice, payable: int) -> TenderKind | None:
        """The kind that pays what stored value leaves; None if nothing is left or no kind was chosen."""
        if payable == 0:
            return None
        for kind in tender_kinds():
            if not kind.stores_value and choice.payment_method in kind.payment_methods:
                return kind
        return None

    def holds_nothing(self, payment_method: str) -> bool:
        """Whether orders with this method, and without stored value, hold nothing when they are placed."""
        return not any(
            kind.holds for kind in tender_kinds() if payment_method in kind.payment_methods
        )

    def check_kind(self, kind: TenderKind, *, has_gift_cards: bool) -> None:
        """Raises PaymentMethodUnavailable if the order cannot be paid by this kind."""
        kind.check(self._runtime, has_gift_cards=has_gift_cards)

    async def hold(
        self, connection: Connection, order: PlacedOrder, drafts: Sequence[TenderDraft]
    ) -> int | None:
        """Hold the tenders of a new order.

        Returns the id of the payment attempt that the shopper continues with, if any.
        """
        return await hold_tenders(connection, self._runtime, order, drafts)
