"""When two products count as often bought together."""

from __future__ import annotations

import re
from datetime import timedelta

WINDOW = timedelta(days=365)
"""How far back orders count."""

MIN_ORDERS = 3
"""Orders that a pair must occur in."""

MIN_CONFIDENCE = 0.01
"""Share of a product's orders that the other one must be in."""

MIN_LIFT = 1.2
"""How many times more often than by chance a pair must occur."""

MAX_PRODUCTS = 30
"""Orders of more products say nothing about pairs: they are those of a reseller or an outfitter."""

KEPT = 12
"""Pairs kept for a product, so that enough are left when some have sold out."""

SHOWN = 4

MAX_IDS = 100
_IDS = re.compile(r"^[0-9]{1,16}(,[0-9]{1,16})*$")


def ids_in(text: str) -> list[int]:
    """`1,2` → [1, 2], each once. Raises ValueError."""
    if not _IDS.match(text):
        raise ValueError(text)
    ids = list(dict.fromkeys(int(one) for one in text.split(",")))
    if len(ids) > MAX_IDS:
        raise ValueError(text)
    return ids
