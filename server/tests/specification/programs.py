"""Starts the programs that run the client's tests."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence

from tests.specification.document import ROOT

WEB = ROOT / "web"
BINARIES = WEB / "node_modules/.bin"


def run_node(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a Node program of the client and return its output. The exit status is ignored."""
    path = f"{BINARIES}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        [str(BINARIES / arguments[0]), *arguments[1:]],
        cwd=WEB,
        env={**os.environ, **environment, "PATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.stdout
