"""The demo shop, served for measurements in Chromium by the scripts in `web/scripts`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bench.harness import (
    ROOT,
    environment_of,
    free_port,
    fresh_shop,
    shop_serving_at,
    use_all_cores,
    wait_until_idle,
)

PAGES = {
    "home": "/",
    "list": "/c/collections/table",
    "product": "/products/everyday-mug",
    "search": "/search?q=bowl",
    "cart": "/cart",
    "blog": "/blogs/how-glazes-break",
}
"""Paths of the measured pages. The cart has two products."""


@contextmanager
def demo_serving() -> Iterator[str]:
    """Fill a new shop with the demo data and serve it with the built client; yield its address."""
    with fresh_shop() as (folder, dsn):
        subprocess.run(
            [sys.executable, "-m", "stallage", "demo"],
            env={**os.environ, **environment_of(folder, dsn)},
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        settings = {
            "STALLAGE_CLIENT_DIR": str(ROOT / "web/dist"),
            "STALLAGE_PUBLIC_URL": address,
        }
        with shop_serving_at(port, folder, dsn, **settings) as pid:
            use_all_cores(pid)
            yield address


def chosen_pages(names: str) -> dict[str, str]:
    """Return the paths of pages named with commas between them, all for an empty text."""
    chosen = names.split(",") if names else list(PAGES)
    if unknown := [name for name in chosen if name not in PAGES]:
        raise SystemExit(f"no such page: {', '.join(unknown)}; there are {', '.join(PAGES)}")
    return {name: PAGES[name] for name in chosen}


@dataclass(frozen=True)
class Options:
    """What to measure."""

    pages: dict[str, str]
    """Paths by name."""
    runs: int
    is_busy: bool
    """Whether to measure on a machine that is not idle."""


def parse_options(description: str | None, runs: int) -> Options:
    """Read the options of the command line; `runs` is the number of runs without one."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--runs", type=int, default=runs)
    parser.add_argument("--pages", default="", help=f"some of {','.join(PAGES)}")
    parser.add_argument("--busy", action="store_true", help="do not wait for an idle machine")
    given = parser.parse_args()
    return Options(chosen_pages(given.pages), given.runs, given.busy)


def wait_for_silence(*, busy: bool) -> None:
    """Wait until the machine is idle, unless it may be `busy`."""
    if busy:
        return
    try:
        wait_until_idle()
    except RuntimeError as error:
        raise SystemExit(f"{error}; BUSY=1 measures all the same") from error


def results_of(script: str, address: str, settings: Mapping[str, str]) -> Iterator[Any]:
    """Run a script of `web/scripts`; yield its results, one line of JSON each, as they arrive."""
    chromium = subprocess.run(
        [ROOT / "tools/chromium"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    command: Sequence[str | os.PathLike[str]] = [
        ROOT / "web/node_modules/.bin/node",
        ROOT / "web/scripts" / script,
    ]
    environment = {
        **os.environ,
        "SHOP_URL": address,
        "STALLAGE_CHROMIUM": chromium.splitlines()[-1],
        **settings,
    }
    with subprocess.Popen(
        command, env=environment, cwd=ROOT / "web", stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise SystemExit(f"{script} ended with status {process.returncode}")
