"""Arithmetic of random orders: all amounts add up."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.orders.rules.tenders import TenderOffer, allocate_tenders
from stallage.pricing.rules import totals
from stallage.pricing.rules.totals import Delivery, LineItem, Promo, Rate

pytestmark = pytest.mark.fast

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
amounts = st.integers(min_value=0, max_value=10**9)
line_items = st.lists(
    st.builds(
        LineItem,
        price=amounts,
        quantity=st.integers(min_value=1, max_value=99),
        taxable=st.booleans(),
    ),
    max_size=12,
)
rates = st.lists(
    st.builds(
        Rate,
        name=st.just("tax"),
        millionths=st.integers(min_value=0, max_value=400_000),
        included=st.booleans(),
        on_delivery=st.booleans(),
    ),
    max_size=4,
)
deliveries = st.none() | st.builds(
    Delivery,
    code=st.just("standard"),
    name=st.just("Standard"),
    price=amounts,
    free_over=st.none() | amounts,
    min_days=st.just(1),
    max_days=st.just(2),
)


def promo(**changes: object) -> Promo:
    """A valid code of 10%."""
    details: dict[str, object] = {
        "id": 1,
        "code": "TEN",
        "title": "Ten",
        "percent": 10,
        "amount": None,
        "minimum_purchase": 0,
        "starts_at": NOW - timedelta(days=1),
        "ends_at": None,
        "total_uses": None,
        "uses_per_customer": None,
        "used": 0,
        "used_by_buyer": 0,
    }
    return Promo(**{**details, **changes})  # type: ignore[arg-type]


promos = (
    st.none()
    | st.integers(min_value=1, max_value=100).map(lambda percent: promo(percent=percent))
    | st.integers(min_value=1, max_value=10**12).map(
        lambda amount: promo(percent=None, amount=amount)
    )
)


def pay_from_wallet(total: int, balance: int) -> tuple[int, int]:
    """What the wallet pays, and what is left."""
    used = sum(
        draft.amount for draft in allocate_tenders(total, [("wallet", TenderOffer(balance))])
    )
    return used, total - used


@given(line_items, promos, deliveries, rates)
def test_the_total_is_the_sum_of_its_parts(
    lines: list[LineItem], code: Promo | None, delivery: Delivery | None, taxes: list[Rate]
) -> None:
    priced = totals.price_order(lines, promo=code, delivery=delivery, rates=taxes)
    assert priced.subtotal == sum(line.price * line.quantity for line in lines)
    assert priced.subtotal == sum(line.total for line in priced.lines)
    assert priced.discount == sum(line.discount for line in priced.lines)
    added = sum(tax.amount for tax in priced.taxes if not tax.rate.included)
    assert priced.total == priced.subtotal - priced.discount + priced.shipping + added
    assert sum(line.tax for line in priced.lines) <= sum(tax.amount for tax in priced.taxes)
    for line, of in zip(priced.lines, lines, strict=True):
        assert 0 <= line.discount <= line.total
        assert 0 <= line.tax_added <= line.tax
        assert of.taxable or line.tax == 0
    included = sum(line.tax - line.tax_added for line in priced.lines)
    assert included <= priced.subtotal - priced.discount + len(lines) * len(taxes)
    assert priced.shipping in (0, 0 if delivery is None else delivery.price)


@given(st.integers(min_value=0, max_value=10**12), st.lists(amounts, max_size=20))
def test_the_parts_add_up_to_the_amount(amount: int, weights: list[int]) -> None:
    amount = min(amount, sum(weights))
    parts = totals.spread(amount, weights)
    assert sum(parts) == amount
    assert all(0 <= part <= weight for part, weight in zip(parts, weights, strict=True))


@given(deliveries, amounts)
def test_adding_the_missing_amount_makes_delivery_free(
    delivery: Delivery | None, worth: int
) -> None:
    if delivery is None:
        return
    more = totals.more_for_free(delivery, worth)
    if more is None:
        assert totals.delivery_price(delivery, worth) in (0, delivery.price)
        assert delivery.free_over is None or totals.delivery_price(delivery, worth) == 0
    else:
        assert totals.delivery_price(delivery, worth + more) == 0
        assert totals.delivery_price(delivery, worth + more - 1) == delivery.price > 0


@given(st.lists(line_items, min_size=2, max_size=3), rates)
def test_separate_orders_cost_as_much_as_one(
    baskets: list[list[LineItem]], taxes: list[Rate]
) -> None:
    """Without a code and delivery, because each line is rounded separately."""

    def total(lines: list[LineItem]) -> int:
        return totals.price_order(lines, promo=None, delivery=None, rates=taxes).total

    whole = total([line for basket in baskets for line in basket])
    assert whole == sum(total(basket) for basket in baskets)


@given(line_items, promos, deliveries, rates, st.integers(min_value=0, max_value=10**12))
def test_payments_add_up_to_the_total(
    lines: list[LineItem],
    code: Promo | None,
    delivery: Delivery | None,
    taxes: list[Rate],
    balance: int,
) -> None:
    """Every cent of the total belongs to a line, delivery or an added tax, and is paid once."""
    priced = totals.price_order(lines, promo=code, delivery=delivery, rates=taxes)
    used, payable = pay_from_wallet(priced.total, balance)
    of_lines = sum(line.total - line.discount + line.tax_added for line in priced.lines)
    of_delivery = priced.total - of_lines
    assert of_delivery >= priced.shipping >= 0
    assert used + payable == of_lines + of_delivery
    added = [rate for rate in taxes if not rate.included and rate.on_delivery]
    assert of_delivery - priced.shipping <= sum(
        priced.shipping * rate.millionths // 1_000_000 + 1 for rate in added
    )


@given(line_items, st.integers(min_value=1, max_value=10**12), rates)
def test_an_amount_off_is_limited_by_the_subtotal(
    lines: list[LineItem], amount: int, taxes: list[Rate]
) -> None:
    code = promo(percent=None, amount=amount)
    priced = totals.price_order(lines, promo=code, delivery=None, rates=taxes)
    assert priced.discount == min(amount, priced.subtotal)


@given(amounts, st.integers(min_value=-5, max_value=10**12))
def test_the_wallet_pays_what_it_can(total: int, balance: int) -> None:
    used, payable = pay_from_wallet(total, balance)
    assert used + payable == total
    assert 0 <= used <= max(balance, 0)
    assert payable == 0 or used == max(balance, 0)


def test_amounts_are_split_in_proportion() -> None:
    assert totals.spread(100, [1, 1, 1]) == [34, 33, 33]
    assert totals.spread(10, [900, 100]) == [9, 1]
    assert totals.spread(5, []) == []
    assert totals.spread(0, [0, 0]) == [0, 0]


def test_included_rates_share_the_tax_part_of_the_price() -> None:
    priced = totals.price_order(
        [LineItem(12_000, 1, taxable=True)],
        promo=None,
        delivery=None,
        rates=[Rate("a", 150_000, True, True), Rate("b", 50_000, True, True)],
    )
    assert [tax.amount for tax in priced.taxes] == [1500, 500]
    assert priced.total == 12_000


def test_a_code_is_limited_in_time_and_uses() -> None:
    def problem(subtotal: int = 1000, **changes: object) -> str | None:
        return totals.promo_problem(promo(**changes), subtotal, NOW)

    assert problem() is None
    assert totals.promo_problem(None, 1000, NOW) == "promo_unknown"
    assert problem(starts_at=NOW) is None
    assert problem(starts_at=NOW + timedelta(microseconds=1)) == "promo_not_started"
    assert problem(ends_at=NOW) == "promo_ended"
    assert problem(ends_at=NOW + timedelta(microseconds=1)) is None
    assert problem(total_uses=3, used=2) is None
    assert problem(total_uses=3, used=3) == "promo_used_up"
    assert problem(uses_per_customer=1, used_by_buyer=1) == "promo_used_before"
    assert problem(minimum_purchase=1001) == "promo_minimum"
    assert problem(minimum_purchase=1000) is None


def test_working_days_exclude_weekends() -> None:
    friday = date(2026, 11, 20)
    assert totals.estimate(friday, 0) == friday
    assert totals.estimate(friday, 1) == date(2026, 11, 23)
    assert totals.estimate(friday, 6) == date(2026, 11, 30)
    assert totals.estimate(date(2026, 11, 21), 1) == date(2026, 11, 23)


def test_rates_are_formatted_without_trailing_zeros() -> None:
    assert [totals.percent_text(rate) for rate in (88_750, 190_000, 0, 65_000, 1_000_000)] == [
        "8.875",
        "19",
        "0",
        "6.5",
        "100",
    ]
