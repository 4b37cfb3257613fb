"""Whatever leaves a line in whichever steps, together it is the line to the cent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.orders.rules.pieces import AMOUNTS, left_of, pieces_of, told

cents = st.integers(min_value=0, max_value=10**9)


@st.composite
def whole_lines(draw: st.DrawFn) -> dict[str, Any]:
    """A line of which nothing has left."""
    line_total, tax = draw(cents), draw(cents)
    return {
        "id": 1,
        "sku_id": 2,
        "title": "Bowl",
        "quantity": draw(st.integers(1, 99)),
        "cancelled": 0,
        "returned": 0,
        "line_total": line_total,
        "discount": draw(st.integers(0, line_total)),
        "tax": tax,
        "tax_added": draw(st.integers(0, tax)),
    }


@given(line=whole_lines(), data=st.data())
def test_parts_of_a_line_sum_to_the_line(line: dict[str, Any], data: st.DataObject) -> None:
    parts = []
    while left := left_of(line):
        part = pieces_of(line, data.draw(st.integers(1, left)))
        parts.append(part)
        line[data.draw(st.sampled_from(["cancelled", "returned"]))] += part.quantity
    for name in AMOUNTS:
        assert sum(getattr(part, name) for part in parts) == line[name]
        assert all(getattr(part, name) >= 0 for part in parts)
    whole = line["line_total"] - line["discount"] + line["tax_added"]
    assert sum(part.worth for part in parts) == whole


def test_more_than_is_left_does_not_leave() -> None:
    line = dict.fromkeys(AMOUNTS, 100) | {
        "id": 1,
        "sku_id": 2,
        "title": "Bowl",
        "quantity": 3,
        "cancelled": 1,
        "returned": 1,
    }
    assert told([pieces_of(line, 1)]) == "1 × Bowl"
    for quantity in (0, 2, -1):
        with pytest.raises(ValueError, match="not as many"):
            pieces_of(line, quantity)
