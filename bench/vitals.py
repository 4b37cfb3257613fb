"""Pages and interactions of the demo shop in a browser on a slow phone with a slow network.

Measured by `web/scripts/measure-vitals.ts` in Chromium, whose processor is slowed down four times and whose
network is slow 4G. The exit status is 1 if a goal is missed. `make vitals` runs it.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bench.demo import demo_serving, parse_options, results_of, wait_for_silence
from bench.goals import Metric, percentile
from bench.harness import print_table

RUNS = 5
JUDGED_PERCENTILE = 75

PAGE_METRICS = {
    "ttfb": Metric("TTFB", unit=" ms"),
    "fcp": Metric("FCP", unit=" ms"),
    "lcp": Metric("LCP", unit=" ms"),
    "cls": Metric("CLS", digits=3, at_most=0),
}
INTERACTION = Metric("interaction", unit=" ms", at_most=99)

Runs = Mapping[str, Sequence[Mapping[str, float]]]
Times = Mapping[str, Sequence[float]]


def measured(pages: Mapping[str, str], runs: int, *, busy: bool) -> tuple[Runs, Times]:
    """Return the values of each page and the milliseconds of each interaction."""
    values: dict[str, list[Mapping[str, float]]] = defaultdict(list)
    times: dict[str, list[float]] = defaultdict(list)
    with demo_serving() as address:
        wait_for_silence(busy=busy)
        settings = {"PAGES": json.dumps(pages), "RUNS": str(runs)}
        for result in results_of("measure-vitals.ts", address, settings):
            print(result, file=sys.stderr)
            if "page" in result:
                values[result["page"]].append(result["values"])
            else:
                times[result["interaction"]].append(result["milliseconds"])
    return values, times


def page_row(page: str, runs: Sequence[Mapping[str, float]]) -> list[str]:
    """Return the median and the worst of each metric of a page."""
    row = [page]
    for name, metric in PAGE_METRICS.items():
        each = [run[name] for run in runs]
        row += [metric.text(statistics.median(each)), metric.text(max(each))]
    return row


def interaction_row(name: str, times: Sequence[float]) -> list[str]:
    """Return the median, the judged percentile and the worst of an interaction."""
    shown = (statistics.median(times), percentile(times, JUDGED_PERCENTILE), max(times))
    return [name, *(INTERACTION.text(one) for one in shown), str(len(times))]


def misses_of(values: Runs, times: Times) -> list[str]:
    """Return what misses its goal: pages by their medians, interactions by the 75th percentile."""
    missed = [
        f"{page}: {miss}"
        for page, runs in values.items()
        for name, metric in PAGE_METRICS.items()
        if (miss := metric.miss(statistics.median(run[name] for run in runs)))
    ]
    missed += [
        f"{name}: {miss}"
        for name, each in times.items()
        if (miss := INTERACTION.miss(percentile(each, JUDGED_PERCENTILE)))
    ]
    return missed


def report(values: Runs, times: Times) -> list[str]:
    """Print the tables and what is missed; return what is missed."""
    heads = [head for metric in PAGE_METRICS.values() for head in (metric.title, "worst")]
    print_table(
        "Pages, processor 4 times slower, slow 4G: medians, and the worst",
        ["", *heads],
        [page_row(page, runs) for page, runs in values.items()],
    )
    print_table(
        "Interactions, from input to the next frame",
        ["", "50 %", f"{JUDGED_PERCENTILE} %", "worst", "of"],
        [interaction_row(name, each) for name, each in times.items()],
    )
    misses = misses_of(values, times)
    if misses:
        print("\nMissed goals:", *misses, sep="\n  ")
    else:
        print("\nEvery goal is met.")
    return misses


def main() -> int:
    """Measure and print; return the exit status."""
    options = parse_options(__doc__, RUNS)
    return 1 if report(*measured(options.pages, options.runs, busy=options.is_busy)) else 0


if __name__ == "__main__":
    sys.exit(main())
