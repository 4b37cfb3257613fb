"""`python -m tests.point_in_time`: the rehearsal with the demo shop, and a report."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import typer

from tests.point_in_time.rehearsal import rehearse


def main() -> None:
    """Run the rehearsal. Raises AssertionError if the restored shop differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=100, help="before the moment, and after it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            rehearse(Path(folder), ["./stallage", "demo"], orders=arguments.orders)
        )
    for line in report.lines():
        typer.echo(line)


if __name__ == "__main__":
    main()
