"""Sale prices by the rounding that a shop chose: in SQL as in Python, everywhere the same."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.products.rules.price_rounding import EXACT, RoundingRule, rounding_rule

CENT, FIVE, TEN, HALF, WHOLE = (RoundingRule(step, 0) for step in (1, 5, 10, 50, 100))
ENDINGS = [RoundingRule(100, ending) for ending in (0, 50, 90, 95, 99)]
RULES = [CENT, FIVE, TEN, HALF, WHOLE, *ENDINGS, RoundingRule(1000, 990), RoundingRule(7, 3)]

IN_SQL = """
    SELECT array_agg(sale_price(price, percent::int, $3, $4) ORDER BY place)
    FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given (price, percent, place)
"""


def exact_price(price: int, percent: int) -> int:
    return price - (price * percent + 50) // 100


def sale_price(price: int, percent: int, rule: RoundingRule) -> int:
    """What the SQL function of this name computes."""
    rounded = rule.rounded(price, exact_price(price, percent))
    return rounded if rule.step == 1 else max(rounded, min(price, 1))


async def compare(
    connection: Connection, rule: RoundingRule, cases: Iterable[tuple[int, int]]
) -> None:
    prices, percents = zip(*cases, strict=True)
    found = await connection.fetchval(IN_SQL, prices, percents, rule.step, rule.ending)
    expected = [sale_price(*case, rule) for case in zip(prices, percents, strict=True)]
    assert found == expected


@pytest.mark.parametrize("rule", RULES, ids=str)
async def test_sql_and_python_agree(connection: Connection, rule: RoundingRule) -> None:
    percents = range(1, 100)
    await compare(connection, rule, ((price, one) for price in range(400) for one in percents))
    dear = (9_99, 24_99, 1_999_95, 10**12 - 1, 10**12)
    await compare(connection, rule, ((price, one) for price in dear for one in percents))


@pytest.mark.fast
@given(
    price=st.integers(1, 10**12),
    percent=st.integers(1, 99),
    step=st.integers(1, 100_000),
    data=st.data(),
)
@example(price=1, percent=99, step=100, data=None)
def test_a_sale_price_is_near_and_never_above_the_full_price(
    price: int, percent: int, step: int, data: st.DataObject | None
) -> None:
    ending = 0 if data is None else data.draw(st.integers(0, step - 1))
    rule = RoundingRule(step, ending)
    exact, found = exact_price(price, percent), sale_price(price, percent, rule)
    assert found <= price
    assert found >= 1 or step == 1
    assert found < price or price in (exact, 1)
    assert 2 * abs(found - exact) <= max(step, 2)
    assert sale_price(price, percent + 1, rule) <= found


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (CENT, 2124),
        (FIVE, 2125),
        (TEN, 2120),
        (HALF, 2100),
        (WHOLE, 2100),
        (RoundingRule(100, 99), 2099),
        (RoundingRule(100, 95), 2095),
        (RoundingRule(100, 90), 2090),
        (RoundingRule(100, 0), 2100),
    ],
    ids=str,
)
@pytest.mark.fast
def test_fifteen_per_cent_off_2499(rule: RoundingRule, expected: int) -> None:
    assert sale_price(2499, 15, rule) == expected


@pytest.mark.fast
def test_rounding_never_undoes_a_change() -> None:
    to_99 = RoundingRule(100, 99)
    assert to_99.rounded(2499, 2474) == 2474, "24.99 again would be no reduction"
    assert to_99.rounded(2499, 2510) == 2510, "nor would it be an increase"
    assert to_99.rounded(2499, 2549) == 2549, "24.99 is nearer than 25.99, the lower of two"
    assert to_99.rounded(2499, 2550) == 2599
    assert to_99.rounded(40, 20) == 20, "-0.01 is not a price"


@pytest.mark.fast
def test_rules_of_settings() -> None:
    euro, yen, dinar = (Currency.of(code) for code in ("EUR", "JPY", "KWD"))
    assert rounding_rule("exact", 5, 99, euro) == EXACT
    assert rounding_rule("step", 5, 99, euro) == FIVE
    assert rounding_rule("ending", 5, 99, euro) == RoundingRule(100, 99)
    assert rounding_rule("ending", 5, 80, yen) == RoundingRule(100, 80)
    assert rounding_rule("ending", 5, 990, dinar) == RoundingRule(1000, 990)
