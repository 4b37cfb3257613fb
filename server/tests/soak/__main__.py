"""`python -m tests.soak --minutes 60`: simulate weeks, each with a new seed, until the time is over."""

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
    """Simulate weeks until the time is over, or until the first inconsistency."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--actions", type=int, default=5000, help="actions per week")
    parser.add_argument("--seed", type=int, help="repeat the week with this printed seed")
    arguments = parser.parse_args()
    logs.configure("json", "error")
    ends = time.monotonic() + arguments.minutes * 60
    with tempfile.TemporaryDirectory() as folder, own_cluster(Path(folder)) as cluster:
        weeks = 0
        while weeks == 0 or (arguments.seed is None and time.monotonic() < ends):
            seed = arguments.seed if arguments.seed is not None else secrets.randbits(32)
            name = f"week_{weeks}"
            dsn = cluster.create_database(name)
            typer.echo(f"week {weeks + 1}, seed {seed}")
            began = time.monotonic()
            world = asyncio.run(
                trade(dsn, Path(folder) / name, seed=seed, actions=arguments.actions)
            )
            cluster.drop_database(name)
            elapsed = time.monotonic() - began
            typer.echo(f"  consistent after {elapsed:.0f} s: {dict(world.seen)}")
            weeks += 1


if __name__ == "__main__":
    main()
