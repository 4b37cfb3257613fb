"""What is wrong with a line now, and what the shopper is told."""

from __future__ import annotations

from typing import Literal

MAX_QUANTITY = 99
"""Pieces of one SKU in one order, unless its product has a limit of its own."""
MAX_LINES = 100

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
"""Problems that stand in the way of ordering; a changed price is only told."""


def most(max_per_order: int | None) -> int:
    """How many pieces one order may hold; a limit of 0 is none."""
    return min(MAX_QUANTITY, max_per_order or MAX_QUANTITY)


def problem_of(
    *,
    on_sale: bool,
    available: int | None,
    quantity: int,
    price: int,
    price_seen: int | None,
) -> Problem | None:
    """The gravest problem of a line. `available` is None where stock never ends."""
    if not on_sale:
        return "unavailable"
    if available is not None and available < quantity:
        return "quantity_unavailable" if available > 0 else "out_of_stock"
    if price_seen is not None and price_seen != price:
        return "price_changed"
    return None


def counted(sku_ids: list[int]) -> dict[int, int]:
    """A guest's list as pieces by SKU, in the order in which they first stand in it."""
    pieces: dict[int, int] = {}
    for sku_id in sku_ids:
        pieces[sku_id] = pieces.get(sku_id, 0) + 1
    return pieces
