"""Views of the operators' list of returns, and the steps from each status."""

from __future__ import annotations

from typing import Literal

from stallage.orders.rules import OrderStatus

View = Literal["to_approve", "under_way", "to_inspect", "done", "all"]
Step = Literal[
    "approve",
    "refuse",
    "send_instructions",
    "pick_up",
    "receive",
    "inspect",
    "refund",
    "exchange",
]

S = OrderStatus

VIEWS: dict[View, str] = {
    "to_approve": "r.status = 9",
    "under_way": "r.status IN (10, 11)",
    "to_inspect": "r.status = 15",
    "done": "r.status IN (12, 13, 14)",
    "all": "true",
}
"""Conditions that the indexes of `returns` have."""


def steps_from(
    status: OrderStatus, *, withdrawal: bool, inspected: bool, restocked: bool, exchange: bool
) -> list[Step]:
    """Return what an operator can do next with a return, the usual step first."""
    if status is S.RETURN_REQUESTED:
        return ["approve"] if withdrawal else ["approve", "refuse"]
    if status is S.RETURN_APPROVED:
        return ["receive", "pick_up", "send_instructions"]
    if status is S.PICKED_UP:
        return ["receive"]
    if status is not S.BACK_AT_COMPANY:
        return []
    refuse: list[Step] = [] if withdrawal or restocked else ["refuse"]
    if not inspected:
        return ["inspect", *refuse]
    return ["exchange", "refund", *refuse] if exchange else ["refund", *refuse]
