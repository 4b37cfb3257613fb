"""When a free gift leaves an order: as soon as what is left no longer meets its condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from stallage.orders.rules.pieces import Row, left_of

Line = TypeVar("Line", bound=Row)


def is_gift(line: Row) -> bool:
    """Whether a discount added the line for free."""
    return line["gift"] is not None


def gifts_that_leave(lines: Sequence[Line], leaving: Mapping[int, int]) -> list[Line]:
    """The gifts that go along when these units, by line id, leave the order.

    An exchanged unit stays: another one was sent for it. Gifts that are in `leaving` themselves are
    not named again.
    """
    return [
        line
        for line in lines
        if is_gift(line)
        and left_of(line) > 0
        and line["id"] not in leaving
        and not _is_met(line["gift"], lines, leaving)
    ]


def _is_met(condition: Row, lines: Sequence[Row], leaving: Mapping[int, int]) -> bool:
    worth = units = 0
    for line in lines:
        counts = condition["skus"] is None or line["sku_id"] in condition["skus"]
        if counts and not is_gift(line) and not line["is_gift_card"]:
            kept = left_of(line) + line["exchanged"] - leaving.get(line["id"], 0)
            units += kept
            worth += kept * line["price"]
    return bool(worth >= condition["minimum"] and units >= condition["units"])
