"""`python -m tests.soak --minutes 60`: week after week, each with a new seed, until the time is over."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
import time
from pathlib import Path

import typer

from stallage.core import logs
from tests.soak.cluster import own_cluster
from tests.soak.driver import trade


def main() -> None:
    """Trades until the time is over; ends with the first week whose books do not agree."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--acts", type=int, default=5000, help="of each week")
    asked.add_argument("--seed", type=int, help="of one week to trade again, as was printed")
    wanted = asked.parse_args()
    logs.configure("json", "error")
    ends = time.monotonic() + wanted.minutes * 60
    with tempfile.TemporaryDirectory() as folder, own_cluster(Path(folder)) as cluster:
        weeks = 0
        while weeks == 0 or (wanted.seed is None and time.monotonic() < ends):
            seed = wanted.seed if wanted.seed is not None else secrets.randbits(32)
            name = f"week_{weeks}"
            dsn = cluster.make(name)
            typer.echo(f"week {weeks + 1}, seed {seed}")
            began = time.monotonic()
            world = asyncio.run(trade(dsn, Path(folder) / name, seed=seed, acts=wanted.acts))
            cluster.drop(name)
            lasted = time.monotonic() - began
            typer.echo(f"  all books agree after {lasted:.0f} s: {dict(world.seen)}")
            weeks += 1


if __name__ == "__main__":
    main()
