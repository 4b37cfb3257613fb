"""What a provider's word about a payment does to its order: decided here and nowhere else."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from stallage.orders.rules import OrderStatus, PaymentStatus

Outcome = Literal["open", "declined", "paid", "failed", "ended"]
"""How a provider says that a payment stands.

`open`: nothing has happened, or nothing that counts; `declined`: one card was, another may be tried in
the same place; `failed`: declined for good; `ended`: nobody can pay it any more.
"""

AttemptState = Literal["starting", "open", "paid", "failed", "ended"]

OPEN: frozenset[AttemptState] = frozenset({"starting", "open"})


class Decision(StrEnum):
    """What is done."""

    NOTHING = "nothing"
    """Known already, or nothing new."""
    CONFIRM = "confirm"
    """The order is paid."""
    REVIVE = "revive"
    """The order ended for want of payment; it lives again where its units are still there, and the
    money goes back where they are not."""
    REFUND = "refund"
    """The money goes back to where it came from."""
    DECLINE = "decline"
    """A try was declined; this payment attempt can still be paid, and the shopper is told."""
    CREDIT = "credit"
    """A top-up is paid: the wallet is credited."""
    OTHER_AMOUNT = "other_amount"
    """Something else was paid than was due; an operator decides."""
    OTHER_MODE = "other_mode"
    """A notice of test mode in a live shop, or the other way round; not believed."""
    DECIDED = "decided"
    """An operator has decided about a payment of another amount."""
    CLOSE = "close"
    """This payment attempt is over; the order still waits."""


def decide(
    *,
    attempt: AttemptState,
    outcome: Outcome,
    status: OrderStatus,
    payment_status: PaymentStatus,
    ended_unpaid: bool,
    covers: bool,
) -> Decision:
    """What an outcome means.

    `ended_unpaid`: the order ended because nobody had paid it in time; `covers`: the payment attempt is of as
    much as the order comes to now.
    """
    if outcome == "open":
        return Decision.NOTHING
    if outcome == "declined":
        waits = status is OrderStatus.PENDING and payment_status is PaymentStatus.IN_PROGRESS
        return Decision.DECLINE if waits and attempt in OPEN else Decision.NOTHING
    if outcome in ("failed", "ended"):
        return Decision.CLOSE if attempt in OPEN else Decision.NOTHING
    if attempt == "paid":
        return Decision.NOTHING
    unpaid = payment_status in (PaymentStatus.IN_PROGRESS, PaymentStatus.FAILED)
    if unpaid and covers and status is OrderStatus.PENDING:
        return Decision.CONFIRM
    if unpaid and status is OrderStatus.CANCELLED_BY_COMPANY and ended_unpaid:
        return Decision.REVIVE
    return Decision.REFUND


def decide_topup(*, attempt: AttemptState, outcome: Outcome, has_wallet: bool) -> Decision:
    """What an outcome means for a top-up.

    Nothing was held for it, so money is welcome whenever it comes. It goes back only where the
    customer has left meanwhile (`has_wallet`).
    """
    if outcome in ("open", "declined"):
        # Another card may be tried in the same place, and nobody waits for what was declined.
        return Decision.NOTHING
    if outcome in ("failed", "ended"):
        return Decision.CLOSE if attempt in OPEN else Decision.NOTHING
    if attempt == "paid":
        return Decision.NOTHING
    return Decision.CREDIT if has_wallet else Decision.REFUND
