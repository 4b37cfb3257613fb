"""What a payment's outcome does to its order or top-up. Nothing else decides this."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.rules.steps import ITEMS_EDITABLE

Outcome = Literal["open", "declined", "paid", "failed", "ended"]
"""What a provider reports about a payment.

`open`: not paid yet; `declined`: a card was declined and another may be tried in the same session;
`failed`: declined for good; `ended`: it can no longer be paid.
"""

AttemptState = Literal["starting", "open", "paid", "failed", "ended"]

OPEN: frozenset[AttemptState] = frozenset({"starting", "open"})


class Decision(StrEnum):
    """What happens because of an outcome."""

    NOTHING = "nothing"
    """The outcome is known already or changes nothing."""
    CONFIRM = "confirm"
    """The order is paid."""
    TAKE_DIFFERENCE = "take_difference"
    """Items that were added to a paid order are paid."""
    REVIVE = "revive"
    """The order ended unpaid: revive it if its units are still in stock, else refund the money."""
    REFUND = "refund"
    """The money is refunded."""
    DECLINE = "decline"
    """A card was declined; the shopper is informed and can still pay this payment attempt."""
    CREDIT = "credit"
    """A top-up is paid: its amount is added to the wallet."""
    OTHER_AMOUNT = "other_amount"
    """Another amount was paid than was due; an operator decides."""
    OTHER_MODE = "other_mode"
    """An event of test mode in a live shop, or the reverse. It is ignored."""
    DECIDED = "decided"
    """An operator has decided about a payment of another amount."""
    DISPUTE = "dispute"
    """A dispute was recorded."""
    CLOSE = "close"
    """The payment attempt is over; the order can still be paid."""


def decide(
    *,
    attempt: AttemptState,
    outcome: Outcome,
    status: OrderStatus,
    payment_status: PaymentStatus,
    ended_unpaid: bool,
    covers: bool,
    is_difference: bool = False,
) -> Decision:
    """Return what an outcome does to an order.

    `ended_unpaid`: the order ended because it was not paid in time.
    `covers`: the payment attempt's amount is at least what is to be paid now.
    `is_difference`: the payment attempt is for items that were added to the paid order, and they are still
    to be paid.
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
    if is_difference and covers and not unpaid and status in ITEMS_EDITABLE:
        return Decision.TAKE_DIFFERENCE
    if unpaid and status is OrderStatus.CANCELLED_BY_COMPANY and ended_unpaid:
        return Decision.REVIVE
    return Decision.REFUND


def decide_topup(*, attempt: AttemptState, outcome: Outcome, has_wallet: bool) -> Decision:
    """Return what an outcome does to a top-up.

    A top-up reserves nothing, so late money is credited too. It is refunded only if the customer has
    deleted the account since (`has_wallet` is false).
    """
    if outcome in ("open", "declined"):
        # Another card may be tried in the same session, and no order waits for it.
        return Decision.NOTHING
    if outcome in ("failed", "ended"):
        return Decision.CLOSE if attempt in OPEN else Decision.NOTHING
    if attempt == "paid":
        return Decision.NOTHING
    return Decision.CREDIT if has_wallet else Decision.REFUND
