"""`python -m tests.restore_drill`: the drill with the demo shop, and a short report."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import typer

from tests.restore_drill.drill import drill


def main() -> None:
    """Run the drill. Raises AssertionError if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=30, help="placed before the backup begins")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(drill(Path(folder), ["./stallage", "demo"], orders=arguments.orders))
    for line in report.lines():
        typer.echo(line)


if __name__ == "__main__":
    main()
