"""The back office with 1,000,000 orders and 200,000 customers: every list, search, count and record.

Requests are sent one after another, as an operator does. The reference `bare` sends the same bytes, in the
same run.
"""

from __future__ import annotations

import asyncio
import statistics
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import trade
from bench.harness import free_port, fresh_shop, memory_mb, print_table, serving, shop_serving
from bench.reads import store_bodies_of
from stallage.core import clock
from stallage.core.db import Database
from stallage.operators.actions import create_operator, open_session
from stallage.operators.rules.sessions import cookie_name
from stallage.reports.actions.figures import TABLES, begin_figures, derive_next_days

PREFIX = "/api/admin/v1"
ROUNDS = 40
LIMIT_MS = 100

ORDER = f"/orders/{trade.number_of(777_777)}"

PATHS = (
    "/orders",
    "/orders?sort=placed",
    "/orders?sort=-total",
    "/orders?sort=shipBy",
    "/orders?fulfilment=to_pack",
    "/orders?fulfilment=to_confirm&fulfilment=to_pack&fulfilment=to_ship&sort=-total",
    "/orders?fulfilment=cancelled",
    "/orders?fulfilment=delivered&sort=-total",
    "/orders?payment=failed",
    "/orders?payment=partly_refunded&payment=refunded&sort=total",
    "/orders?late=true&sort=shipBy",
    "/orders?refund=true",
    "/orders?hint=true",
    "/orders?note=true",
    "/orders?country=LI",
    "/orders?country=LI&country=DE&sort=-total",
    "/orders?method=express",
    "/orders?tender=wallet",
    "/orders?totalMin=32400",
    "/orders?placed=7d",
    "/orders?placed=2025-03-01..2025-03-31&payment=failed",
    "/orders?customer=777",
    "/orders?country=LI&method=express&tender=wallet",
    "/orders?search=amara",
    "/orders?search=nwosu1000",
    "/orders?search=person7777%40example.com",
    "/orders?search=%2B12065007777",
    "/orders?search=4F2A",
    "/orders?search=SKU-4999",
    "/orders?search=zzzzqq",
    "/orders?search=a",
    "/orders?search=amara&fulfilment=cancelled",
    "/orders?search=grace&sort=-total",
    "/orders/counts",
    "/orders/filters",
    "/orders/count",
    "/orders/count?fulfilment=cancelled",
    "/orders/count?payment=failed",
    "/orders/count?country=US",
    "/orders/count?method=express",
    "/orders/count?tender=wallet",
    "/orders/count?search=amara",
    "/orders/count?search=nwosu1000",
    "/orders/count?search=person7777%40example.com",
    "/orders/count?search=amara&fulfilment=cancelled",
    "/customers",
    "/customers?sort=-spent",
    "/customers?sort=-orders",
    "/customers?sort=-lastOrder",
    "/customers?sort=spent",
    "/customers?country=LI",
    "/customers?country=LI&sort=-spent",
    "/customers?spentFrom=20000000",
    "/customers?ordersFrom=4&ordersTo=4&sort=-lastOrder",
    "/customers?subscribed=true",
    "/customers?registeredFrom=2020-01-01T00:00:00Z&country=DE&sort=-orders",
    "/customers?q=amara",
    "/customers?q=nwosu1000",
    "/customers?q=person7777%40example.com",
    "/customers?q=%2B1%20206%20500%207777",
    "/customers?q=zzzzqq",
    "/customers?q=a&sort=-spent",
    "/customers?q=grace&country=LI&sort=-spent",
    "/customers/segments",
    "/customers/777",
    "/customers/777/orders",
    "/customers/guests",
    "/customers/guests?sort=-spent",
    "/customers/guests?q=amara&sort=-orders",
    "/customers/guests?q=nwosu1000",
    "/search?q=amara",
    "/search?q=nwosu1000",
    "/search?q=person7777%40example.com",
    "/search?q=12065007777",
    "/search?q=4F2A",
    "/search?q=SKU-4999",
    "/search?q=zzzzqq",
    ORDER,
    f"{ORDER}/timeline",
    "/today/queues",
    "/today/sales",
    "/today/money",
    "/today/products",
    "/today/problems",
)

REPORT_ROUNDS = 5
REPORT_LIMIT_MS = 3000
YEAR = "first=2025-12-01&last=2026-11-30"
REPORTS = (
    f"/reports/sales?{YEAR}",
    f"/reports/sales?{YEAR}&group=month&compare=year",
    f"/reports/products?{YEAR}",
    f"/reports/products?{YEAR}&group=variant&compare=year",
    f"/reports/categories?{YEAR}",
    f"/reports/tenders?{YEAR}",
    f"/reports/places?{YEAR}&group=city&compare=year",
    f"/reports/taxes?{YEAR}&group=place",
    f"/reports/promo_codes?{YEAR}",
    f"/reports/returns?{YEAR}&group=product",
    f"/reports/cohorts?{YEAR}",
    "/reports/stock?group=variant",
)


async def sign_in(dsn: str) -> str:
    """Create an owner; return the cookie of a session."""
    database = await Database.connect(dsn, size=1)
    async with database.transaction() as connection:
        operator = await create_operator(connection, "bench@example.com", "Bench", "owner")
        cookie = await open_session(connection, operator, "127.0.0.1", "bench")
    await database.close()
    return f"{cookie_name('http://localhost')}={cookie}"


async def derive_figures(dsn: str) -> None:
    """Derive the daily figures, as the timer does."""
    database = await Database.connect(dsn, size=1)
    now = clock.now()
    async with database.transaction() as connection:
        await begin_figures(connection, now, "UTC")
    more = True
    while more:
        async with database.transaction() as connection:
            more = await derive_next_days(connection, now, 7)
    async with database.transaction() as connection:
        for table in TABLES:
            await connection.execute(f"ANALYZE {table}")
    await database.close()


def times_of(
    port: int, paths: Sequence[str], headers: Mapping[str, str], rounds: int = ROUNDS
) -> list[list[float]]:
    """Return the milliseconds of some requests of each path."""
    times: list[list[float]] = [[] for _ in paths]
    for _ in range(rounds):
        for place, path in enumerate(paths):
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}{path}", headers=dict(headers)
            )
            began = time.perf_counter()
            with urllib.request.urlopen(request) as answer:
                answer.read()
            times[place].append((time.perf_counter() - began) * 1000)
    return times


def slow_of(times: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


def measure(folder: Path, dsn: str) -> None:
    """Measure and print."""
    began = time.perf_counter()
    asyncio.run(trade.fill(dsn))
    print(f"{trade.ORDERS:,} orders filled in {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    asyncio.run(derive_figures(dsn))
    print(f"Daily figures derived in {time.perf_counter() - began:.1f} s")
    headers = {"Cookie": asyncio.run(sign_in(dsn))}
    paths = [PREFIX + path for path in PATHS]
    with shop_serving(folder, dsn) as (port, pid):
        times_of(port, paths[:1], headers)
        idle = memory_mb(pid)
        stored = asyncio.run(store_bodies_of(dsn, port, paths, headers))
        shop = times_of(port, paths, headers)
        reports = times_of(port, [PREFIX + path for path in REPORTS], headers, REPORT_ROUNDS)
        loaded = memory_mb(pid)
    port = free_port()
    with serving(["bench/bare.py", str(port)], port, "/bytes/0", BENCH_DSN=dsn):
        bare = times_of(port, stored, {})
    report(shop, bare)
    print_table(
        f"Milliseconds of reports over a year, the slowest of {REPORT_ROUNDS}",
        ["", "50 %", "slowest", f"{REPORT_LIMIT_MS} ms"],
        [
            [
                path,
                f"{statistics.median(ours):.0f}",
                f"{max(ours):.0f}",
                "over" if max(ours) > REPORT_LIMIT_MS else "",
            ]
            for path, ours in zip(REPORTS, reports, strict=True)
        ],
    )
    print(
        "\nMemory of the shop's process, resident / proportional:"
        f" at the beginning {idle[0]:.0f} / {idle[1]:.0f} MB,"
        f" at the end {loaded[0]:.0f} / {loaded[1]:.0f} MB"
    )


def report(shop: Sequence[Sequence[float]], bare: Sequence[Sequence[float]]) -> None:
    """Print the times of each path and their ratios to the reference."""
    rows = []
    for path, ours, theirs in zip(PATHS, shop, bare, strict=True):
        median, slow = statistics.median(ours), slow_of(ours)
        rows.append(
            [
                path,
                f"{median:.1f}",
                f"{slow:.1f}",
                f"{median / statistics.median(theirs):.1f}",
                "over" if slow > LIMIT_MS else "",
            ]
        )
    print_table(
        f"Milliseconds of the back office with {trade.ORDERS:,} orders, one request at a time",
        ["", "50 %", "99 %", "ratio", f"{LIMIT_MS} ms"],
        rows,
    )
    every = [one for times in shop for one in times]
    print(f"\nAll together: 50 % {statistics.median(every):.1f} ms, 99 % {slow_of(every):.1f} ms")


def main() -> None:
    """Run the benchmark on a new database."""
    with fresh_shop() as (folder, dsn):
        measure(folder, dsn)


if __name__ == "__main__":
    main()
