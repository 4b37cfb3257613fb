"""Programs of Debian's packages that tests run; `tools/debian-program` installs them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def path_of(program: str, package: str) -> str:
    """Return the path of a program. Raises CalledProcessError if it cannot be installed."""
    return subprocess.run(
        [ROOT / "tools" / "debian-program", program, package],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.strip()


def output_of(
    program: str, package: str, *words: str | Path, text: str = "", folder: Path = ROOT
) -> str:
    """Run a program in a folder, and return all that it prints. Fails the test unless it succeeds."""
    done = subprocess.run(
        [path_of(program, package), *words],
        input=text,
        cwd=folder,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
