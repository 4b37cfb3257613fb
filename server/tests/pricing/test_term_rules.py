"""Bands of delivery prices, tax classes and reverse charge, over grids of values."""

from __future__ import annotations

from itertools import product

import pytest

from stallage.customers.rules.tax_ids import vat_country
from stallage.pricing.rules.delivery import band_price, bands_ascend, offered_deliveries
from stallage.pricing.rules.gift_wrap import GiftWrap, add_gift_wrap
from stallage.pricing.rules.reverse_charge import (
    REVERSE_CHARGE,
    reverse_charge_reason,
    without_included_tax,
)
from stallage.pricing.rules.term_settings import canonical_place
from stallage.pricing.rules.totals import Delivery, LineItem, Rate, price_order

STANDARD = Rate("VAT", 190_000, included=True, on_delivery=True)
REDUCED = Rate("VAT", 70_000, included=True, on_delivery=True, tax_class="books")
ADDED = Rate("Sales tax", 88_750, included=False, on_delivery=False)
ADDED_BOOKS = Rate("Sales tax", 0, included=False, on_delivery=False, tax_class="books")
BY_WEIGHT = Delivery(
    "post", "Post", 0, None, 1, 2, "eu", "weight", ((1000, 500), (5000, 900), (None, 1500))
)


@pytest.mark.parametrize(
    ("weight", "price"),
    [(0, 500), (1000, 500), (1001, 900), (5000, 900), (5001, 1500), (10**9, 1500)],
)
def test_a_limit_belongs_to_its_band(weight: int, price: int) -> None:
    assert band_price(BY_WEIGHT, value=1, weight=weight) == price


def test_above_the_last_limit_a_method_is_not_offered() -> None:
    limited = Delivery("v", "V", 0, None, 1, 2, "eu", "value", ((5000, 400), (10_000, 200)))
    offered = offered_deliveries([limited, BY_WEIGHT], value=10_000, weight=9)
    assert [(one.code, one.price) for one in offered] == [("v", 200), ("post", 500)]
    assert [
        one.code for one in offered_deliveries([limited, BY_WEIGHT], value=10_001, weight=9)
    ] == ["post"]


def test_limits_ascend() -> None:
    assert bands_ascend([(None, 1)])
    assert bands_ascend([(1, 1), (2, 1), (None, 1)])
    assert not bands_ascend([])
    assert not bands_ascend([(None, 1), (1, 1)])
    assert not bands_ascend([(2, 1), (2, 1)])


@pytest.mark.parametrize(
    ("price", "quantity", "delivery", "rates"),
    list(
        product(
            (1, 99, 333, 1999, 12_345),
            (1, 3, 7),
            (0, 490, 777),
            (
                (STANDARD, REDUCED),
                (ADDED, ADDED_BOOKS),
                (STANDARD, REDUCED, ADDED),
                (STANDARD,),
                (),
            ),
        )
    ),
)
def test_the_total_is_exact(
    price: int, quantity: int, delivery: int, rates: tuple[Rate, ...]
) -> None:
    lines = [
        LineItem(price, quantity, taxable=True),
        LineItem(price + 1, quantity, taxable=True, tax_class="books"),
        LineItem(price + 2, 1, taxable=True, tax_class="unknown"),
        LineItem(price + 3, 1, taxable=False),
    ]
    method = Delivery("d", "D", delivery, None, 1, 2)
    priced = price_order(lines, promo=None, delivery=method, rates=rates)
    priced = add_gift_wrap(priced, GiftWrap("Wrap", 250), rates)
    items = sum(line.price * line.quantity for line in lines)
    added = sum(tax.amount for tax in priced.taxes if not tax.rate.included)
    assert priced.total == items + delivery + 250 + added
    # Every tax is at a line, at delivery or at the gift wrap.
    of_lines = sum(line.tax for line in priced.lines)
    assert sum(tax.amount for tax in priced.taxes) >= of_lines
    assert sum(tax.amount for tax in priced.charged_taxes) == sum(
        tax.amount for tax in priced.taxes
    )
    for line, amounts in zip(lines, priced.lines, strict=True):
        gross = line.price * line.quantity
        own = [rate for rate in rates if rate.tax_class == line.tax_class and line.tax_class]
        applied = own or [rate for rate in rates if not rate.tax_class]
        if not line.taxable or not applied:
            assert amounts.tax == 0
        if len(applied) == 1 and line.taxable and applied[0].included:
            exact = gross * applied[0].millionths / (1_000_000 + applied[0].millionths)
            assert abs(amounts.tax - exact) <= 0.5


def test_rates_that_nothing_has_are_not_listed() -> None:
    book = [LineItem(1070, 1, taxable=True, tax_class="books")]
    priced = price_order(book, promo=None, delivery=None, rates=[STANDARD, REDUCED])
    assert [(tax.rate, tax.amount) for tax in priced.charged_taxes] == [(REDUCED, 70)]
    bowl = [LineItem(1190, 1, taxable=True)]
    priced = price_order(bowl, promo=None, delivery=None, rates=[STANDARD, REDUCED])
    assert [(tax.rate, tax.amount) for tax in priced.charged_taxes] == [(STANDARD, 190)]
    # Without classes a rate is listed even if nothing is taxable, as before classes existed.
    free = [LineItem(1190, 1, taxable=False)]
    priced = price_order(free, promo=None, delivery=None, rates=[STANDARD])
    assert [tax.amount for tax in priced.charged_taxes] == [0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "applies"),
        ({"is_on": False}, "off"),
        ({"shop_country": "US"}, "shop_outside_eu"),
        ({"tax_id": ""}, "no_tax_id"),
        ({"tax_id_country": None}, "tax_id_not_eu"),
        ({"tax_id_country": "GB"}, "tax_id_not_eu"),
        ({"tax_id_country": "DE"}, "tax_id_of_shop_country"),
        ({"to_country": "DE"}, "delivered_in_shop_country"),
        ({"to_country": "CH"}, "delivered_outside_eu"),
    ],
)
def test_reverse_charge(changes: dict[str, object], reason: str) -> None:
    facts: dict[str, object] = {
        "is_on": True,
        "shop_country": "DE",
        "to_country": "ES",
        "tax_id": "ESA28015865",
        "tax_id_country": "ES",
    }
    assert reverse_charge_reason(**{**facts, **changes}) == reason  # type: ignore[arg-type]


def test_prices_lose_the_tax_that_they_include() -> None:
    rates = [STANDARD, REDUCED, ADDED]
    assert without_included_tax(1190, rates) == 1000
    assert without_included_tax(1070, rates, "books") == 1000
    assert without_included_tax(1190, [ADDED]) == 1190
    priced = price_order(
        [LineItem(1000, 2, taxable=True)], promo=None, delivery=None, rates=[REVERSE_CHARGE]
    )
    assert (priced.total, [tax.amount for tax in priced.charged_taxes]) == (2000, [0])


@pytest.mark.parametrize(
    ("typed", "country", "expected"),
    [
        ("DE136695976", "ES", "DE"),
        ("de 136 695 976", "ES", "DE"),
        ("136695976", "DE", "DE"),
        ("DE136695977", "ES", None),
        ("EL094259216", "ES", "GR"),
        ("12-3456789", "US", None),
        ("nonsense", "ES", None),
    ],
)
def test_the_country_of_a_vat_number(typed: str, country: str, expected: str | None) -> None:
    assert vat_country(typed, country) == expected


def test_places_are_spelt_as_addresses_are() -> None:
    states = {"US": {"ca": "CA", "california": "CA"}, "DE": {}}
    assert canonical_place("de", states) == "DE"
    assert canonical_place("US:California", states) == "US:CA"
    for wrong in ("XX", "US:", "US:Bavaria", "DE:Bayern", ""):
        assert canonical_place(wrong, states) is None
