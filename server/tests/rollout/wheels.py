"""The wheels of two releases, each installed into a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.rollout.next_release import make_next_release

ROOT = Path(__file__).parents[3]
PREVIOUS_WHEEL = "STALLAGE_PREVIOUS_WHEEL"
"""Names the wheel of the last release. Without it, the wheel of this tree stands in for it."""
SOURCES = (
    "server/stallage",
    "server/pyproject.toml",
    "server/README.md",
    "server/LICENSE",
)


@dataclass(frozen=True)
class Releases:
    """Folders with an installed package, and the steps of the next release's migration."""

    previous: Path
    following: Path
    revisions: list[str]


def install_releases(folder: Path) -> Releases:
    """Build the wheels of the previous and of the next release, and install them."""
    sources = folder / "next-source"
    _copy_sources(sources)
    configured = os.environ.get(PREVIOUS_WHEEL)
    previous = Path(configured) if configured else _build(sources, folder / "previous-wheel")
    revisions = make_next_release(sources / "stallage")
    following = _build(sources, folder / "next-wheel")
    return Releases(
        _install(previous, folder / "previous"), _install(following, folder / "next"), revisions
    )


def _copy_sources(folder: Path) -> None:
    """Copy the tracked files of the server that its wheel is made of."""
    listed = _run("git", "ls-files", "-z", *SOURCES).rstrip("\0").split("\0")
    for name in listed:
        target = folder / Path(name).relative_to("server")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)


def _build(sources: Path, folder: Path) -> Path:
    _run("tools/wheel", sources, folder)
    # What setuptools leaves would be part of the next wheel.
    shutil.rmtree(sources / "build", ignore_errors=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def _install(wheel: Path, folder: Path) -> Path:
    """Install only the wheel: its dependencies are those of the tests' environment."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    _run(*pip, "--no-input", "--no-deps", "--no-index", "--target", folder, wheel)
    return folder


def _run(*words: str | Path) -> str:
    return subprocess.run(
        words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
