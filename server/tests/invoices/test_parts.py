"""How a refund is split among the invoices of an order, for any amounts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.invoices.rules.parts import split_amount
from stallage.orders.rules.differences import Difference, difference_of

pytestmark = pytest.mark.fast

AMOUNTS = st.integers(0, 10_000)


@given(st.lists(st.tuples(AMOUNTS, AMOUNTS), min_size=1, max_size=4), st.data())
def test_parts_add_up_and_no_invoice_goes_below_zero(
    invoices: list[tuple[int, int]], data: st.DataObject
) -> None:
    left = [most for _gross, most in invoices]
    amount = data.draw(st.integers(0, sum(left)))
    shares = split_amount(amount, [gross for gross, _most in invoices], left)
    assert sum(shares) == amount
    assert all(0 <= share <= most for share, most in zip(shares, left, strict=True))


def test_what_items_cost_is_taken_from_their_own_invoices() -> None:
    assert split_amount(30, [10, 20], [100, 50]) == [10, 20]
    # Goodwill comes off the first invoice, and less than the items cost off the first items.
    assert split_amount(35, [10, 20], [100, 50]) == [15, 20]
    assert split_amount(25, [10, 20], [100, 50]) == [5, 20]


def test_a_difference_is_read_as_it_was_stored() -> None:
    tax = {"name": "Sales tax", "rate": "6.5", "amount": 65, "included": False}
    difference = Difference(3, [tax], [{"name": "Sorry", "amount": 100}], {"17": 250})
    assert difference_of(difference.to_text()) == difference
    assert difference.offset == 250
    assert difference_of(None) is None
    assert difference_of("17") is None
