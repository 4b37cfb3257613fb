"""A guest's cart as the value of a cookie: the units by SKU id, such as `17x2_9x1`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stallage.cart.rules.lines import MAX_LINES, MAX_QUANTITY

MAX_LENGTH = 3000
"""Characters of the value; browsers store 4096 bytes of a cookie."""

_LINE = re.compile(r"([1-9][0-9]{0,15})x([1-9][0-9]?)")

Units = Mapping[int, int]
"""Units by SKU id, in the order in which they were added."""


def parse_units(text: str) -> dict[int, int]:
    """Parse the value of the cookie, which visitors can change. What is no line is left out."""
    units: dict[int, int] = {}
    for part in text[:MAX_LENGTH].split("_"):
        line = _LINE.fullmatch(part)
        if line is None or int(line[1]) >= 2**53 or len(units) == MAX_LINES:
            continue
        units[int(line[1])] = min(int(line[2]), MAX_QUANTITY)
    return units


def format_units(units: Units) -> str:
    """Return the value of the cookie."""
    return "_".join(f"{sku_id}x{quantity}" for sku_id, quantity in units.items())


def fits(units: Units) -> bool:
    """Whether a cart is small enough to be stored."""
    return len(units) <= MAX_LINES and len(format_units(units)) <= MAX_LENGTH


def sku_ids_of(units: Units) -> list[int]:
    """Return a cart as the API takes it: each id as often as there are units."""
    return [sku_id for sku_id, quantity in units.items() for _ in range(quantity)]
