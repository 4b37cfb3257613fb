"""Requests and orders per second with 1, 2 and 3 web hosts, each limited to a part of a core.

On two cores, three hosts could not be faster than one with both. Hosts of a small part of a core show instead
whether another host adds as much as the first, while the database and HAProxy have the rest.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.buying import ADDRESS, call, order_body
from bench.harness import Measured, send_load
from deploy.lab.faults import Lab
from deploy.lab.network import Host
from deploy.lab.report import table
from deploy.lab.shop import Stock

SHARE = 0.15
"""Of a core, for each web host."""
PERIOD_MICROSECONDS = 20_000
SECONDS = 12
CONNECTIONS = 8
SETTLE_SECONDS = 12
"""Until HAProxy knows which hosts are left."""
CGROUPS = Path("/sys/fs/cgroup")
PARENT = "stallage-lab"


@dataclass(frozen=True)
class Point:
    """What this many hosts carry."""

    hosts: int
    lists: Measured
    quotes: Measured
    orders: Measured


def limit(host: Host, share: float) -> None:
    """Limit all processes of a host to a share of a core. Raises OSError without cgroups."""
    old = CGROUPS / "cpu"
    parent = (old if old.is_dir() else CGROUPS) / PARENT
    group = parent / host.name
    group.mkdir(parents=True, exist_ok=True)
    quota = int(PERIOD_MICROSECONDS * share)
    if old.is_dir():
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (CGROUPS / "cgroup.subtree_control").write_text("+cpu")
        (parent / "cgroup.subtree_control").write_text("+cpu")
        (group / "cpu.max").write_text(f"{quota} {PERIOD_MICROSECONDS}")
    for pid in host.pids():
        with suppress(ProcessLookupError):
            (group / "cgroup.procs").write_text(str(pid))


def remove_limits() -> None:
    """Remove the groups of `limit`, whose processes have ended."""
    for root in (CGROUPS / "cpu", CGROUPS):
        for folder, _, _ in os.walk(root / PARENT, topdown=False):
            with suppress(OSError):
                Path(folder).rmdir()


async def measure(lab: Lab, stock: Stock, counts: Sequence[int]) -> list[Point]:
    """Measure with these numbers of web hosts, the largest first. The others are killed."""
    for host in lab.shop.web:
        limit(host, SHARE)
    points = []
    for count in sorted(counts, reverse=True):
        for host in lab.shop.web[count:]:
            host.kill()
        await asyncio.sleep(SETTLE_SECONDS)
        points.append(await asyncio.to_thread(_measure_once, lab, stock, count))
    return points[::-1]


def _measure_once(lab: Lab, stock: Stock, hosts: int) -> Point:
    skus = [one.sku_id for one in stock.products]
    lists = [_read(f"/api/products?page={number}") for number in (1, 2, 3)]
    quote = {"skuIds": ["@SKU@"] * 3, "address": ADDRESS, "shippingMethod": "standard"}
    order = call("/api/orders", order_body(1), **{"Idempotency-Key": "@ONCE@"})
    return Point(
        hosts,
        _load(lab, lists, skus),
        _load(lab, [call("/api/checkout/quote", quote)], skus),
        _load(lab, [order], skus),
    )


def _read(path: str) -> dict[str, Any]:
    return {"method": "GET", "path": path, "headers": {}, "body": ""}


def _load(lab: Lab, calls: Sequence[dict[str, Any]], skus: Sequence[int]) -> Measured:
    return send_load(
        80, [calls], SECONDS, skus=skus, connections=CONNECTIONS, host=lab.services.front.address
    )


def curve_table(points: Sequence[Point]) -> str:
    """Return the points, with ratios to one host."""
    first = points[0]
    rows = []
    for one in points:
        row = [str(one.hosts)]
        for name in ("lists", "quotes", "orders"):
            measured: Measured = getattr(one, name)
            base: Measured = getattr(first, name)
            row.append(
                f"{measured.per_second:,.0f} (× {measured.per_second / base.per_second:.1f})"
            )
            row.append(f"{measured.median_ms:.0f} / {measured.slow_ms:.0f}")
        row.append(str(one.lists.failures + one.quotes.failures + one.orders.failures))
        rows.append(row)
    head = ["web hosts", "lists per second", "ms 50 / 99 %", "quotes per second"]
    head += ["ms 50 / 99 %", "orders per second", "ms 50 / 99 %", "failed"]
    return table(head, rows)
