"""Whole guest checkouts with the worker in the same process, and orders by the number of processes.

A checkout is a quote and an order; each order has jobs, such as its email, which the worker runs meanwhile.
How many jobs are left tells what the buyers' speed was paid with. Run `python -m bench.checkouts`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from bench import catalogue
from bench.buying import busy_seconds, prepare, shop_load, walks
from bench.harness import Measured, fresh_shop, print_table, serving_buyers
from stallage.settings import Settings

SHOPPERS = (16, 64)
WAITING = "SELECT count(*) FROM pgqueuer WHERE status = 'queued' AND execute_after <= now()"
MINUTES = 3


@dataclass(frozen=True)
class CheckedOut:
    """Checkouts of a number of shoppers."""

    shoppers: int
    load: Measured
    core_ms: float
    """Processor time of the process for a checkout with its jobs so far."""
    jobs_left: int
    seconds_until_done: float


def measure(folder: Path, dsn: str) -> list[CheckedOut]:
    """Measure with each number of shoppers."""
    asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, tokens = asyncio.run(prepare(settings, dsn))
    calls: list[list[dict[str, Any]]] = walks(tokens)["whole guest checkout"]
    found = []
    with serving_buyers(folder, dsn, "application") as (port, process):
        asyncio.run(_wait_for_jobs(dsn))
        for shoppers in SHOPPERS:
            before = busy_seconds(process.pid)
            load = shop_load(port, calls, skus, 2, shoppers)
            core = busy_seconds(process.pid) - before
            began = time.monotonic()
            left = asyncio.run(_wait_for_jobs(dsn))
            found.append(
                CheckedOut(
                    shoppers,
                    load,
                    core * 1000 / (load.per_second * 6),
                    left,
                    time.monotonic() - began,
                )
            )
    return found


async def _wait_for_jobs(dsn: str) -> int:
    """Wait until no job is due; return how many there were."""
    connection = await asyncpg.connect(dsn)
    try:
        left: int = await connection.fetchval(WAITING)
        async with asyncio.timeout(60 * MINUTES):
            while await connection.fetchval(WAITING):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.2)
        return left
    finally:
        await connection.close()


def report(found: list[CheckedOut]) -> None:
    """Print the table."""
    print_table(
        "Whole guest checkouts per second on one core, with the worker in the same process",
        [
            "shoppers",
            "checkouts/s",
            "ms 50 / 99 %",
            "core ms",
            "jobs left",
            "done after s",
            "failures",
        ],
        [
            [
                str(one.shoppers),
                f"{one.load.per_second:,.0f}",
                f"{one.load.median_ms:.1f} / {one.load.slow_ms:.1f}",
                f"{one.core_ms:.2f}",
                f"{one.jobs_left:,}",
                f"{one.seconds_until_done:.1f}",
                str(one.load.failures),
            ]
            for one in found
        ],
    )


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        report(measure(folder, dsn))


if __name__ == "__main__":
    main()
