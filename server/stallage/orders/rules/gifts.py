"""Decides when a free gift leaves an order: as soon as the rest no longer meets its condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stallage.orders.rules.units import StoredLine


def gifts_to_remove(lines: Sequence[StoredLine], leaving: Mapping[int, int]) -> list[StoredLine]:
    """The gifts that leave together with these units, which are quantities by line id.

    An exchanged unit still counts for the condition, because another one was sent for it. Gifts in
    `leaving` are not returned again.
    """
    return [
        line
        for line in lines
        if line.gift is not None
        and line.left > 0
        and line.id not in leaving
        and not _is_met(line.gift, lines, leaving)
    ]


def _is_met(
    condition: Mapping[str, Any], lines: Sequence[StoredLine], leaving: Mapping[int, int]
) -> bool:
    amount = units = 0
    for line in lines:
        counts = condition["skus"] is None or line.sku_id in condition["skus"]
        if counts and not line.is_gift and not line.is_gift_card:
            remaining = line.left + line.exchanged - leaving.get(line.id, 0)
            units += remaining
            amount += remaining * line.price
    return bool(amount >= condition["minimum"] and units >= condition["units"])
