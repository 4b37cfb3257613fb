"""Every move of an order, its payment and its return: the allowed ones by name, and no other."""

from __future__ import annotations

import itertools

import pytest

from stallage.core.states import InvalidTransition
from stallage.orders.rules import LABELS, MOVES, PAYMENT_MOVES, OrderStatus, PaymentStatus
from stallage.returns.rules import RETURN_MOVES

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
    "system": "0>1 0>8 8>1 9>10",
}
RETURN_ALLOWED = {
    "customer": "9>14 10>14",
    "operator": "9>10 9>13 10>11 10>15 11>15 15>12 15>13",
    "system": "9>10",
}
PAYMENT_ALLOWED = "0>1 0>2 2>0 2>1 2>3 1>3 1>4 4>3"


def pairs(text: str) -> set[tuple[int, int]]:
    moves = [move.split(">") for move in text.split()]
    return {(int(here), int(there)) for here, there in moves}


@pytest.mark.parametrize("by", ["customer", "operator", "system"])
def test_an_order_moves_so_and_not_otherwise(by: str) -> None:
    table = MOVES[by]  # type: ignore[index]  # the three names of `By`
    for here, there in itertools.product(OrderStatus, repeat=2):
        allowed = (int(here), int(there)) in pairs(ALLOWED[by])
        assert table.allows(here, there) is allowed, (by, here, there)
        if not allowed:
            with pytest.raises(InvalidTransition):
                table.check(here, there)


@pytest.mark.parametrize("by", ["customer", "operator", "system"])
def test_a_return_moves_as_its_order_does(by: str) -> None:
    table = RETURN_MOVES[by]  # type: ignore[index]  # the three names of `By`
    for here, there in itertools.product(OrderStatus, repeat=2):
        allowed = (int(here), int(there)) in pairs(RETURN_ALLOWED[by])
        assert table.allows(here, there) is allowed, (by, here, there)


def test_a_payment_moves_so_and_not_otherwise() -> None:
    for here, there in itertools.product(PaymentStatus, repeat=2):
        allowed = (int(here), int(there)) in pairs(PAYMENT_ALLOWED)
        assert PAYMENT_MOVES.allows(here, there) is allowed, (here, there)


def test_every_status_has_its_number_and_name() -> None:
    assert [status.value for status in OrderStatus] == list(range(16))
    assert set(LABELS) == set(OrderStatus)
    assert len(set(LABELS.values())) == 16
