"""The operator's steps of an order: which come next, and which can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from stallage.core.states import InvalidTransition, StateTable
from stallage.orders.errors import StepRefused
from stallage.orders.rules import (
    TRANSITIONS,
    OrderStatus,
    PaymentStatus,
    awaits_payment,
    cancelled_status,
)
from stallage.orders.rules.manual_payments import amount_to_pay

S = OrderStatus

Step = Literal["confirmed", "processing", "prepared", "out_for_delivery"]
STEPS: dict[Step, OrderStatus] = {
    "confirmed": S.CONFIRMED,
    "processing": S.PROCESSING,
    "prepared": S.PREPARED,
    "out_for_delivery": S.OUT_FOR_DELIVERY,
}
"""Steps that move neither money nor stock. Shipping and delivery have routes of their own."""

TAKE_BACK: StateTable[OrderStatus] = StateTable(
    {
        S.CONFIRMED: frozenset({S.PENDING}),
        S.PROCESSING: frozenset({S.CONFIRMED}),
        S.PREPARED: frozenset({S.CONFIRMED, S.PROCESSING}),
        S.OUT_FOR_DELIVERY: frozenset({S.SHIPPED}),
    }
)
"""Steps that an operator can take back: no email follows them, and no money or stock has moved."""

AUDITED: dict[OrderStatus, str] = {
    S.CONFIRMED: "order.confirmed",
    S.PROCESSING: "order.confirmed",
    S.PREPARED: "order.packed",
    S.SHIPPED: "order.shipped",
    S.OUT_FOR_DELIVERY: "order.out_for_delivery",
    S.DELIVERED: "order.delivered",
}
"""Actions in the audit log, by the new status. Cancellations and returns have their own."""

EDITABLE: frozenset[OrderStatus] = frozenset({S.PENDING, S.CONFIRMED, S.PROCESSING, S.PREPARED})
"""Statuses in which address and delivery note can still change."""

ITEMS_EDITABLE: frozenset[OrderStatus] = EDITABLE - {S.PREPARED}
"""Statuses before packing, in which the items can still change."""

Action = Literal[
    "confirm",
    "start",
    "pack",
    "ship",
    "send_out",
    "deliver",
    "mark_paid",
    "cancel",
    "edit_address",
    "edit_items",
]


def next_actions(
    status: OrderStatus,
    payment_status: PaymentStatus,
    pay_until: object | None,
    *,
    to_ship: int,
    under_way: int,
    payable: int = 0,
    amount_due: int = 0,
) -> list[Action]:
    """What an operator can do with an order, the usual next step first.

    `to_ship` are units in no parcel yet; `under_way` are parcels that are not delivered. `payable` is what
    is paid after placing the order, `amount_due` what is still to be paid of a paid order.
    """
    unpaid = awaits_payment(status, payment_status, pay_until)
    table = TRANSITIONS["operator"]
    actions: list[Action] = []
    # Paid orders and those paid on delivery are confirmed by the shop; the operator's Confirm follows.
    if (status is S.PENDING and not unpaid) or status is S.CONFIRMED:
        actions.append("confirm")
    if status in (S.CONFIRMED, S.PROCESSING) and not amount_due:
        actions.append("pack")
    if (
        to_ship
        and not amount_due
        and status in (S.CONFIRMED, S.PROCESSING, S.PREPARED, S.SHIPPED, S.OUT_FOR_DELIVERY)
    ):
        actions.append("ship")
    if status is S.SHIPPED and not to_ship:
        actions.append("send_out")
    if status in (S.SHIPPED, S.OUT_FOR_DELIVERY) and (under_way or not to_ship):
        actions.append("deliver")
    if amount_to_pay(status, payment_status, pay_until, payable=payable, amount_due=amount_due):
        actions.append("mark_paid")
    if table.allows(status, cancelled_status("operator")):
        actions.append("cancel")
    if status in EDITABLE:
        actions.append("edit_address")
    if status in ITEMS_EDITABLE:
        actions.append("edit_items")
    return actions


def check_packable(public_id: str, amount_due: int) -> None:
    """Raise StepRefused while items that were added to a paid order are not paid."""
    if amount_due:
        raise StepRefused(
            f"Items were added to {public_id} that are not paid yet. Pack it once they are paid, or take"
            " them off."
        )


def taken_back_to(
    status: OrderStatus, history: Sequence[tuple[OrderStatus, str]]
) -> OrderStatus | None:
    """The status before the operator's last step, if that step can be taken back.

    `history` are the statuses of the order with who changed them, oldest first; it ends with `status`.
    """
    if len(history) < 2 or history[-1] != (status, "operator"):
        return None
    before = history[-2][0]
    return before if TAKE_BACK.allows(status, before) else None


def check_taking_back(
    status: OrderStatus, target: OrderStatus, history: Sequence[tuple[OrderStatus, str]]
) -> None:
    """Raise InvalidTransition unless the last steps up to `target` are the operator's and reversible.

    Packing a confirmed order is two steps, which are taken back together.
    """
    steps = list(history)
    while steps and steps[-1][0] is not target:
        before = taken_back_to(steps[-1][0], steps)
        if before is None:
            raise InvalidTransition(status, target)
        steps.pop()
    if not steps or status is target:
        raise InvalidTransition(status, target)
