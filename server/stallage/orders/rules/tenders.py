"""Tenders, which one pays first, and which one is refunded first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class TenderState(StrEnum):
    """The state of a tender. It follows the payment of its order."""

    HELD = "held"
    """Reserved for the order, or still to be paid."""
    TAKEN = "taken"
    """The order is paid, and the money belongs to the shop."""
    RELEASED = "released"
    """The order was cancelled before it was paid, and nothing is held any more. Or nothing is left to be
    paid of what was added to a paid order."""
    GIVEN_BACK = "given_back"
    """The order was cancelled after it was paid, and all that was left is given back."""


@dataclass(frozen=True, slots=True)
class TenderDraft:
    """A tender of an order to be written. `amount` is in minor units, above 0."""

    kind: str
    amount: int
    reference: str | None = None
    """What the kind needs besides the order to find it again, such as the id of a gift card."""
    code: str | None = None
    """The code that the shopper entered for it. Not stored."""


@dataclass(frozen=True, slots=True)
class Tender:
    """A tender of an order. Amounts are in minor units."""

    position: int
    kind: str
    amount: int
    """When the order was placed."""
    state: TenderState
    released: int
    """Released with cancelled lines before the tender was taken."""
    given_back: int
    """Given back since it was taken, without what cancelling the whole order gives back."""
    reference: str | None
    credited: int = 0
    """Refunded as wallet credit instead of to where it came from."""

    @property
    def left(self) -> int:
        """The amount that can still be given back."""
        return self.amount - self.released - self.given_back - self.credited


@dataclass(frozen=True, slots=True)
class TenderChoice:
    """How the shopper wants to pay, as far as known."""

    customer_id: int | None
    use_wallet: bool = False
    payment_method: str | None = None
    may_guess: bool = True
    """Whether codes are looked up. False after too many unknown codes."""
    gift_card_codes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TenderOffer:
    """Stored value that can pay an order."""

    amount: int
    reference: str | None = None
    code: str | None = None
    """The code that the shopper entered for it."""


def allocate_tenders(due: int, offers: Iterable[tuple[str, TenderOffer]]) -> list[TenderDraft]:
    """Pay an amount with offers. Each pays as much as it can of what those before it leave.

    `offers` are the names of kinds and what each offers, in the order in which they pay.
    """
    drafts = []
    for kind, offer in offers:
        amount = min(max(offer.amount, 0), due)
        if amount:
            drafts.append(TenderDraft(kind, amount, offer.reference, offer.code))
            due -= amount
    return drafts


def split_refund(amount: int, tenders: Sequence[Tender]) -> tuple[list[tuple[Tender, int]], int]:
    """Split a refund among tenders, and return the parts and the amount they do not cover.

    The tender that paid last is refunded first.
    """
    parts = []
    for tender in reversed(tenders):
        part = min(amount, tender.left)
        if part > 0:
            parts.append((tender, part))
            amount -= part
    return parts, amount
