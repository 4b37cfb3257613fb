"""The ordered list of tenders: the ways in which an order can be paid.

Tenders pay in this order: the first pays what it can, the next what is left. Refunds go the other way
round (`orders.rules.tenders`). Each module has a `KIND` that implements `orders.tenders.TenderKind`.
Orders, checkout, returns and invoices use this list without knowing the kinds in it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from stallage.orders.tenders import TenderKind

TENDERS = (
    "stallage.gift_cards.tenders",
    "stallage.payments.tenders.wallet",
    "stallage.payments.tenders.online",
    "stallage.payments.tenders.on_delivery",
    "stallage.payments.tenders.manual",
)


@cache
def tender_kinds() -> tuple[TenderKind, ...]:
    """Return all kinds, in the order in which they pay."""
    return tuple(import_module(name).KIND for name in TENDERS)


def tender_kind(name: str) -> TenderKind:
    """Return the kind with this name. Raises LookupError."""
    for kind in tender_kinds():
        if kind.name == name:
            return kind
    raise LookupError(f"There is no tender {name}")
