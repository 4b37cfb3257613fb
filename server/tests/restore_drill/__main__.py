"""`python -m tests.restore_drill`: the drill with the demo shop, and a short report."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import typer

from tests.restore_drill.drill import drill


def main() -> None:
    """Runs the drill. It ends with an AssertionError where anything was lost."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--orders", type=int, default=30, help="placed before the backup begins")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(drill(Path(folder), ["./stallage", "demo"], orders=wanted.orders))
    for line in report.lines():
        typer.echo(line)


if __name__ == "__main__":
    main()
