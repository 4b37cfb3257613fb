"""Days of the shop, what they are compared with, and when schedules send."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from stallage.reports.rules.figures import Period, day_start
from stallage.reports.rules.periods import (
    compared_with,
    next_sending,
    period_of,
    scheduled_days,
    unit_starts,
)

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 14, 30, tzinfo=UTC)

pytestmark = pytest.mark.fast


def days(period: Period | None) -> tuple[date, date, datetime]:
    assert period is not None
    return period.first, period.last, period.until


def test_a_day_on_which_clocks_are_changed_is_whole() -> None:
    autumn = period_of(date(2026, 10, 25), date(2026, 10, 25), NOW, BERLIN)
    assert (autumn.until - day_start(autumn.first, BERLIN)).total_seconds() == 25 * 3600
    spring = period_of(date(2026, 3, 29), date(2026, 3, 29), NOW, BERLIN)
    assert (spring.until - day_start(spring.first, BERLIN)).total_seconds() == 23 * 3600


@pytest.mark.parametrize(
    ("first", "last", "comparison", "expected"),
    [
        # Whole weeks earlier.
        ((11, 2), (11, 8), "before", (date(2026, 10, 26), date(2026, 11, 1))),
        # Calendar months, also of other lengths.
        ((10, 1), (10, 31), "before", (date(2026, 9, 1), date(2026, 9, 30))),
        ((1, 1), (3, 31), "before", (date(2025, 10, 1), date(2025, 12, 31))),
        ((10, 1), (10, 31), "year", (date(2025, 10, 1), date(2025, 10, 31))),
    ],
)
def test_whole_periods(
    first: tuple[int, int], last: tuple[int, int], comparison: str, expected: tuple[date, date]
) -> None:
    period = period_of(date(2026, *first), date(2026, *last), NOW, BERLIN)
    found = compared_with(period, comparison, BERLIN)  # type: ignore[arg-type]
    assert days(found) == (
        *expected,
        day_start(date.fromordinal(expected[1].toordinal() + 1), BERLIN),
    )


def test_an_unfinished_period_is_compared_until_the_same_time() -> None:
    week = period_of(date(2026, 11, 23), date(2026, 11, 29), NOW, BERLIN)
    assert week.until == NOW
    assert days(compared_with(week, "before", BERLIN)) == (
        date(2026, 11, 16),
        date(2026, 11, 22),
        datetime(2026, 11, 18, 14, 30, tzinfo=UTC),
    )
    month = period_of(date(2026, 11, 1), date(2026, 11, 30), NOW, BERLIN)
    # The clocks were changed in between; the time of day is the same.
    assert days(compared_with(month, "before", BERLIN)) == (
        date(2026, 10, 1),
        date(2026, 10, 31),
        datetime(2026, 10, 25, 14, 30, tzinfo=UTC),
    )
    assert days(compared_with(month, "year", BERLIN))[2] == datetime(
        2025, 11, 25, 14, 30, tzinfo=UTC
    )
    assert compared_with(month, "none", BERLIN) is None
    leap = period_of(date(2024, 2, 29), date(2024, 2, 29), NOW, BERLIN)
    assert days(compared_with(leap, "year", BERLIN))[:2] == (date(2023, 2, 28), date(2023, 2, 28))


def test_weeks_begin_on_monday() -> None:
    period = period_of(date(2026, 10, 31), date(2026, 11, 10), NOW, BERLIN)
    assert unit_starts(period, "week") == [
        date(2026, 10, 26),
        date(2026, 11, 2),
        date(2026, 11, 9),
    ]
    assert unit_starts(period, "month") == [date(2026, 10, 1), date(2026, 11, 1)]


def test_schedules_are_about_days_that_are_over() -> None:
    wednesday = date(2026, 11, 25)
    assert scheduled_days("daily", wednesday) == (date(2026, 11, 24), date(2026, 11, 24))
    assert scheduled_days("weekly", wednesday) == (date(2026, 11, 16), date(2026, 11, 22))
    assert scheduled_days("monthly", wednesday) == (date(2026, 10, 1), date(2026, 10, 31))


def test_times_are_those_of_the_shop() -> None:
    seven = {"at_minute": 7 * 60, "weekday": 1, "month_day": 1}
    after = datetime(2026, 3, 28, 6, 0, tzinfo=UTC)
    for expected in (
        datetime(2026, 3, 29, 5, 0, tzinfo=UTC),
        datetime(2026, 3, 30, 5, 0, tzinfo=UTC),
    ):
        after = next_sending(after, BERLIN, frequency="daily", **seven)
        assert after == expected
    assert next_sending(after, BERLIN, frequency="weekly", **seven) == datetime(
        2026, 4, 6, 5, 0, tzinfo=UTC
    )
    assert next_sending(after, BERLIN, frequency="monthly", **seven) == datetime(
        2026, 4, 1, 5, 0, tzinfo=UTC
    )
    # 2:30 does not exist on the day on which clocks go forward, and comes twice in autumn.
    half_past = {"at_minute": 150, "weekday": 1, "month_day": 1}
    skipped = next_sending(
        datetime(2026, 3, 28, 12, tzinfo=UTC), BERLIN, frequency="daily", **half_past
    )
    assert skipped == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    first = next_sending(
        datetime(2026, 10, 24, 12, tzinfo=UTC), BERLIN, frequency="daily", **half_past
    )
    assert first == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    again = next_sending(first, BERLIN, frequency="daily", **half_past)
    assert again == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)
