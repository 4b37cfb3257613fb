"""Disputes: a payer has asked their bank for the money back.

The provider decides a dispute; the shop records its state and what happened to the money. Webhook events may
repeat and arrive in any order.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

DisputeState = Literal["open", "under_review", "won", "lost", "closed"]
"""`open`: the provider waits for the shop's evidence; `under_review`: the bank decides; `closed`: it ended
without a decision, such as an inquiry that the payer did not pursue."""

Funds = Literal["withdrawn", "returned"]
"""What a provider did with the disputed amount on the shop's balance."""

RANKS: dict[DisputeState, int] = {"open": 0, "under_review": 1, "won": 2, "lost": 2, "closed": 2}
WAITING: tuple[DisputeState, ...] = ("open", "under_review")


def state_after(current: DisputeState, reported: DisputeState) -> DisputeState:
    """Return the state after an event. One that is older than the known state changes nothing."""
    return reported if RANKS[reported] > RANKS[current] else current


def entries_to_add(known: Collection[Funds], reported: Funds | None) -> list[Funds]:
    """Return the ledger entries that an event adds. Money can only return after it was withdrawn."""
    if reported is None:
        return []
    due: list[Funds] = ["withdrawn", "returned"] if reported == "returned" else ["withdrawn"]
    return [kind for kind in due if kind not in known]
