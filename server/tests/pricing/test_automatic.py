"""Automatic discounts of random carts: sums, bounds, independence of order, and the better of two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stallage.core.money import scale
from stallage.pricing.rules import totals as pricing
from stallage.pricing.rules.automatic import (
    DiscountRule,
    Evaluation,
    Item,
    Scope,
    evaluate_discounts,
    find_hints,
    promo_savings,
)
from stallage.pricing.rules.totals import LineItem, Promo, Rate

pytestmark = pytest.mark.fast

GIFTS = {"gift-1": 1200, "gift-2": 0}
few = st.frozensets(st.integers(min_value=1, max_value=4), max_size=2)
scopes = st.just(Scope()) | st.builds(Scope, products=few, categories=few, brands=few)
prices = st.integers(min_value=0, max_value=50_000)
carts = st.lists(
    st.builds(
        Item,
        sku_id=st.integers(min_value=1, max_value=40),
        product_id=st.integers(min_value=1, max_value=4),
        price=prices,
        quantity=st.integers(min_value=1, max_value=9),
        brand_id=st.none() | st.integers(min_value=1, max_value=4),
        category_ids=few,
    ),
    max_size=8,
    unique_by=lambda item: item.sku_id,
)
common: dict[str, Any] = {
    "title": st.just("Less"),
    "priority": st.integers(min_value=0, max_value=2),
    "combines_with_codes": st.booleans(),
    "minimum_purchase": st.just(0) | st.integers(min_value=0, max_value=100_000),
    "scope": scopes,
}
percents = st.integers(min_value=1, max_value=100)
slugs = st.integers(min_value=1, max_value=99).map(lambda number: f"less-{number}")
groups = st.sampled_from(["", "", "tiers"])
money_off = st.builds(
    DiscountRule, slug=slugs, kind=st.just("amount_off"), group=groups, percent=percents, **common
) | st.builds(
    DiscountRule,
    slug=slugs,
    kind=st.just("amount_off"),
    group=groups,
    amount=st.integers(min_value=1, max_value=200_000),
    **common,
)
sets = st.builds(
    DiscountRule,
    slug=slugs,
    kind=st.just("buy_x_get_y"),
    group=groups,
    percent=percents,
    buy_quantity=st.integers(min_value=1, max_value=4),
    get_quantity=st.integers(min_value=1, max_value=3),
    get_scope=scopes,
    times_per_order=st.none() | st.integers(min_value=1, max_value=3),
    **common,
)
gifts = st.builds(
    DiscountRule,
    slug=st.sampled_from(["gift-1", "gift-2", "gift-out-of-stock"]),
    kind=st.just("free_gift"),
    gift_sku_id=st.just(99),
    **common,
)
rule_sets = st.lists(money_off | sets | gifts, max_size=6, unique_by=lambda rule: rule.slug)


def promo(**changes: Any) -> Promo:
    details: dict[str, Any] = {
        "id": 1,
        "code": "TEN",
        "title": "Ten",
        "percent": 10,
        "amount": None,
        "minimum_purchase": 0,
        "starts_at": datetime(2026, 1, 1, tzinfo=UTC),
        "ends_at": None,
        "total_uses": None,
        "uses_per_customer": None,
        "used": 0,
        "used_by_buyer": 0,
    }
    return Promo(**{**details, **changes})


promos = percents.map(lambda percent: promo(percent=percent)) | st.integers(
    min_value=1, max_value=100_000
).map(lambda amount: promo(percent=None, amount=amount))


def value_of(outcome: Evaluation) -> int:
    """The total regular price of the gifts."""
    return sum(GIFTS[rule.slug] for rule in outcome.gifts)


def to_line_items(items: list[Item]) -> list[LineItem]:
    return [LineItem(item.price, item.quantity, taxable=True) for item in items]


def saved(outcome: Evaluation, items: list[Item], code: Promo | None) -> int:
    """The total savings: discounts, the code if it applies, and gifts."""
    applying = code if outcome.promo_applies else None
    priced = pricing.price_order(
        to_line_items(items), promo=applying, delivery=None, rates=(), automatic=outcome.by_item
    )
    return priced.discount + value_of(outcome)


@given(carts, rule_sets, st.none() | promos)
def test_discounts_add_up_and_take_no_line_below_zero(
    items: list[Item], rules: list[DiscountRule], code: Promo | None
) -> None:
    outcome = evaluate_discounts(rules, items, code, GIFTS)
    for index, item in enumerate(items):
        parts = [one.by_item[index] for one in outcome.applied]
        assert all(part >= 0 for part in parts)
        assert sum(parts) == outcome.by_item[index] <= item.total
    assert all(one.amount > 0 for one in outcome.applied)
    rate = Rate("tax", 65_000, included=False, on_delivery=True)
    priced = pricing.price_order(
        to_line_items(items),
        promo=code if outcome.promo_applies else None,
        delivery=None,
        rates=[rate],
        automatic=outcome.by_item,
    )
    assert priced.total >= 0
    assert priced.discount == sum(line.discount for line in priced.lines)
    assert priced.discount >= outcome.amount == sum(one.amount for one in outcome.applied)
    for line in priced.lines:
        assert 0 <= line.discount <= line.total
        # Tax is charged on the line after its discount.
        assert line.tax == scale(line.total - line.discount, 65_000, 1_000_000)


@given(carts, rule_sets, st.none() | promos, st.randoms(use_true_random=False))
def test_the_order_of_lines_and_discounts_is_irrelevant(
    items: list[Item], rules: list[DiscountRule], code: Promo | None, random: Any
) -> None:
    def by_sku(outcome: Evaluation, lines: list[Item]) -> dict[int, int]:
        return {line.sku_id: off for line, off in zip(lines, outcome.by_item, strict=True)}

    before = evaluate_discounts(rules, items, code, GIFTS)
    other_rules, other_items = list(rules), list(items)
    random.shuffle(other_rules)
    random.shuffle(other_items)
    after = evaluate_discounts(other_rules, other_items, code, GIFTS)
    assert by_sku(after, other_items) == by_sku(before, items)
    assert [one.rule for one in after.applied] == [one.rule for one in before.applied]
    assert (after.gifts, after.promo_applies) == (before.gifts, before.promo_applies)


@given(carts, rule_sets, promos)
def test_a_code_never_makes_an_order_more_expensive(
    items: list[Item], rules: list[DiscountRule], code: Promo
) -> None:
    """The shopper gets the better of two: the code, or all automatic discounts without it."""
    alone = evaluate_discounts(rules, items, None, GIFTS)
    beside = evaluate_discounts(rules, items, code, GIFTS)
    assert saved(beside, items, code) >= saved(alone, items, None)
    if not beside.promo_applies:
        assert (beside.applied, beside.gifts) == (alone.applied, alone.gifts)
        assert not all(
            rule.combines_with_codes
            for rule in (*(one.rule for one in beside.applied), *beside.gifts)
        )
    difference = saved(beside, items, code) - saved(alone, items, None)
    assert promo_savings(code, rules, items, GIFTS) == max(0, difference)


@given(carts, rule_sets, st.lists(promos, min_size=2, max_size=5))
def test_the_best_offer_leads_to_the_lowest_total(
    items: list[Item], rules: list[DiscountRule], codes: list[Promo]
) -> None:
    best = max(codes, key=lambda code: promo_savings(code, rules, items, GIFTS))
    with_best = saved(evaluate_discounts(rules, items, best, GIFTS), items, best)
    for code in codes:
        assert with_best >= saved(evaluate_discounts(rules, items, code, GIFTS), items, code)


@given(carts, sets)
def test_a_unit_is_either_bought_or_made_cheaper(items: list[Item], rule: DiscountRule) -> None:
    """With a price of 1 and 100% off, the discount equals the number of free units."""
    flat = [
        Item(item.sku_id, item.product_id, 1, item.quantity, item.brand_id, item.category_ids)
        for item in items
    ]
    free = DiscountRule(
        slug="free",
        title="Free",
        kind="buy_x_get_y",
        percent=100,
        scope=rule.scope,
        get_scope=rule.get_scope,
        buy_quantity=rule.buy_quantity,
        get_quantity=rule.get_quantity,
        times_per_order=rule.times_per_order,
    )
    cheaper = evaluate_discounts([free], flat, None, {}).amount
    times, rest = divmod(cheaper, rule.get_quantity)
    assert rest == 0
    assert times <= (rule.times_per_order or times)
    bought = sum(item.quantity for item in flat if rule.scope.includes(item))
    got = sum(item.quantity for item in flat if rule.get_scope.includes(item))
    either = sum(
        item.quantity for item in flat if rule.scope.includes(item) or rule.get_scope.includes(item)
    )
    fits = min(
        bought // rule.buy_quantity,
        got // rule.get_quantity,
        either // (rule.buy_quantity + rule.get_quantity),
    )
    assert times == min(fits, rule.times_per_order or fits)


@given(carts, rule_sets)
def test_following_a_hint_earns_the_discount(items: list[Item], rules: list[DiscountRule]) -> None:
    for hint in find_hints(rules, items):
        rule = hint.rule
        assume(rule.kind != "buy_x_get_y")
        inside = next(item for item in items if rule.scope.includes(item))
        more = Item(
            10_000,
            inside.product_id,
            hint.missing_amount,
            1,
            inside.brand_id,
            inside.category_ids,
        )
        after = [more, *items]
        assert all(one.rule != rule or one.missing_amount == 0 for one in find_hints([rule], after))
        if hint.missing_amount > 0:
            short = Item(
                10_000,
                inside.product_id,
                hint.missing_amount - 1,
                1,
                inside.brand_id,
                inside.category_ids,
            )
            assert [one.missing_amount for one in find_hints([rule], [short, *items])] == [1]


def rule(**changes: Any) -> DiscountRule:
    details: dict[str, Any] = {"slug": "a", "title": "A", "kind": "amount_off"}
    return DiscountRule(**{**details, **changes})


def applied(rules: list[DiscountRule], items: list[Item]) -> list[tuple[str, int]]:
    outcome = evaluate_discounts(rules, items, None, {})
    return [(one.rule.slug, one.amount) for one in outcome.applied]


MUG = Item(1, 1, 1000, 3)
BOWL = Item(2, 2, 2000, 1)


@pytest.mark.parametrize(
    ("quantities", "per_order", "expected"),
    [((2, 1), None, 1000), ((1, 1), None, 2000), ((1, 1), 1, 1000), ((3, 2), None, 0)],
)
def test_the_cheapest_units_are_free(
    quantities: tuple[int, int], per_order: int | None, expected: int
) -> None:
    buy, get = quantities
    deal = rule(
        kind="buy_x_get_y",
        percent=100,
        buy_quantity=buy,
        get_quantity=get,
        times_per_order=per_order,
    )
    assert evaluate_discounts([deal], [MUG, BOWL], None, {}).amount == expected


def test_the_bought_and_the_cheaper_products_may_differ() -> None:
    deal = rule(
        kind="buy_x_get_y",
        percent=50,
        buy_quantity=2,
        scope=Scope(products=frozenset({1})),
        get_scope=Scope(products=frozenset({2})),
    )
    assert applied([deal], [MUG, BOWL]) == [("a", 1000)]
    assert applied([deal], [MUG]) == []
    assert [hint.missing_units for hint in find_hints([deal], [MUG])] == [1]


def test_each_discount_applies_to_what_earlier_ones_left() -> None:
    first = rule(slug="z", priority=1, percent=50)
    second = rule(slug="a", priority=2, percent=50)
    assert applied([second, first], [BOWL]) == [("z", 1000), ("a", 500)]


def test_only_the_best_discount_of_a_group_applies() -> None:
    tiers = [
        rule(slug="ten", group="tiers", percent=10, minimum_purchase=1000),
        rule(slug="twenty", group="tiers", percent=20, minimum_purchase=2000),
        rule(slug="thirty", group="tiers", percent=30, minimum_purchase=9000),
    ]
    assert applied(tiers, [BOWL]) == [("twenty", 400)]
    assert [hint.rule.slug for hint in find_hints(tiers, [BOWL])] == ["thirty"]


def test_conditions_refer_to_prices_before_discounts() -> None:
    half = rule(slug="half", percent=50)
    over = rule(slug="over", priority=1, amount=300, minimum_purchase=2000)
    assert applied([half, over], [BOWL]) == [("half", 1000), ("over", 300)]


def test_without_combining_the_better_of_two_applies() -> None:
    alone = rule(percent=20, combines_with_codes=False)
    assert not evaluate_discounts([alone], [BOWL], promo(percent=20), {}).promo_applies
    assert evaluate_discounts([alone], [BOWL], promo(percent=21), {}).promo_applies
    assert promo_savings(promo(percent=21), [alone], [BOWL], {}) == 20
    gift = rule(slug="gift-1", kind="free_gift", gift_sku_id=9, combines_with_codes=False)
    given = evaluate_discounts([gift], [BOWL], promo(percent=50), GIFTS)
    assert (given.promo_applies, given.gifts) == (False, (gift,))
    assert evaluate_discounts([gift], [BOWL], promo(percent=61), GIFTS).gifts == ()
