"""What a tender is, which one pays first, and which one gets money back first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class TenderState(StrEnum):
    """Where a tender stands. It follows the payment of its order."""

    HELD = "held"
    """Reserved for the order, or still to be paid."""
    TAKEN = "taken"
    """The order is paid: the money is the shop's."""
    RELEASED = "released"
    """The order ended before it was paid; nothing is held any more."""
    GIVEN_BACK = "given_back"
    """The order ended after it was paid; all that was left goes back."""


@dataclass(frozen=True, slots=True)
class TenderDraft:
    """A tender of an order that is to be written. `amount` is in minor units, above 0."""

    kind: str
    amount: int
    reference: str | None = None
    """What the kind needs to find it again besides the order, such as which gift card it is of."""


@dataclass(frozen=True, slots=True)
class Tender:
    """A tender of an order, as it stands. Amounts are in minor units."""

    position: int
    kind: str
    amount: int
    """When the order was placed."""
    state: TenderState
    released: int
    """What came off with cancelled lines before it was taken."""
    given_back: int
    """What went back where it came from since it was taken, without what an order's end gives back."""
    reference: str | None

    @property
    def left(self) -> int:
        """What can still be given back."""
        return self.amount - self.released - self.given_back


@dataclass(frozen=True, slots=True)
class TenderChoice:
    """How the shopper wants to pay, as far as that is known."""

    customer_id: int | None
    use_wallet: bool = False
    payment_method: str | None = None
    may_guess: bool = True
    """Whether codes are looked up; not after many that nobody knows."""
    gift_card_codes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TenderOffer:
    """Stored value that can pay an order."""

    amount: int
    reference: str | None = None


def paid_by(due: int, offers: Iterable[tuple[str, TenderOffer]]) -> list[TenderDraft]:
    """The tenders that pay an amount, each as much as it holds of what those before it have left.

    `offers` are names of kinds and what each offers, in the order in which they pay.
    """
    drafts = []
    for kind, offer in offers:
        amount = min(max(offer.amount, 0), due)
        if amount:
            drafts.append(TenderDraft(kind, amount, offer.reference))
            due -= amount
    return drafts


def divided(amount: int, tenders: Sequence[Tender]) -> tuple[list[tuple[Tender, int]], int]:
    """The parts in which an amount is given back, and what of it the tenders do not cover.

    The tender that paid last gets its money back first.
    """
    parts = []
    for tender in reversed(tenders):
        part = min(amount, tender.left)
        if part > 0:
            parts.append((tender, part))
            amount -= part
    return parts, amount
