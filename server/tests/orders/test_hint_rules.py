"""When an order gets a hint, and when it does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from stallage.core.states import InvalidTransition
from stallage.orders.rules import OrderStatus, PaymentStatus
from stallage.orders.rules.hints import HintedOrder, card_key, hints_of, network_key
from stallage.orders.rules.steps import check_taking_back, next_actions, taken_back_to

pytestmark = pytest.mark.fast

S = OrderStatus
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
ORDER = HintedOrder(
    public_id="SO-0000-0001",
    customer_id=None,
    placed_at=NOW,
    total=5000,
    email="ada@example.com",
    phone=None,
    contact_proven=False,
    network="a",
    card=None,
    last_name="Miller",
    address={"line1": "12 Kiln Lane", "postal_code": "98101", "country": "US"},
    billing_address=None,
    items={"1": 2},
)


def other(number: int, **changes: Any) -> HintedOrder:
    """An order of somebody else, with nothing in common."""
    stranger = replace(
        ORDER,
        public_id=f"SO-{number:04d}",
        placed_at=NOW - timedelta(hours=1),
        email=f"{number}@example.com",
        network=f"n{number}",
        address={"line1": f"{number} Elm St", "postal_code": "98101", "country": "US"},
        items={"2": 1},
    )
    return replace(stranger, **changes)


def kinds(order: HintedOrder, *earlier: HintedOrder) -> list[str]:
    return [hint.kind for hint in hints_of(order, earlier, [one.total for one in earlier])]


def test_ordinary_orders_have_no_hints() -> None:
    assert kinds(ORDER) == []
    assert kinds(ORDER, *(other(number) for number in range(30))) == []


def test_duplicates_are_the_same_items_soon_after() -> None:
    same = other(1, email="ADA@example.com", items=ORDER.items)
    assert kinds(ORDER, same) == ["duplicate"]
    assert kinds(ORDER, replace(same, placed_at=NOW - timedelta(hours=3))) == []
    assert kinds(ORDER, replace(same, items={"1": 1})) == []


def test_many_orders_in_a_short_time() -> None:
    mine = [other(number, email=ORDER.email) for number in range(2)]
    assert kinds(ORDER, *mine) == ["many_from_contact"]
    assert kinds(ORDER, mine[0]) == []
    old = [replace(one, placed_at=NOW - timedelta(hours=25)) for one in mine]
    assert kinds(ORDER, *old) == []
    (hint,) = hints_of(ORDER, mine, [])
    assert hint.figures == {
        "count": 3,
        "hours": 24,
        "amount": 15_000,
        "orders": ["SO-0000", "SO-0001"],
    }
    near = [other(number, network="a") for number in range(3)]
    assert kinds(ORDER, *near) == ["many_from_network"]
    # Orders from behind an unknown proxy have no network to compare.
    assert kinds(replace(ORDER, network=None), *(replace(one, network=None) for one in near)) == []


def test_many_orders_of_one_card() -> None:
    order = replace(ORDER, card="c")
    same = [other(number, card="c") for number in range(2)]
    assert kinds(order, *same) == ["many_from_card"]
    assert kinds(order, same[0], other(3, card="d")) == []
    assert kinds(order, *(replace(one, placed_at=NOW - timedelta(hours=25)) for one in same)) == []
    # Orders that were paid without a card, or not yet, share none.
    assert kinds(ORDER, *(replace(one, card=None) for one in same)) == []


def test_high_values_of_guests_who_have_proven_nothing() -> None:
    usual = [other(number, total=1000) for number in range(20)]
    assert kinds(ORDER, *usual) == ["unproven_high_value"]
    assert kinds(ORDER, *usual[1:]) == []
    assert kinds(replace(ORDER, contact_proven=True), *usual) == []
    assert kinds(replace(ORDER, customer_id=7), *usual) == []
    assert kinds(replace(ORDER, total=2999), *usual) == []


def test_one_address_with_several_names() -> None:
    stranger = other(
        1, last_name="Stone", address={**(ORDER.address or {}), "line1": "12  kiln LANE"}
    )
    assert kinds(ORDER, stranger) == ["shared_address"]
    assert kinds(ORDER, replace(stranger, last_name="MILLER")) == []
    assert kinds(replace(ORDER, address=None), stranger) == []


def test_countries_that_differ() -> None:
    assert kinds(replace(ORDER, billing_address={"country": "DE"})) == ["country_mismatch"]
    assert kinds(replace(ORDER, billing_address={"country": "US"})) == []


def test_networks_and_cards_are_hashed_with_the_shops_secret() -> None:
    assert card_key(b"one", "stripe", "f1") == card_key(b"one", "stripe", "f1")
    assert card_key(b"one", "stripe", "f1") != card_key(b"two", "stripe", "f1")
    assert card_key(b"one", "stripe", "f1") != card_key(b"one", "sandbox", "f1")
    assert network_key(b"one", "1.2.3.4") == network_key(b"one", "1.2.3.4")
    assert network_key(b"one", "1.2.3.4") != network_key(b"two", "1.2.3.4")


PAID_BY_SHOP = [(S.PENDING, "customer"), (S.CONFIRMED, "system")]


@pytest.mark.parametrize(
    ("history", "before"),
    [
        (PAID_BY_SHOP, None),
        ([*PAID_BY_SHOP, (S.PROCESSING, "operator")], S.CONFIRMED),
        ([*PAID_BY_SHOP, (S.PROCESSING, "operator"), (S.CONFIRMED, "operator")], None),
        ([(S.PENDING, "customer"), (S.CONFIRMED, "operator")], S.PENDING),
        ([*PAID_BY_SHOP, (S.PREPARED, "operator"), (S.SHIPPED, "operator")], None),
        ([*PAID_BY_SHOP, (S.CANCELLED_BY_COMPANY, "operator")], None),
    ],
)
def test_what_can_be_taken_back(
    history: list[tuple[OrderStatus, str]], before: OrderStatus | None
) -> None:
    assert taken_back_to(history[-1][0], history) == before


def test_several_steps_are_taken_back_only_if_all_are_the_operators() -> None:
    packed = [*PAID_BY_SHOP, (S.PROCESSING, "operator"), (S.PREPARED, "operator")]
    check_taking_back(S.PREPARED, S.CONFIRMED, packed)
    for target in (S.PENDING, S.PREPARED, S.SHIPPED):
        with pytest.raises(InvalidTransition):
            check_taking_back(S.PREPARED, target, packed)
    by_system = [*PAID_BY_SHOP, (S.PROCESSING, "system"), (S.PREPARED, "operator")]
    with pytest.raises(InvalidTransition):
        check_taking_back(S.PREPARED, S.CONFIRMED, by_system)


@pytest.mark.parametrize(
    ("status", "to_ship", "under_way", "actions"),
    [
        (S.CONFIRMED, 3, 0, ["confirm", "pack", "ship", "cancel", "edit_address", "edit_items"]),
        (S.PREPARED, 3, 0, ["ship", "cancel", "edit_address"]),
        (S.SHIPPED, 1, 1, ["ship", "deliver"]),
        (S.SHIPPED, 1, 0, ["ship"]),
        (S.SHIPPED, 0, 1, ["send_out", "deliver"]),
        (S.DELIVERED, 0, 0, []),
        (S.CANCELLED_BY_CUSTOMER, 0, 0, []),
    ],
)
def test_the_next_actions(
    status: OrderStatus, to_ship: int, under_way: int, actions: list[str]
) -> None:
    found = next_actions(status, PaymentStatus.PAID, None, to_ship=to_ship, under_way=under_way)
    assert found == actions
