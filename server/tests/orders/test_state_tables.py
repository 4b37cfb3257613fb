"""Transitions of orders, payments and returns: the allowed ones, and no others."""

from __future__ import annotations

import itertools

import pytest

from stallage.core.states import InvalidTransition
from stallage.orders.rules import (
    LABELS,
    PAYMENT_TRANSITIONS,
    TRANSITIONS,
    OrderStatus,
    PaymentStatus,
)
from stallage.returns.rules import RETURN_TRANSITIONS

ALLOWED = {
    "customer": """
        0>7 1>7 2>7 3>7
        6>9 12>9 13>9 14>9
        9>14 10>14
    """,
    "operator": """
        0>1 1>2 2>3 3>4 4>5 5>6
        0>8 1>8 2>8 3>8
        9>10 9>13 10>11 10>15 11>15 15>12 15>13
    """,
    "system": "0>1 0>8 1>8 2>8 8>1 9>10",
}
RETURN_ALLOWED = {
    "customer": "9>14 10>14",
    "operator": "9>10 9>13 10>11 10>15 11>15 15>12 15>13",
    "system": "9>10",
}
PAYMENT_ALLOWED = "0>1 0>2 2>0 2>1 2>3 1>3 1>4 4>3"


def pairs(text: str) -> set[tuple[int, int]]:
    moves = [move.split(">") for move in text.split()]
    return {(int(source), int(target)) for source, target in moves}


@pytest.mark.parametrize("by", ["customer", "operator", "system"])
def test_transitions_of_orders(by: str) -> None:
    table = TRANSITIONS[by]  # type: ignore[index]  # the three names of `By`
    for source, target in itertools.product(OrderStatus, repeat=2):
        allowed = (int(source), int(target)) in pairs(ALLOWED[by])
        assert table.allows(source, target) is allowed, (by, source, target)
        if not allowed:
            with pytest.raises(InvalidTransition):
                table.check(source, target)


@pytest.mark.parametrize("by", ["customer", "operator", "system"])
def test_transitions_of_returns(by: str) -> None:
    table = RETURN_TRANSITIONS[by]  # type: ignore[index]  # the three names of `By`
    for source, target in itertools.product(OrderStatus, repeat=2):
        allowed = (int(source), int(target)) in pairs(RETURN_ALLOWED[by])
        assert table.allows(source, target) is allowed, (by, source, target)


def test_transitions_of_payments() -> None:
    for source, target in itertools.product(PaymentStatus, repeat=2):
        allowed = (int(source), int(target)) in pairs(PAYMENT_ALLOWED)
        assert PAYMENT_TRANSITIONS.allows(source, target) is allowed, (source, target)


def test_every_status_has_its_number_and_name() -> None:
    assert [status.value for status in OrderStatus] == list(range(16))
    assert set(LABELS) == set(OrderStatus)
    assert len(set(LABELS.values())) == 16
