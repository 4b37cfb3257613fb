"""What some units of an order line cost, so that the parts of a line add up to the line.

A line stores its amounts for all of its units together, rounded once. Units that leave the line get the
difference of two rounded shares. In whatever steps units leave, their amounts therefore add up to the
line's own amount, to the cent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from stallage.core.money import scale

AMOUNTS = ("line_total", "discount", "tax", "tax_added")


class LineAmounts(Protocol):
    """A line with the amounts of all its units together, in minor units."""

    @property
    def id(self) -> int: ...
    @property
    def sku_id(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def quantity(self) -> int: ...
    @property
    def line_total(self) -> int: ...
    @property
    def discount(self) -> int: ...
    @property
    def tax(self) -> int: ...
    @property
    def tax_added(self) -> int: ...


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line of an order as it is stored. Amounts are minor units, of all its units together."""

    id: int
    sku_id: int
    product_id: int
    title: str
    quantity: int
    cancelled: int
    returned: int
    exchanged: int
    price: int
    """Of one unit."""
    line_total: int
    discount: int
    tax: int
    tax_added: int
    returnable: bool
    gift: dict[str, Any] | None
    """See `models.OrderLine.gift`."""
    is_gift_card: bool
    refunded: int = 0
    """Units refunded without a return."""
    gone_line_total: int = 0
    """The part of `line_total` of the units that have left the line; the same of the other amounts."""
    gone_discount: int = 0
    gone_tax: int = 0
    gone_tax_added: int = 0
    position: int = 0
    """Its place in the order."""

    @property
    def is_gift(self) -> bool:
        """Whether a discount added the line for free."""
        return self.gift is not None

    @property
    def left(self) -> int:
        """Units that are neither cancelled nor returned nor refunded."""
        return self.quantity - self.gone

    @property
    def gone(self) -> int:
        """Units that are cancelled, returned or refunded."""
        return self.cancelled + self.returned + self.refunded


@dataclass(frozen=True, slots=True)
class LineUnits:
    """Some units of a line. Amounts are minor units, of these units together."""

    line_id: int
    sku_id: int
    title: str
    quantity: int
    line_total: int
    discount: int
    tax: int
    tax_added: int

    @property
    def amount(self) -> int:
        """The price of the units less discounts, with added taxes."""
        return self.line_total - self.discount + self.tax_added


def units_after(line: LineAmounts, before: int, quantity: int) -> LineUnits:
    """The `quantity` units of a line that follow its first `before` units.

    Raises ValueError if the line has fewer units.
    """
    if not 0 < quantity <= line.quantity - before:
        raise ValueError("the line has fewer units left")
    amounts = {
        name: scale(getattr(line, name), before + quantity, line.quantity)
        - scale(getattr(line, name), before, line.quantity)
        for name in AMOUNTS
    }
    return LineUnits(
        line_id=line.id, sku_id=line.sku_id, title=line.title, quantity=quantity, **amounts
    )


def next_units(line: StoredLine, quantity: int) -> LineUnits:
    """The next units to leave a line. Raises ValueError if it has fewer units left.

    Their amounts are the rounded share of all units that will have left, less the amounts of those that
    have. So the last unit gets what remains, in whatever order requests overlap and are withdrawn.
    """
    if not 0 < quantity <= line.left:
        raise ValueError("the line has fewer units left")
    amounts = {
        name: max(
            0,
            scale(getattr(line, name), line.gone + quantity, line.quantity)
            - getattr(line, f"gone_{name}"),
        )
        for name in AMOUNTS
    }
    return LineUnits(
        line_id=line.id, sku_id=line.sku_id, title=line.title, quantity=quantity, **amounts
    )


def amount_of(units: Iterable[LineUnits]) -> int:
    """The total of `LineUnits.amount`."""
    return sum(one.amount for one in units)


def units_text(units: Iterable[LineUnits]) -> str:
    """Such as `1 × Moss bowl, 2 × Vase`."""
    return ", ".join(f"{one.quantity} × {one.title}" for one in units)


def by_sku(units: Iterable[LineUnits]) -> dict[int, int]:
    """Quantities by SKU id. A gift may be of the same SKU as a line that was bought."""
    quantities: dict[int, int] = {}
    for one in units:
        quantities[one.sku_id] = quantities.get(one.sku_id, 0) + one.quantity
    return quantities
