"""What pays an order, and what each kind of tender can do.

An order is paid by tenders: rows of `order_tenders` whose amounts add up to its total when it is placed,
such as 20.00 from the wallet and the rest online. A tender is

- held when the order is placed,
- taken when the order is paid,
- given back in part when lines are cancelled or returned, and the rest of it when the order ends.

The kinds are modules, listed in `stallage.tenders`. A kind either stores value, which is held when the
order is placed, or pays what stored value leaves: that is the order's `payable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from stallage.core.db import Connection
from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.orders.locked import LockedOrder
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
    def currency(self) -> str: ...
    @property
    def pay_until(self) -> datetime | None: ...


class OpenPayment(Protocol):
    """A payment that a shopper could complete at any moment."""

    async def close(self, runtime: Runtime) -> None:
        """Ends it, outside of any transaction; one that was quicker counts.

        Raises PaymentUnavailable.
        """


class TenderUnavailable(Exception):
    """What a tender was of has been spent meanwhile. Never shown to a shopper."""


class TenderKind:
    """A way to pay. A kind overrides what is special about it."""

    name: str
    """In `order_tenders.kind`."""
    label: str
    """On invoices and in emails."""
    stores_value: bool = False
    """Held when the order is placed. Gift cards cannot be bought with it."""
    payment_methods: frozenset[str] = frozenset()
    """Values of `paymentMethod` that choose it."""
    needs_customer: bool = False
    """Whether guests cannot pay so."""
    is_paid_first: bool = False
    """Whether the order waits, and ends unless it is paid in time."""
    is_paid_to_courier: bool = False
    returns_to_source: bool = False
    """Whether money for returned items goes back to where it came from. If not, the customer's wallet
    gets it."""

    refusals: tuple[type[ApiError], ...] = ()
    """What placing an order may refuse because of it."""

    async def offers(
        self, connection: Connection, runtime: Runtime, choice: TenderChoice
    ) -> Sequence[TenderOffer]:
        """The stored value that the shopper wants to pay with.

        An ApiError that it raises prevents the order.
        """
        return ()

    def check(self, runtime: Runtime, *, has_gift_cards: bool) -> None:
        """Raises PaymentMethodUnavailable if an order cannot leave its rest to this kind.

        `has_gift_cards`: gift cards are among what is bought.
        """

    async def hold(
        self, connection: Connection, runtime: Runtime, order: PlacedOrder, tender: TenderDraft
    ) -> int | None:
        """Reserves a tender in the transaction that places its order.

        Returns the payment attempt that the shopper goes on to, if there is one.
        """
        return None

    async def hold_again(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        """Reserves what was released when the order ended unpaid, since its payment came after all.

        Raises TenderUnavailable, and has written nothing then.
        """

    async def take(self, connection: Connection, order: LockedOrder, tender: Tender) -> None:
        """The order is paid. Kinds that moved the money when they held it have nothing to do."""

    async def give_back(
        self, connection: Connection, order: LockedOrder, tender: Tender, amount: int, key: str
    ) -> bool:
        """Gives back a part; `tender` is as it stood before. Once for each `key`, such as `lines:17`.

        False if the money is on its way: then whoever sends it calls `note_refund`.
        """
        return True

    async def give_back_rest(
        self, connection: Connection, order: LockedOrder, tender: Tender
    ) -> bool:
        """Gives back all that is left, as the order has ended; `tender` is as it stands since.

        False if the money is on its way: then whoever sends it calls `note_refund`.
        """
        return True

    async def open_payment(self, connection: Connection, order_id: int) -> OpenPayment | None:
        """A payment that has to be closed before the order can be changed, if there is one."""
        return None
