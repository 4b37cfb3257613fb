"""Response times of ordinary shoppers during attacks: `make abuse`.

Shoppers browse, search, fill carts and order, first alone and then during one kind of attack after the
other (see `attackers.py`). Attackers have another address. The shop and its database run as in
production. Each attack is compared with the quiet phase before it.
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
from bench.buying import ADDRESS, NETWORKS, call, order_body, prepare
from bench.harness import LOAD_CORE, PROXY, ROOT, fresh_shop, print_table, shop_serving
from bench.reads import paths_by_kind
from stallage.settings import Settings

SECONDS = 12
SHOPPERS = 16
CALM_NICENESS = 10
"""Attackers share a core with the measured shoppers, and must not take their processor time."""
SHARES = {
    "list of 24 with facets": 8,
    "product page": 8,
    "search with facets": 4,
    "add to cart": 3,
    "quote": 2,
    "order": 1,
}


@dataclass(frozen=True)
class Experience:
    """Response times and failures of a phase."""

    answers: int
    median_ms: float
    slow_ms: float
    """99th percentile."""
    failures: int
    example: str


def walks(slugs: list[str], tokens: list[str]) -> list[dict[str, Any]]:
    """Return the requests of shoppers with their shares."""
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


def shoppers(port: int, plan: dict[str, Any]) -> Experience:
    """Run the shoppers for `SECONDS`."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.shoppers"],
        input=json.dumps(plan | {"port": port, "run": secrets.token_hex(4)}).encode(),
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        preexec_fn=lambda: os.sched_setaffinity(0, {LOAD_CORE}),
    )
    result = json.loads(done.stdout)
    times = sorted(result["times"]) or [float("inf")]
    return Experience(
        len(result["times"]),
        statistics.median(times),
        times[min(len(times) - 1, len(times) * 99 // 100)],
        result["failures"],
        result["example"],
    )


def _lower_priority() -> None:
    os.sched_setaffinity(0, {LOAD_CORE})
    os.nice(CALM_NICENESS)


@contextmanager
def run_attackers(
    kind: str, port: int, facts: dict[str, Any], outcome: dict[str, int]
) -> Iterator[None]:
    """Run attackers until the context ends; `outcome` receives the counts of their responses."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.attackers", kind, str(port), json.dumps(facts)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=_lower_priority,  # noqa: PLW1509 - this process has no other thread
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        result, _ = process.communicate(timeout=60)
        outcome.update(json.loads(result or b"{}"))


def measure(folder: Path, dsn: str) -> list[tuple[str, Experience, Experience, dict[str, int]]]:
    """Measure each attack and the quiet phase before it."""
    slugs = asyncio.run(catalogue.fill(dsn))
    settings = Settings(data_dir=folder, database_url=dsn, log_level="error")
    skus, tokens = asyncio.run(prepare(settings, dsn))
    plan = {
        "seconds": SECONDS,
        "shoppers": SHOPPERS,
        "walks": walks(slugs, tokens),
        # Attackers order another SKU, since buying up a product is no attack on the server.
        "skus": skus[1:],
    }
    order = order_body(0)
    facts = {"token": tokens[-1], "sku": skus[0], "order": order}
    found = []
    # Shoppers connect through a proxy with separate addresses; attackers connect directly.
    with shop_serving(folder, dsn, **PROXY, STALLAGE_LOG_LEVEL="error") as (port, _):
        shoppers(port, plan)
        for kind in KINDS:
            quiet = shoppers(port, plan)
            outcome: dict[str, int] = {}
            with run_attackers(kind, port, facts, outcome):
                attacked_phase = shoppers(port, plan)
            found.append((kind, quiet, attacked_phase, outcome))
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10):
                pass
    return found


def report(found: Sequence[tuple[str, Experience, Experience, dict[str, int]]]) -> None:
    """Print the table."""
    rows = []
    for kind, quiet, attacked_phase, outcome in found:
        result = ", ".join(f"{count} × {name}" for name, count in sorted(outcome.items()))
        rows.append(
            [
                kind.replace("_", " "),
                f"{quiet.median_ms:.1f}",
                f"{attacked_phase.median_ms:.1f}",
                f"{quiet.slow_ms:.1f}",
                f"{attacked_phase.slow_ms:.1f}",
                f"{attacked_phase.slow_ms / quiet.slow_ms:.1f}",
                f"{attacked_phase.failures} of {attacked_phase.answers}",
                result,
            ]
        )
    print_table(
        "Shoppers beside attackers, milliseconds",
        [
            "attack",
            "p50",
            "run_attackers",
            "p99",
            "run_attackers",
            "ratio",
            "failed",
            "attackers got",
        ],
        rows,
    )
    for kind, _, attacked_phase, _ in found:
        if attacked_phase.example:
            print(f"{kind}: {attacked_phase.example}")


def main() -> None:
    """Measure and print; exit with 1 if a shopper's request failed."""
    with fresh_shop() as (folder, dsn):
        found = measure(folder, dsn)
    report(found)
    raise SystemExit(any(attacked_phase.failures for _, _, attacked_phase, _ in found))


if __name__ == "__main__":
    main()
