"""Lighthouse on pages of the demo shop, in its default mode: a phone, simulated throttling.

Measured by `web/scripts/measure-lighthouse.ts`, each run in a new browser. The exit status is 1 if the
median of a page misses a goal. `make lighthouse` runs it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.demo import demo_serving, parse_options, results_of, wait_for_silence
from bench.goals import Metric, medians_of
from bench.harness import print_table

RUNS = 5

METRICS = {
    "performance": Metric("performance"),
    "performance-by-processor": Metric("performance by processor time", at_least=98),
    "accessibility": Metric("accessibility", at_least=100),
    "best-practices": Metric("best practices", at_least=100),
    "seo": Metric("SEO", at_least=100),
    "first-contentful-paint": Metric("FCP", digits=2, unit=" s"),
    "largest-contentful-paint": Metric("LCP", digits=2, unit=" s", at_most=1.5),
    "total-blocking-time": Metric("TBT", unit=" ms"),
    "blocking-by-processor": Metric("TBT by processor time", unit=" ms", at_most=50),
    "cumulative-layout-shift": Metric("CLS", digits=3, at_most=0),
}
"""Lighthouse's categories and audits. Scores are 0 to 100, FCP and LCP seconds.

Lighthouse also judges performance and TBT with tasks as long as the processor time of their threads
(`web/scripts/processorTime.ts`), and the goals are for these. By the clock, a task includes its waiting for
a core that the shop or the database used, and the score of the same page differs by ten points.
"""

NOT_JUDGED = {("cart", "seo"): "the cart is kept from search engines on purpose"}


@dataclass(frozen=True)
class Run:
    """One run of Lighthouse."""

    values: Mapping[str, float]
    findings: Sequence[str]
    """Failed audits of accessibility, best practices and SEO, as `category: title`."""


def parse_run(result: Mapping[str, Any]) -> Run:
    """Return a result of the script, in the units of `METRICS`."""
    values = {name: float(result["values"][name]) for name in METRICS}
    for name in ("first-contentful-paint", "largest-contentful-paint"):
        values[name] /= 1000
    return Run(values, result["findings"])


def row_of(page: str, runs: Sequence[Run]) -> list[str]:
    """Return the medians of a page for the table."""
    medians = medians_of([run.values for run in runs])
    texts = [
        "–" if (page, name) in NOT_JUDGED else metric.text(medians[name])
        for name, metric in METRICS.items()
    ]
    return [page, *texts]


def misses_of(page: str, runs: Sequence[Run]) -> list[str]:
    """Return what misses its goal on a page."""
    medians = medians_of([run.values for run in runs])
    return [
        f"{page}: {miss}"
        for name, metric in METRICS.items()
        if (page, name) not in NOT_JUDGED and (miss := metric.miss(medians[name]))
    ]


def findings_of(page: str, runs: Sequence[Run]) -> list[str]:
    """Return the failed audits of a page, with the number of runs in which they failed."""
    counts = Counter(
        finding
        for run in runs
        for finding in run.findings
        if (page, finding.partition(":")[0]) not in NOT_JUDGED
    )
    return [f"{page}: {finding} ({count} of {len(runs)})" for finding, count in counts.items()]


def measured(pages: Mapping[str, str], runs: int, *, busy: bool) -> dict[str, list[Run]]:
    """Measure each page that many times."""
    found: dict[str, list[Run]] = {}
    with demo_serving() as address:
        for name, path in pages.items():
            wait_for_silence(busy=busy)
            settings = {"PAGE": path, "RUNS": str(runs)}
            results = results_of("measure-lighthouse.ts", address, settings)
            found[name] = []
            for result in results:
                found[name].append(parse_run(result))
                print(*row_of(name, found[name][-1:]), file=sys.stderr)
    return found


def report(found: Mapping[str, Sequence[Run]], runs: int) -> list[str]:
    """Print the medians and what is missed; return what is missed."""
    print_table(
        f"Lighthouse on a phone, medians of {runs}",
        ["", *(metric.title for metric in METRICS.values())],
        [row_of(page, each) for page, each in found.items()],
    )
    for (page, name), reason in NOT_JUDGED.items():
        if page in found:
            print(f"\n{METRICS[name].title} of {page} is not judged: {reason}.")
    if findings := [one for page, each in found.items() for one in findings_of(page, each)]:
        print("\nFailed audits:", *findings, sep="\n  ")
    misses = [miss for page, each in found.items() for miss in misses_of(page, each)]
    if misses:
        print("\nMissed goals:", *misses, sep="\n  ")
    else:
        print("\nEvery goal is met.")
    return misses


def main() -> int:
    """Measure and print; return the exit status."""
    options = parse_options(__doc__, RUNS)
    found = measured(options.pages, options.runs, busy=options.is_busy)
    return 1 if report(found, options.runs) else 0


if __name__ == "__main__":
    sys.exit(main())
