"""Requests per second while the catalogue changes, as ratios to the same shop without changes.

`python -m bench.under_change` serves 10,000 products and measures lists, product pages and searches in one
run: quiet, while one price changes each second, while ten do, and while 20,000 rows of further products are
imported.
"""

from __future__ import annotations

import asyncio
import csv
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from bench import catalogue
from bench.harness import (
    LOAD_CORE,
    ROOT,
    Measured,
    environment_of,
    fresh_shop,
    load,
    print_table,
    shop_serving,
)
from bench.import_catalog import generated_rows
from bench.reads import paths_by_kind

SECONDS = 5.0
WARM_SECONDS = 2.0
IMPORTED_ROWS = 20_000
QUIET = "quiet"


@contextmanager
def running(folder: Path, dsn: str, *command: str) -> Iterator[None]:
    """Run a process beside the load, on its core, until the context ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        env={
            **os.environ,
            **environment_of(folder, dsn),
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'server'}",
        },
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    os.sched_setaffinity(process.pid, {LOAD_CORE})
    try:
        yield
        if process.poll() not in (None, 0):
            raise RuntimeError(f"{command[0]} ended with status {process.returncode}")
    finally:
        process.terminate()
        process.wait(timeout=60)


@contextmanager
def nothing() -> Iterator[None]:
    """Run nothing beside the load."""
    yield


def write_file(file: Path) -> None:
    """Write the products to import, as Shopify's CSV."""
    with file.open("w", newline="") as stream:
        rows = list(generated_rows(IMPORTED_ROWS))
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def measure_kinds(
    port: int, paths: dict[str, list[str]], change: Callable[[], AbstractContextManager[None]]
) -> dict[str, Measured]:
    """Measure each kind of request beside a change, which starts over for each."""
    results = {}
    for kind, each in paths.items():
        load(port, each, WARM_SECONDS)
        with change():
            results[kind] = load(port, each, SECONDS)
    return results


def measure(folder: Path, dsn: str) -> None:
    """Measure and print."""
    slugs = asyncio.run(catalogue.fill(dsn))
    paths = paths_by_kind(slugs)
    file = folder / "further.csv"
    write_file(file)
    beside = partial(running, folder, dsn)
    situations: dict[str, Callable[[], AbstractContextManager[None]]] = {
        QUIET: nothing,
        "1 price a second": partial(beside, "bench.changing_prices", "1"),
        "10 prices a second": partial(beside, "bench.changing_prices", "10"),
        f"import of {IMPORTED_ROWS:,} rows": partial(beside, "stallage", "import", str(file)),
    }
    with shop_serving(folder, dsn) as (port, _):
        results = {name: measure_kinds(port, paths, change) for name, change in situations.items()}
    rows = [
        [
            f"{kind}, {name}",
            f"{one.per_second:,.0f}",
            f"{one.per_second / results[QUIET][kind].per_second:.2f}",
            f"{one.median_ms:.1f} / {one.slow_ms:.1f}",
            str(one.failures),
        ]
        for name, of_kind in results.items()
        for kind, one in of_kind.items()
    ]
    print_table(
        "Requests per second on one core, 16 connections, 10,000 products",
        ["", "a second", "of quiet", "ms 50/99 %", "failures"],
        rows,
    )


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        measure(folder, dsn)


if __name__ == "__main__":
    main()
