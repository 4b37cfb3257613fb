"""Decisions about payments, over every state of an order and an attempt."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from stallage.orders.rules import CANCELLED, OrderStatus, PaymentStatus
from stallage.orders.rules.steps import ITEMS_EDITABLE
from stallage.payments.rules.decisions import OPEN, AttemptState, Decision, Outcome, decide

pytestmark = pytest.mark.fast

ATTEMPTS: tuple[AttemptState, ...] = get_args(AttemptState)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
EVERY = list(product(ATTEMPTS, OUTCOMES, OrderStatus, PaymentStatus, (True, False), (True, False)))
Case = tuple[AttemptState, Outcome, OrderStatus, PaymentStatus, bool, bool]


def decided(case: Case) -> Decision:
    attempt, outcome, status, payment_status, ended_unpaid, covers = case
    return decide(
        attempt=attempt,
        outcome=outcome,
        status=status,
        payment_status=payment_status,
        ended_unpaid=ended_unpaid,
        covers=covers,
    )


def test_money_always_has_an_effect_and_only_once() -> None:
    for case in EVERY:
        attempt, outcome = case[:2]
        does_something = decided(case) in (Decision.CONFIRM, Decision.REVIVE, Decision.REFUND)
        assert does_something == (outcome == "paid" and attempt != "paid"), case


def test_only_an_order_that_waits_for_money_accepts_it() -> None:
    for case in EVERY:
        _attempt, _outcome, status, payment_status, ended_unpaid, covers = case
        decision = decided(case)
        unpaid = payment_status in (PaymentStatus.IN_PROGRESS, PaymentStatus.FAILED)
        if decision is Decision.CONFIRM:
            assert status is OrderStatus.PENDING, case
            assert unpaid, case
            assert covers, case
        if decision is Decision.REVIVE:
            assert status in CANCELLED, case
            assert unpaid, case
            assert ended_unpaid, case


def test_a_closed_attempt_stays_closed_without_money() -> None:
    for case in EVERY:
        if case[0] not in OPEN and case[1] != "paid":
            assert decided(case) is Decision.NOTHING, case


@pytest.mark.parametrize("outcome", ["failed", "ended"])
def test_an_end_closes_an_open_attempt(outcome: Outcome) -> None:
    case: Case = ("open", outcome, OrderStatus.PENDING, PaymentStatus.IN_PROGRESS, False, True)
    assert decided(case) is Decision.CLOSE


def test_a_declined_card_leaves_the_attempt_open() -> None:
    waits: Case = ("open", "declined", OrderStatus.PENDING, PaymentStatus.IN_PROGRESS, False, True)
    assert decided(waits) is Decision.DECLINE
    informed: Case = ("open", "declined", OrderStatus.PENDING, PaymentStatus.FAILED, False, True)
    assert decided(informed) is Decision.NOTHING


def test_only_a_paid_order_that_is_not_packed_takes_money_for_added_items() -> None:
    for attempt, outcome, status, payment_status, ended_unpaid, covers in EVERY:
        decision = decide(
            attempt=attempt,
            outcome=outcome,
            status=status,
            payment_status=payment_status,
            ended_unpaid=ended_unpaid,
            covers=covers,
            is_difference=True,
        )
        does_something = decision in (
            Decision.CONFIRM,
            Decision.REVIVE,
            Decision.REFUND,
            Decision.TAKE_DIFFERENCE,
        )
        assert does_something == (outcome == "paid" and attempt != "paid"), (status, outcome)
        if decision is Decision.TAKE_DIFFERENCE:
            assert status in ITEMS_EDITABLE
            assert payment_status not in (PaymentStatus.IN_PROGRESS, PaymentStatus.FAILED)
            assert covers
