"""The back office's product screens in a shop with 100,000 products, in a browser on a slow processor.

Measured by `web/scripts/measure-editor.ts` in Chromium, whose processor is slowed down four times. The
reference is the same product screens in a shop with 1,000 products, in the same run.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess

from bench import catalogue
from bench.backoffice import sign_in
from bench.harness import (
    ROOT,
    fresh_shop,
    print_table,
    shop_serving,
    use_all_cores,
    wait_until_idle,
)

FEW, MANY = 1_000, 100_000
KEYSTROKE_MS, SAVE_MS = 100, 300

Times = dict[str, list[float]]


def measured(products: int) -> Times:
    """Fill a shop with products and measure its screens; milliseconds in ascending order, by name."""
    with fresh_shop() as (folder, dsn):
        asyncio.run(catalogue.fill(dsn, products))
        cookie = asyncio.run(sign_in(dsn))
        client = str(ROOT / "web/dist")
        with shop_serving(folder, dsn, STALLAGE_CLIENT_DIR=client) as (port, pid):
            use_all_cores(pid)
            wait_until_idle()
            done = subprocess.run(
                [ROOT / "web/node_modules/.bin/node", ROOT / "web/scripts/measure-editor.ts"],
                env={
                    **os.environ,
                    "SHOP_URL": f"http://127.0.0.1:{port}",
                    "SESSION": cookie,
                },
                cwd=ROOT / "web",
                stdout=subprocess.PIPE,
                check=True,
            )
    times: Times = json.loads(done.stdout)
    return times


def limit_of(name: str) -> int | None:
    """Return how many milliseconds something may take; None if there is no limit."""
    if "keystroke" in name:
        return KEYSTROKE_MS
    return SAVE_MS if "save" in name else None


def main() -> None:
    """Print milliseconds in both shops, and what is over its limit."""
    few, many = measured(FEW), measured(MANY)
    rows = []
    for name, times in many.items():
        limit, median = limit_of(name), statistics.median(times)
        slow = times[int(0.95 * (len(times) - 1))]
        rows.append(
            [
                name,
                f"{median:.0f}",
                f"{slow:.0f}",
                f"{times[-1]:.0f}",
                f"{median / statistics.median(few[name]):.2f}",
                "" if limit is None else str(limit),
                "over" if limit is not None and slow > limit else "",
            ]
        )
    print_table(
        f"Milliseconds in a shop with {MANY:,} products, processor 4 times slower",
        ["", "50 %", "95 %", "most", f"of {FEW:,}", "limit", ""],
        rows,
    )


if __name__ == "__main__":
    main()
