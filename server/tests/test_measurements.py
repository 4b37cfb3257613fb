"""How the measurements of pages in a browser are judged."""

from __future__ import annotations

from typing import Any

import pytest
from bench import lighthouse, vitals
from bench.demo import PAGES, chosen_pages
from bench.goals import Metric, medians_of, percentile

pytestmark = pytest.mark.fast

GOOD = {
    "performance": 100,
    "performance-by-processor": 100,
    "accessibility": 100,
    "best-practices": 100,
    "seo": 100,
    "first-contentful-paint": 900,
    "largest-contentful-paint": 1400,
    "total-blocking-time": 20,
    "blocking-by-processor": 20,
    "cumulative-layout-shift": 0,
}


def _run(findings: tuple[str, ...] = (), **changed: float) -> lighthouse.Run:
    values = GOOD | {name.replace("_", "-"): value for name, value in changed.items()}
    result: dict[str, Any] = {"values": values, "findings": list(findings)}
    return lighthouse.parse_run(result)


def test_the_median_of_each_quantity_is_its_own() -> None:
    runs = [{"a": 1.0, "b": 9.0}, {"a": 3.0, "b": 7.0}, {"a": 2.0, "b": 100.0}]
    assert medians_of(runs) == {"a": 2.0, "b": 9.0}
    assert medians_of(runs[:2]) == {"a": 2.0, "b": 8.0}


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [([5], 75, 5), ([4, 1, 3, 2], 75, 3), ([1, 2, 3, 4, 5], 75, 4), ([2, 1], 50, 1)],
)
def test_a_percentile_is_one_of_the_values(
    values: list[float], percent: int, expected: float
) -> None:
    assert percentile(values, percent) == expected


def test_a_goal_is_met_by_the_digits_that_are_shown() -> None:
    least, most = Metric("score", at_least=98), Metric("shift", digits=3, at_most=0)
    assert least.miss(98) is None
    assert least.miss(97) == "score 97, goal at least 98"
    assert most.miss(0.0004) is None
    assert most.miss(0.0006) == "shift 0.001, goal at most 0.000"
    assert Metric("anything").miss(1e9) is None


def test_one_bad_run_of_lighthouse_is_no_miss_and_three_of_five_are() -> None:
    good, bad = _run(), _run(performance_by_processor=90, largest_contentful_paint=2600)
    assert lighthouse.misses_of("home", [good, good, good, bad, bad]) == []
    assert lighthouse.misses_of("home", [good, good, bad, bad, bad]) == [
        "home: performance by processor time 90, goal at least 98",
        "home: LCP 2.60 s, goal at most 1.50 s",
    ]


def test_waiting_for_a_core_misses_no_goal_and_work_of_the_page_does() -> None:
    assert lighthouse.misses_of("home", [_run(performance=80, total_blocking_time=900)]) == []
    assert lighthouse.misses_of("home", [_run(blocking_by_processor=51)]) == [
        "home: TBT by processor time 51 ms, goal at most 50 ms"
    ]


def test_the_cart_is_not_judged_as_a_page_for_search_engines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runs = [_run(("seo: Page is blocked from indexing",), seo=66)]
    assert lighthouse.misses_of("home", runs) == ["home: SEO 66, goal at least 100"]
    assert lighthouse.findings_of("home", runs) == [
        "home: seo: Page is blocked from indexing (1 of 1)"
    ]
    assert lighthouse.report({"cart": runs}, 1) == []
    printed = capsys.readouterr().out
    assert "SEO of cart is not judged: the cart is kept from search engines" in printed
    assert "blocked from indexing" not in printed
    assert printed.endswith("Every goal is met.\n")


def test_an_interaction_misses_its_goal_if_a_quarter_is_slow() -> None:
    fast, slow = 40.0, 120.0
    page = {"home": [{"ttfb": 20.0, "fcp": 900.0, "lcp": 1400.0, "cls": 0.0}]}
    assert vitals.misses_of(page, {"open the menu": [fast, fast, fast, slow]}) == []
    assert vitals.misses_of(page, {"open the menu": [fast, fast, slow, slow]}) == [
        "open the menu: interaction 120 ms, goal at most 99 ms"
    ]


def test_unknown_pages_are_refused() -> None:
    assert chosen_pages("") == PAGES
    assert list(chosen_pages("list,home")) == ["list", "home"]
    with pytest.raises(SystemExit, match="no such page: basket"):
        chosen_pages("home,basket")
