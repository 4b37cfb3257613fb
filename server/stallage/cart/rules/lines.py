"""Limits and problems of cart lines, with their messages."""

from __future__ import annotations

from typing import Literal

MAX_QUANTITY = 99
"""Units of one SKU in one order, unless its product has a lower limit."""
MAX_LINES = 100
MAX_GIFT_CARDS = 20
"""Gift cards in one cart."""

Problem = Literal["quantity_unavailable", "out_of_stock", "price_changed", "unavailable"]

MESSAGES: dict[Problem, str] = {
    "quantity_unavailable": (
        "Selected quantity is not available, please buy less or remove the item."
    ),
    "out_of_stock": "Item is out stock, please remove to continue",
    "price_changed": "The price of this item has changed since you added it.",
    "unavailable": "This item is no longer available, please remove it to continue.",
}

BLOCKING: frozenset[Problem] = frozenset({"quantity_unavailable", "out_of_stock", "unavailable"})
"""Problems that prevent an order; a changed price does not."""


def max_quantity(max_per_order: int | None) -> int:
    """The number of units that one order may contain. A product limit of 0 or None means no limit."""
    return min(MAX_QUANTITY, max_per_order or MAX_QUANTITY)


def line_problem(
    *,
    on_sale: bool,
    available: int | None,
    quantity: int,
    price: int,
    price_seen: int | None,
) -> Problem | None:
    """The most serious problem of a line. `available` is None if the stock is unlimited."""
    if not on_sale:
        return "unavailable"
    if available is not None and available < quantity:
        return "quantity_unavailable" if available > 0 else "out_of_stock"
    if price_seen is not None and price_seen != price:
        return "price_changed"
    return None


def count_units(sku_ids: list[int]) -> dict[int, int]:
    """The units of a guest's list by SKU id, in the order of first occurrence."""
    units: dict[int, int] = {}
    for sku_id in sku_ids:
        units[sku_id] = units.get(sku_id, 0) + 1
    return units
