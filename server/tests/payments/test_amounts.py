"""Amounts in providers' units are exact or refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.money import MAX_AMOUNT
from stallage.payments.errors import ProviderRefused
from stallage.payments.rules.amounts import RAZORPAY, STRIPE, amount_in


@pytest.mark.parametrize(
    ("amount", "currency", "stripe", "razorpay"),
    [
        (129_900, "USD", 129_900, 129_900),
        (1290, "JPY", 1290, 1290),
        (1290, "KRW", 1290, 1290),
        (1290, "ISK", 129_000, 129_000),
        (1290, "UGX", 129_000, 1290),
        (12_340, "KWD", 12_340, 12_340),
        (50_000, "INR", 50_000, 50_000),
        (1290, "HUF", 1290, 1290),
    ],
)
def test_amounts(amount: int, currency: str, stripe: int, razorpay: int) -> None:
    assert amount_in(STRIPE, amount, currency) == stripe
    assert amount_in(RAZORPAY, amount, currency) == razorpay


def test_amounts_that_cannot_be_converted_exactly_are_refused() -> None:
    with pytest.raises(ProviderRefused, match="12345 of KWD"):
        amount_in(STRIPE, 12_345, "KWD")


@given(st.integers(1, MAX_AMOUNT), st.sampled_from(["USD", "JPY", "ISK", "UGX", "EUR", "INR"]))
def test_conversion_keeps_the_amount(amount: int, currency: str) -> None:
    for units in (STRIPE, RAZORPAY):
        converted = amount_in(units, amount, currency)
        assert converted in (amount, amount * 100)
