"""What some units of an order line are worth, so that the parts of a line sum to the line.

A line keeps its amounts for all its units together, rounded once. Units that leave it take the
difference of two rounded shares: whatever leaves in whichever steps, together it is the line's own
amount to the cent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from stallage.core.money import scale

AMOUNTS = ("line_total", "discount", "tax", "tax_added")


class Row(Protocol):
    """A line as it is kept, by the names of its columns."""

    def __getitem__(self, name: str, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Pieces:
    """Some units of a line. Amounts are minor units, of all the units together."""

    line_id: int
    sku_id: int
    title: str
    quantity: int
    line_total: int
    discount: int
    tax: int
    tax_added: int

    @property
    def worth(self) -> int:
        """What was to be paid for them."""
        return self.line_total - self.discount + self.tax_added


def left_of(line: Row) -> int:
    """How many units of a line are neither cancelled nor back."""
    left: int = line["quantity"] - line["cancelled"] - line["returned"]
    return left


def pieces_of(line: Row, quantity: int) -> Pieces:
    """The next units to leave a line, of which some may have left before."""
    before = line["cancelled"] + line["returned"]
    if not 0 < quantity <= line["quantity"] - before:
        raise ValueError("a line has not as many pieces left")
    amounts = {
        name: scale(line[name], before + quantity, line["quantity"])
        - scale(line[name], before, line["quantity"])
        for name in AMOUNTS
    }
    return Pieces(
        line_id=line["id"],
        sku_id=line["sku_id"],
        title=line["title"],
        quantity=quantity,
        **amounts,
    )


def worth_of(pieces: Iterable[Pieces]) -> int:
    """What several are worth together."""
    return sum(one.worth for one in pieces)


def told(pieces: Iterable[Pieces]) -> str:
    """Such as `1 × Moss bowl, 2 × Vase`."""
    return ", ".join(f"{one.quantity} × {one.title}" for one in pieces)


def by_sku(pieces: Iterable[Pieces]) -> dict[int, int]:
    """Units by SKU; a gift may be of the same SKU as what was bought."""
    units: dict[int, int] = {}
    for one in pieces:
        units[one.sku_id] = units.get(one.sku_id, 0) + one.quantity
    return units
