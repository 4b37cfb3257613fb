"""In whatever steps units leave a line, their amounts add up to the line, to the cent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.orders.rules.units import AMOUNTS, StoredLine, next_units, units_text

LINE = StoredLine(
    id=1,
    sku_id=2,
    product_id=3,
    title="Bowl",
    quantity=3,
    cancelled=0,
    returned=0,
    exchanged=0,
    price=100,
    line_total=100,
    discount=100,
    tax=100,
    tax_added=100,
    returnable=True,
    gift=None,
    is_gift_card=False,
)
cents = st.integers(min_value=0, max_value=10**9)


@st.composite
def complete_lines(draw: st.DrawFn) -> StoredLine:
    """A line that no units have left."""
    line_total, tax = draw(cents), draw(cents)
    return replace(
        LINE,
        quantity=draw(st.integers(1, 99)),
        line_total=line_total,
        discount=draw(st.integers(0, line_total)),
        tax=tax,
        tax_added=draw(st.integers(0, tax)),
    )


@given(line=complete_lines(), data=st.data())
def test_parts_of_a_line_add_up_to_the_line(line: StoredLine, data: st.DataObject) -> None:
    parts = []
    while line.left:
        part = next_units(line, data.draw(st.integers(1, line.left)))
        parts.append(part)
        gone = {
            f"gone_{name}": getattr(line, f"gone_{name}") + getattr(part, name) for name in AMOUNTS
        }
        if data.draw(st.booleans()):
            line = replace(line, cancelled=line.cancelled + part.quantity, **gone)
        else:
            line = replace(line, returned=line.returned + part.quantity, **gone)
    for name in AMOUNTS:
        assert sum(getattr(part, name) for part in parts) == getattr(line, name)
        assert all(getattr(part, name) >= 0 for part in parts)
    total = line.line_total - line.discount + line.tax_added
    assert sum(part.amount for part in parts) == total


def test_no_more_units_leave_than_are_left() -> None:
    line = replace(LINE, cancelled=1, returned=1)
    assert units_text([next_units(line, 1)]) == "1 × Bowl"
    for quantity in (0, 2, -1):
        with pytest.raises(ValueError, match="fewer units"):
            next_units(line, quantity)


@given(line=complete_lines(), data=st.data())
def test_withdrawn_parts_leave_the_rest_exact(line: StoredLine, data: st.DataObject) -> None:
    """Refunds are granted and withdrawn in any order; what stays adds up to the line in the end."""
    parts: list[tuple[int, dict[str, int]]] = []

    def move(line: StoredLine, quantity: int, amounts: dict[str, int], sign: int) -> StoredLine:
        gone = {
            f"gone_{name}": getattr(line, f"gone_{name}") + sign * amounts[name] for name in AMOUNTS
        }
        return replace(line, refunded=line.refunded + sign * quantity, **gone)

    while line.left:
        if parts and data.draw(st.integers(0, 3)) == 0:
            quantity, amounts = parts.pop(data.draw(st.integers(0, len(parts) - 1)))
            line = move(line, quantity, amounts, -1)
            continue
        part = next_units(line, data.draw(st.integers(1, line.left)))
        amounts = {name: getattr(part, name) for name in AMOUNTS}
        assert all(amount >= 0 for amount in amounts.values())
        parts.append((part.quantity, amounts))
        line = move(line, part.quantity, amounts, 1)
    for name in AMOUNTS:
        assert sum(amounts[name] for _quantity, amounts in parts) == getattr(line, name)
