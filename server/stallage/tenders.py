"""The ordered list of tenders: the ways in which an order can be paid.

The order is that of paying: what comes first pays first, and the rest is left to what follows. Money goes
back the other way round (`orders.rules.tenders`). Each name is a module whose `KIND` implements
`orders.tenders.TenderKind`. Orders, checkout, returns and invoices know this list, not what is in it.
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
)


@cache
def tender_kinds() -> tuple[TenderKind, ...]:
    """All kinds, in the order in which they pay."""
    return tuple(import_module(name).KIND for name in TENDERS)


def tender_kind(name: str) -> TenderKind:
    """The kind of that name. Raises LookupError."""
    for kind in tender_kinds():
        if kind.name == name:
            return kind
    raise LookupError(f"there is no tender {name}")
