"""Tenders: the parts of an order's payment, and what each kind of tender can do.

An order is paid by tenders, such as 20.00 from the wallet and the rest online. Their rows are in
`order_tenders`, and their amounts add up to the order's total when it is placed. A tender is

- held when the order is placed,
- taken when the order is paid,
- given back in part when lines are cancelled or returned, and the rest of it when the order is cancelled.

The kinds are modules, listed in `stallage.tenders`. A kind either stores value, which is held when the
order is placed, or pays what stored value leaves: the order's `payable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.tenders import Tender, TenderChoice, TenderDraft, TenderOffer


class PlacedOrder(Protocol):
    """What a kind knows of an order that is being placed."""

    @property
    def id(self) -> int: ...
    @property
    def public_id(self) -> str: ...
    @property
    def customer_id(self) -> int | None: ...
    @property
    def owner_id(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def pay_until(self) -> datetime | None: ...
    @property
    def operator(self) -> str | None: ...


class OpenPayment(Protocol):
    """A payment that the shopper could complete at any moment."""

    async def close(self, runtime: Runtime) -> None:
        """End it, outside of any transaction. If it was completed in the meantime, it counts.

        Raises PaymentUnavailable.
        """


class TenderUnavailable(Exception):
    """The stored value was spent in the meantime. Never shown to shoppers."""


class TenderKind:
    """A way to pay. Kinds override what differs."""

    name: str
    """In `order_tenders.kind`."""
    label: str
    """On invoices and in emails."""
    refund_label: str = ""
    """What operators read about money that goes back to it; `label` if empty."""
    stores_value: bool = False
    """Whether it is held when the order is placed. Gift cards cannot be bought with it."""
    payment_methods: frozenset[str] = frozenset()
    """Values of `paymentMethod` that choose it."""
    needs_customer: bool = False
    """Whether guests cannot use it."""
    holds: bool = True
    """Whether `hold` does something. An order with other tenders alone can be placed in one statement."""
    is_paid_first: bool = False
    """Whether the order waits for the payment and is cancelled unless it is paid in time."""
    is_paid_to_courier: bool = False
    returns_to_source: bool = False
    """Whether refunds of returned items go back to it. If not, they go to the customer's wallet."""

    errors: tuple[type[ApiError], ...] = ()
    """Errors that it may raise when an order is placed."""

    async def offers(
        self, connection: Connection, runtime: Runtime, choice: TenderChoice
    ) -> Sequence[TenderOffer]:
        """Return the stored value that the shopper wants to pay with.

        An ApiError prevents the order.
        """
        return ()

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        """Raise PaymentMethodUnavailable if this kind cannot pay the rest of an order.

        `has_gift_cards`: the order contains gift cards.
        """

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Hold a tender in the transaction that places its order.

        Returns the id of the payment attempt that the shopper continues with, if any.
        """
        return None

    async def hold_again(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        """Hold again what was released with an unpaid order, because its payment arrived after all.

        Raises TenderUnavailable, and then has written nothing.
        """

    async def take(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        """Take a tender of an order that is now paid. Kinds that moved the money on hold do nothing."""

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """Give back a part, once for each `key`, such as `lines:17`.

        `tender` is as it was before. Returns False if a provider still has to send the money; then the
        sender calls `record_refund`.
        """
        return True

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        """Give back all that is left, because the order was cancelled. `tender` is as it is since then.

        Returns False if a provider still has to send the money; then the sender calls `record_refund`.
        """
        return True

    async def open_payment(self, connection: Connection, order_id: int) -> OpenPayment | None:
        """Return the payment that must be closed before the order can change, if any."""
        return None
