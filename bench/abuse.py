"""What ordinary shoppers notice of attackers: `make abuse`.

Shoppers browse, search, fill carts and order, by themselves and beside one kind of attacker after the
other (see `attackers.py`), who come from another address. The shop and its database run as an owner
would start them. The shoppers of a phase are compared with those of the quiet phases around it.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import catalogue
from bench.attackers import KINDS
from bench.buying import ADDRESS, NETWORKS, PROXY, call, order_body, prepare
from bench.harness import LOAD_CORE, ROOT, fresh_shop, print_table, shop_serving
from bench.reads import paths_by_kind
from stallage.settings import Settings

SECONDS = 12
SHOPPERS = 16
CALM_NICENESS = 10
"""Attackers share a core with the shoppers who are measured, and must not slow those by that alone."""
SHARES = {
    "list of 24 with facets": 8,
    "product page": 8,
    "search with facets": 4,
    "add to cart": 3,
    "quote": 2,
    "order": 1,
}


@dataclass(frozen=True)
class Noticed:
    """What shoppers noticed in a phase."""

    answers: int
    median_ms: float
    slow_ms: float
    """99 of 100 answers were faster."""
    failures: int
    example: str


def walks(slugs: list[str], tokens: list[str]) -> list[dict[str, Any]]:
    """What shoppers ask for, each with how often."""
    found: list[dict[str, Any]] = []
    for kind, paths in paths_by_kind(slugs).items():
        share = SHARES[kind] / len(paths)
        found += [
            {"method": "GET", "path": path, "headers": NETWORKS, "body": "", "share": share}
            for path in paths
        ]
    quote = {"skuIds": ["@SKU@"], "address": ADDRESS, "shippingMethod": "standard"}
    add = {"skuId": "@SKU@", "quantity": 1}
    carts = [
        call("/api/carts", add, Authorization=f"Bearer {token}", **NETWORKS)
        | {"share": SHARES["add to cart"] / 50}
        for token in tokens[:50]
    ]
    order = call("/api/orders", order_body(1), **{"Idempotency-Key": "@ONCE@", **NETWORKS})
    return [
        *found,
        *carts,
        call("/api/checkout/quote", quote, **NETWORKS) | {"share": SHARES["quote"]},
        order | {"share": SHARES["order"]},
    ]


def shoppers(port: int, plan: dict[str, Any]) -> Noticed:
    """Lets the shoppers go on for a while."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.shoppers"],
        input=json.dumps(plan | {"port": port, "run": secrets.token_hex(4)}).encode(),
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
    )
    said = json.loads(done.stdout)
    times = sorted(said["times"]) or [float("inf")]
    return Noticed(
        len(said["times"]),
        statistics.median(times),
        times[min(len(times) - 1, len(times) * 99 // 100)],
        said["failures"],
        said["example"],
    )


def _calmer() -> None:
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(CALM_NICENESS)


@contextmanager
def attacked(
    kind: str, port: int, facts: dict[str, Any], outcome: dict[str, int]
) -> Iterator[None]:
    """Attackers for as long as the context lasts; `outcome` is filled with what they got."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.attackers", kind, str(port), json.dumps(facts)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=_calmer,  # noqa: PLW1509 - this process has no other thread
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=60)
        outcome.update(json.loads(said or b"{}"))


def measure(folder: Path, dsn: str) -> list[tuple[str, Noticed, Noticed, dict[str, int]]]:
    """Each attack with the quiet before it."""
    slugs = asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, tokens = asyncio.run(prepare(settings, dsn))
    plan = {
        "seconds": SECONDS,
        "shoppers": SHOPPERS,
        "walks": walks(slugs, tokens),
        # What the attackers order is not what the shoppers want: who buys up a product has bought it.
        "skus": skus[1:],
    }
    order = order_body(0)
    facts = {"token": tokens[-1], "sku": skus[0], "order": order}
    found = []
    # Shoppers come by a proxy, each from an address of their own; the attackers come straight.
    with shop_serving(folder, dsn, **PROXY, STALLAGE_LOG_LEVEL="error") as (port, _):
        shoppers(port, plan)
        for kind in KINDS:
            quiet = shoppers(port, plan)
            outcome: dict[str, int] = {}
            with attacked(kind, port, facts, outcome):
                noticed = shoppers(port, plan)
            found.append((kind, quiet, noticed, outcome))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
                pass
    return found


def report(found: Sequence[tuple[str, Noticed, Noticed, dict[str, int]]]) -> None:
    """The table."""
    rows = []
    for kind, quiet, noticed, outcome in found:
        said = ", ".join(f"{count} × {name}" for name, count in sorted(outcome.items()))
        rows.append(
            [
                kind.replace("_", " "),
                f"{quiet.median_ms:.1f}",
                f"{noticed.median_ms:.1f}",
                f"{quiet.slow_ms:.1f}",
                f"{noticed.slow_ms:.1f}",
                f"{noticed.slow_ms / quiet.slow_ms:.1f}",
                f"{noticed.failures} of {noticed.answers}",
                said,
            ]
        )
    print_table(
        "Shoppers beside attackers, milliseconds",
        ["attack", "p50", "attacked", "p99", "attacked", "ratio", "failed", "attackers got"],
        rows,
    )
    for kind, _, noticed, _ in found:
        if noticed.example:
            print(f"{kind}: {noticed.example}")


def main() -> None:
    """Measures and prints; exits with 1 where a shopper got no good answer."""
    with fresh_shop() as (folder, dsn):
        found = measure(folder, dsn)
    report(found)
    raise SystemExit(any(noticed.failures for _, _, noticed, _ in found))


if __name__ == "__main__":
    main()
