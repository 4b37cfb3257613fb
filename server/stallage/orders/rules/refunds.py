"""What an operator's refund consists of, and how much of an order can still be refunded."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from stallage.core.money import scale
from stallage.orders.errors import RefundRefused
from stallage.orders.rules import ALPHABET
from stallage.orders.rules.tenders import Tender, TenderState, split_refund
from stallage.orders.rules.units import LineUnits, StoredLine, amount_of, next_units

Destination = Literal["original", "wallet", "split"]

State = Literal["granted", "paid", "withdrawn"]
Reason = Literal[
    "damaged",
    "wrong_item",
    "missing",
    "late",
    "changed_mind",
    "not_as_described",
    "goodwill",
    "other",
]
"""Why something is refunded, for reports."""


def new_public_id() -> str:
    """A random public id of a refund, such as `RF-7K2M-9QXD`."""
    characters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"RF-{characters[:4]}-{characters[4:]}"


@dataclass(frozen=True, slots=True)
class LineRefund:
    """Units of a line to refund."""

    line_id: int
    quantity: int
    reason: str
    restock: bool


@dataclass(frozen=True, slots=True)
class RefundDraft:
    """A refund as an operator asks for it. Amounts are minor units."""

    lines: Sequence[LineRefund] = ()
    delivery: bool = False
    gift_wrap: bool = False
    goodwill: int = 0
    """An amount that is not for units."""
    destination: Destination = "original"
    wallet_amount: int = 0
    """The part of a split refund that becomes wallet credit."""
    reason: str = "other"
    note: str = ""
    """For the customer."""
    notify: bool = True


@dataclass(frozen=True, slots=True)
class Extras:
    """The cost of delivery and gift wrap, with tax. 0 for what is refunded or was free."""

    delivery: int
    delivery_tax: int
    gift_wrap: int
    gift_wrap_tax: int


@dataclass(frozen=True, slots=True)
class OrderMoney:
    """What was paid for an order and what became of it."""

    tenders: Sequence[Tender]
    """As far as they are taken, in the order in which they pay."""
    granted: int
    """Refunds that are granted and not paid yet."""
    other_pending: int
    """What open returns may still refund."""
    extras: Extras
    lines: Sequence[StoredLine]
    shipped: Mapping[int, int]
    """Shipped units by line id, returned ones included."""
    in_returns: Mapping[int, int]
    """Units in an open return, by line id."""
    has_wallet: bool
    """Whether wallet credit would reach somebody: the customer, or a guest who signs in later."""
    source_positions: frozenset[int]
    """Tenders that money can go back to. All others can only become wallet credit."""
    offset: int
    """What cancelled items have paid of added items that are still to be paid."""
    wallet_last: frozenset[int]
    """Tenders whose refunds of returned items go back to them; they become wallet credit last."""

    @property
    def paid(self) -> int:
        return sum(tender.amount - tender.released for tender in self.tenders)

    @property
    def refunded(self) -> int:
        return sum(tender.given_back + tender.credited for tender in self.tenders)

    @property
    def pending(self) -> int:
        return self.granted + self.other_pending

    @property
    def available(self) -> int:
        """The most that can be refunded now."""
        return max(0, self.paid - self.refunded - self.pending - self.offset)

    @property
    def source_limit(self) -> int:
        """The most that can go back to where it came from."""
        left = sum(one.left for one in self.tenders if one.position in self.source_positions)
        return min(left, self.available)

    @property
    def wallet_limit(self) -> int:
        """The most that can become wallet credit."""
        return self.available if self.has_wallet else 0

    def refundable_units(self, line: StoredLine) -> int:
        """Units of a line that are shipped and not refunded, nor in an open return.

        Units that were never shipped are cancelled instead. Gifts cost nothing; gift cards are voided.
        """
        if line.is_gift or line.is_gift_card:
            return 0
        gone = line.returned + line.refunded + self.in_returns.get(line.id, 0)
        return max(0, self.shipped.get(line.id, 0) - gone)


@dataclass(frozen=True, slots=True)
class RefundPlan:
    """A refund with its amounts."""

    units: Sequence[LineUnits]
    extras: Extras
    """What is refunded of them."""
    goodwill: int
    refunded_before: int
    """The part that earlier refunds, such as goodwill, have paid back already."""
    to_source: int
    to_wallet: int

    @property
    def amount(self) -> int:
        return self.to_source + self.to_wallet

    @property
    def tax(self) -> int:
        """The tax of the units, delivery and gift wrap, as they were sold."""
        of_units = sum(one.tax for one in self.units)
        return of_units + self.extras.delivery_tax + self.extras.gift_wrap_tax


def plan_refund(money: OrderMoney, draft: RefundDraft) -> RefundPlan:
    """Compute a refund. Raises RefundRefused if it is not possible."""
    units = _units(money, draft.lines)
    extras = _extras(money.extras, draft)
    gross = amount_of(units) + extras.delivery + extras.gift_wrap
    if draft.goodwill > 0 and draft.goodwill + gross > money.available:
        raise RefundRefused("This is more than can still be refunded.", limit=money.available)
    # Units were paid for in part only if goodwill was refunded for them before.
    amount = min(gross, money.available - draft.goodwill) + draft.goodwill
    if amount <= 0:
        raise RefundRefused(
            "Nothing was selected to refund."
            if gross == 0 and draft.goodwill == 0
            else "All of this has been refunded already."
        )
    to_wallet = {"original": 0, "wallet": amount, "split": draft.wallet_amount}[draft.destination]
    if to_wallet > money.wallet_limit or to_wallet > amount:
        raise RefundRefused("This is more than the wallet can receive.", limit=money.wallet_limit)
    if amount - to_wallet > money.source_limit:
        raise RefundRefused(
            "This is more than can go back to the original payment.", limit=money.source_limit
        )
    return RefundPlan(
        units=units,
        extras=extras,
        goodwill=draft.goodwill,
        refunded_before=gross + draft.goodwill - amount,
        to_source=amount - to_wallet,
        to_wallet=to_wallet,
    )


def _units(money: OrderMoney, requested: Sequence[LineRefund]) -> list[LineUnits]:
    known = {line.id: line for line in money.lines}
    units = []
    for one in requested:
        line = known.get(one.line_id)
        if line is None:
            raise RefundRefused("The order has no such item.")
        if one.quantity > money.refundable_units(line):
            raise RefundRefused(_why_not(money, line))
        units.append(next_units(line, one.quantity))
    return units


def _why_not(money: OrderMoney, line: StoredLine) -> str:
    if line.is_gift:
        return f"{line.title} was free, so there is nothing to refund."
    if line.is_gift_card:
        return f"{line.title} is a gift card. Cancel it instead, which voids its code."
    if money.in_returns.get(line.id, 0):
        return f"{line.title} is in an open return, which refunds it."
    if line.left and money.shipped.get(line.id, 0) < line.quantity - line.cancelled:
        return f"{line.title} is not shipped yet. Cancel it instead."
    return f"{line.title} has already been refunded."


def _extras(left: Extras, draft: RefundDraft) -> Extras:
    if draft.delivery and not left.delivery:
        raise RefundRefused("Delivery was free or has been refunded already.")
    if draft.gift_wrap and not left.gift_wrap:
        raise RefundRefused("Gift wrap was free or has been refunded already.")
    return Extras(
        delivery=left.delivery if draft.delivery else 0,
        delivery_tax=left.delivery_tax if draft.delivery else 0,
        gift_wrap=left.gift_wrap if draft.gift_wrap else 0,
        gift_wrap_tax=left.gift_wrap_tax if draft.gift_wrap else 0,
    )


def split_extras(*, shipping_total: int, gift_wrap_total: int, tax: int, tax_added: int) -> Extras:
    """Split the tax of delivery and gift wrap, which an order stores as one, between the two."""
    both = shipping_total + gift_wrap_total
    if both == 0:
        return Extras(0, 0, 0, 0)
    wrap_tax, wrap_added = (
        scale(tax, gift_wrap_total, both),
        scale(tax_added, gift_wrap_total, both),
    )
    return Extras(
        delivery=shipping_total + tax_added - wrap_added,
        delivery_tax=tax - wrap_tax,
        gift_wrap=gift_wrap_total + wrap_added,
        gift_wrap_tax=wrap_tax,
    )


def source_parts(
    tenders: Sequence[Tender], positions: frozenset[int], amount: int
) -> list[tuple[Tender, int]]:
    """The parts of tenders that an amount goes back to, last one first. Raises RefundRefused."""
    sources = [one for one in tenders if one.position in positions]
    parts, uncovered = split_refund(amount, sources)
    if uncovered:
        raise RefundRefused("This is more than can go back to the original payment.")
    return parts


def credited_parts(
    tenders: Sequence[Tender],
    taken: Sequence[tuple[Tender, int]],
    last: frozenset[int],
    amount: int,
) -> list[tuple[Tender, int]]:
    """The parts of tenders that wallet credit is booked against, after `taken` was given back.

    Those in `last` come last, so that as much as possible can still go back to them. Raises
    RefundRefused.
    """
    less = {tender.position: part for tender, part in taken}
    parts = []
    # As `split_refund` does, the tender that paid last comes first within both groups.
    for tender in sorted(tenders, key=lambda one: (one.position in last, -one.position)):
        part = min(amount, tender.left - less.get(tender.position, 0))
        if part > 0:
            parts.append((tender, part))
            amount -= part
    if amount:
        raise RefundRefused("This is more than can still be refunded.")
    return parts


def taken_tenders(tenders: Sequence[Tender]) -> list[Tender]:
    """The tenders of a paid order. Those of a cancelled order are given back as a whole."""
    return [one for one in tenders if one.state is TenderState.TAKEN]
