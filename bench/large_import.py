"""Import of a large catalogue by the command line into an open shop, as an owner would do it.

`python -m bench.large_import --products 1000000` writes a file in Shopify's columns with believable products
(without pictures, which would be downloaded), imports it with `stallage import` while the shop serves, and
prints rows per second, resident memory over time, and when lists and searches have the last product.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import orjson

from bench.catalogue import (
    COLOURS,
    COUNTRIES,
    MATERIALS,
    NOUNS,
    PROSE,
    PROSE_WEIGHTS,
    QUALITIES,
    SEED,
    SIZES,
)
from bench.harness import (
    ROOT,
    environment_of,
    fresh_shop,
    print_table,
    shop_serving,
)
from bench.reads import body_of

PRODUCTS = 20_000
SAMPLE_SECONDS = 0.5
PARTS = 10
"""Rows of the table of memory."""
LAST = "lastofall"
"""A word that only the last product has."""
GOAL_SECONDS = 900
"""For a million products."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was seen at one moment."""

    seconds: float
    resident_mb: float
    """Of the import."""
    products: int


def rows_of(products: int) -> Iterator[dict[str, str]]:
    """Yield the rows of a file: one for each variant; the first has what belongs to the product."""
    chance = random.Random(SEED)
    for number in range(1, products + 1):
        noun, material = chance.choice(NOUNS), chance.choice(MATERIALS)
        title = f"{chance.choice(QUALITIES)} {material} {noun}".capitalize()
        text = " ".join([*chance.choices(PROSE, PROSE_WEIGHTS, k=90), noun, material])
        sizes = SIZES[: chance.choice([1, 1, 2, 3, 4])]
        price = chance.randrange(400, 40_000, 50)
        top = chance.randrange(20)
        product = {
            "Title": f"{title} {LAST}" if number == products else title,
            "Description": f"<p>{text}</p>",
            "Vendor": f"Maker {chance.randrange(200)}",
            "Product category": f"Category {top} > Category {top} {chance.randrange(5)}",
            "Type": noun,
            "Tags": f"{material}, {chance.choice(QUALITIES)}",
            "Published on online store": "TRUE",
            "Status": "active",
            "Option1 name": "Size" if len(sizes) > 1 else "",
            "Color (product.metafields.custom.color)": chance.choice(COLOURS),
            "Made in (product.metafields.custom.made_in)": chance.choice(COUNTRIES),
        }
        for place, size in enumerate(sizes):
            yield {
                **(product if place == 0 else {}),
                "URL handle": f"{title.lower().replace(' ', '-')}-{number}",
                "SKU": f"N-{number}-{place}",
                "Option1 value": size if len(sizes) > 1 else "",
                "Price": f"{(price + place * 300) / 100:.2f}",
                "Inventory tracker": "shopify",
                "Inventory quantity": str(chance.choice([0, 2, 9, 40, 300])),
                "Continue selling when out of stock": "DENY",
                "Weight value (grams)": "300",
            }


def write_file(path: Path, products: int) -> int:
    """Write the file; return its number of rows."""
    rows = rows_of(products)
    first = next(rows)
    written = 1
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, [*first], restval="")
        writer.writeheader()
        writer.writerow(first)
        for row in rows:
            writer.writerow(row)
            written += 1
    return written


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process and its children; 0 if it has ended."""
    total = 0.0
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) / 1024
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        total += sum(resident_mb(int(one)) for one in children)
    return total


async def run_import(folder: Path, dsn: str, file: Path) -> list[Sample]:
    """Import the file in a process of its own, and look at it regularly."""
    environment = {**os.environ, **environment_of(folder, dsn), "PYTHONPATH": str(ROOT / "server")}
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: ASYNC220 - it is only polled
        [sys.executable, "-m", "stallage", "import", str(file)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    connection = await asyncpg.connect(dsn)
    samples: list[Sample] = []
    try:
        while process.poll() is None:
            count = await connection.fetchval(
                "SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 'products'"
            )
            seconds = time.perf_counter() - began
            samples.append(Sample(seconds, resident_mb(process.pid), count or 0))
            await asyncio.sleep(SAMPLE_SECONDS)
    finally:
        await connection.close()
    if process.returncode:
        raise RuntimeError(f"the import ended with status {process.returncode}")
    samples.append(Sample(time.perf_counter() - began, 0, 0))
    return samples


def seconds_until(is_true: Callable[[], bool]) -> float:
    """Wait until something is true; return how long it took."""
    began = time.perf_counter()
    while not is_true():
        time.sleep(0.1)
    return time.perf_counter() - began


def total_of(port: int, query: str) -> int:
    """Return the total of a list."""
    total: int = orjson.loads(body_of(port, f"/api/products?{query}", {}))["output"]["total"]
    return total


def main() -> None:
    """Import and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=int, default=PRODUCTS)
    products: int = parser.parse_args().products
    with fresh_shop() as (folder, dsn):
        file = folder / "catalogue.csv"
        rows = write_file(file, products)
        with shop_serving(folder, dsn, STALLAGE_ABUSE_LIMITS="false") as (port, pid):
            samples = asyncio.run(run_import(folder, dsn, file))
            shop_mb = resident_mb(pid)
            listed = seconds_until(lambda: total_of(port, "pageSize=1") == products)
            found = listed + seconds_until(lambda: total_of(port, f"q={LAST}") == 1)
    print_result(products, rows, samples, (listed, found), shop_mb)


def print_result(
    products: int, rows: int, samples: list[Sample], seen: tuple[float, float], shop_mb: float
) -> None:
    """Print both tables."""
    seconds = samples[-1].seconds
    measured = samples[:-1]
    print_table(
        f"Import of {products:,} products in {rows:,} rows into an open shop",
        ["what", "figure"],
        [
            ["total seconds", f"{seconds:.1f}"],
            ["rows/s", f"{rows / seconds:,.0f}"],
            ["products/s", f"{products / seconds:,.0f}"],
            ["a million products would take (s)", f"{seconds * 1e6 / products:.0f}"],
            ["goal for a million (s)", str(GOAL_SECONDS)],
            ["most memory of the import (MB)", f"{max(one.resident_mb for one in measured):.0f}"],
            ["memory of the shop at the end (MB)", f"{shop_mb:.0f}"],
            ["lists complete after the import (s)", f"{seen[0]:.1f}"],
            ["the last product is found after (s)", f"{seen[1]:.1f}"],
        ],
    )
    step = max(1, len(measured) // PARTS)
    print_table(
        "Resident memory of the import over time",
        ["second", "products", "MB"],
        [
            [f"{one.seconds:.0f}", f"{one.products:,}", f"{one.resident_mb:.0f}"]
            for one in measured[step - 1 :: step]
        ],
    )


if __name__ == "__main__":
    main()
