"""The cases of a rehearsal, and what each of them has to lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stallage.orders.rules import LABELS, OrderStatus, PaymentStatus
from stallage.payments.rules.decisions import Decision

CaseKey = str


@dataclass(frozen=True, slots=True)
class Facts:
    """What the shop has recorded after a case."""

    order: OrderStatus
    payment: PaymentStatus
    units_reserved: int
    """Units that the order has taken from the stock."""
    refund: str = "none"
    """State of its refund: `none`, `pending`, `done` or `refused`."""
    dispute: str = "none"
    withdrawn: int = 0
    """Percentage of the payment that the ledger of disputes has withdrawn."""
    returned: int = 0
    settled: int = 0
    """How often an event or poll has settled the order."""
    waits_for_operator: bool = False
    """Whether another amount was paid, so that an operator decides."""


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a rehearsal."""

    key: CaseKey
    title: str
    expected: str
    facts: Facts


_PAID = Facts(OrderStatus.CONFIRMED, PaymentStatus.PAID, 1, settled=1)


def _paid(**changes: object) -> Facts:
    values = {name: getattr(_PAID, name) for name in Facts.__dataclass_fields__}
    return Facts(**{**values, **changes})


CASES: Sequence[Case] = (
    Case("paid", "Paid", "The event confirms the order, once.", _PAID),
    Case(
        "declined",
        "Declined",
        "The payment has failed. The order and its stock wait, and the shopper can pay again.",
        Facts(OrderStatus.PENDING, PaymentStatus.FAILED, 1),
    ),
    Case(
        "no_return",
        "Paid, and neither the shopper nor an event returns",
        "The shop asks the provider and confirms the order.",
        _PAID,
    ),
    Case(
        "before_return",
        "The event arrives before the shopper returns",
        "The event confirms the order. The return changes nothing.",
        _PAID,
    ),
    Case("double", "The same event twice", "The order is confirmed once.", _PAID),
    Case(
        "out_of_order",
        "A decline is reported after the payment",
        "The order stays paid.",
        _PAID,
    ),
    Case(
        "late",
        "Paid after the order has ended",
        "The order is revived, since everything in it is still in stock.",
        _PAID,
    ),
    Case(
        "other_amount",
        "Another amount is paid",
        "It is no payment: the order waits, and an operator decides.",
        Facts(OrderStatus.PENDING, PaymentStatus.IN_PROGRESS, 1, waits_for_operator=True),
    ),
    Case(
        "refund",
        "Refund",
        "Cancelling the paid order refunds it once and returns its units to the stock.",
        _paid(
            order=OrderStatus.CANCELLED_BY_COMPANY,
            payment=PaymentStatus.REFUNDED,
            units_reserved=0,
            refund="done",
        ),
    ),
    Case(
        "refund_late",
        "The refund is confirmed late",
        "The provider is down at first. The refund waits and is sent once.",
        _paid(
            order=OrderStatus.CANCELLED_BY_COMPANY,
            payment=PaymentStatus.REFUNDED,
            units_reserved=0,
            refund="done",
        ),
    ),
    Case(
        "refund_refused",
        "The provider refuses the refund",
        "The refund waits for an operator. The payment does not count as refunded.",
        _paid(order=OrderStatus.CANCELLED_BY_COMPANY, units_reserved=0, refund="refused"),
    ),
    Case(
        "refund_fails_later",
        "The refund fails after it was accepted",
        "The event turns the refund into one that waits for an operator.",
        _paid(
            order=OrderStatus.CANCELLED_BY_COMPANY,
            payment=PaymentStatus.REFUNDED,
            units_reserved=0,
            refund="refused",
        ),
    ),
    Case(
        "dispute_opened",
        "A dispute is opened",
        "The money is withdrawn in the ledger, the team gets an email, and the order goes on.",
        _paid(dispute="open", withdrawn=100),
    ),
    Case(
        "dispute_lost",
        "A dispute is lost",
        "The money stays withdrawn. Webhook events that arrive twice change nothing.",
        _paid(dispute="lost", withdrawn=100),
    ),
    Case(
        "dispute_won",
        "A dispute is won",
        "The money returns in the ledger, also if the events arrive in the wrong order.",
        _paid(dispute="won", withdrawn=100, returned=100),
    ),
)
"""In the order in which they are played."""

TITLES: Mapping[str, str] = {
    "order": "Order",
    "payment": "Payment",
    "units_reserved": "Units reserved",
    "refund": "Refund",
    "dispute": "Dispute",
    "withdrawn": "Withdrawn, % of the payment",
    "returned": "Returned, % of the payment",
    "settled": "Times settled",
    "waits_for_operator": "Waits for an operator",
}


EFFECTS: Mapping[Decision, str] = {
    Decision.NOTHING: "changes nothing",
    Decision.CONFIRM: "confirms the order",
    Decision.TAKE_DIFFERENCE: "pays added items",
    Decision.REVIVE: "revives the order",
    Decision.REFUND: "is refunded",
    Decision.DECLINE: "fails the payment",
    Decision.CREDIT: "is credited",
    Decision.OTHER_AMOUNT: "waits for an operator",
    Decision.OTHER_MODE: "is ignored",
    Decision.DECIDED: "was decided by an operator",
    Decision.DISPUTE: "is recorded",
    Decision.CLOSE: "closes the payment attempt",
}
"""What an event did."""


def shown(facts: Facts) -> dict[str, str]:
    """Return the facts as texts, by their name."""
    return {
        "order": LABELS[facts.order],
        "payment": facts.payment.name.capitalize().replace("_", " "),
        "units_reserved": str(facts.units_reserved),
        "refund": facts.refund,
        "dispute": facts.dispute.replace("_", " "),
        "withdrawn": str(facts.withdrawn),
        "returned": str(facts.returned),
        "settled": str(facts.settled),
        "waits_for_operator": "yes" if facts.waits_for_operator else "no",
    }
