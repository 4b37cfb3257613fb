"""Makes a release: versions, changelog, the released API document, the wheel, a commit and a tag.

    tools/release 1.2.0

docs/releasing.md describes the steps. Nothing is published; push the commit and the tag afterwards.
"""

from __future__ import annotations

import datetime
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import api_compatibility
import changelog

ROOT = Path(__file__).resolve().parents[1]

VERSION_FILE = "server/stallage/__init__.py"


class ReleaseFailed(Exception):
    """The release was not made; the text says why. The tree is unchanged."""


def release(root: Path, version: str, day: datetime.date, build: Callable[[Path], object]) -> None:
    """Make the release in a clean work tree. Raises ReleaseFailed."""
    check(root, version, day)
    start = _git(root, "rev-parse", "HEAD").strip()
    try:
        prepare(root, version, day)
        _git(root, "add", "--update")
        _git(root, "add", f"contract/released/{version}.json")
        _git(root, "commit", "--quiet", "--message", f"Release {version}")
        build(root)
        _git(root, "tag", "--annotate", f"v{version}", "--message", f"Stallage {version}")
    except BaseException:
        # The tree was clean, so no work is lost.
        _git(root, "reset", "--quiet", "--hard", start)
        raise


def check(root: Path, version: str, day: datetime.date) -> None:
    """Raise ReleaseFailed if the tree, the version, the changelog or the API is not ready."""
    try:
        number = changelog.version_of(version)
        text = (root / "CHANGELOG.md").read_text()
        changelog.dated(text, version, day)
    except changelog.ChangelogError as error:
        raise ReleaseFailed(str(error)) from error
    if changes := _git(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseFailed(f"Commit or undo these changes first:\n{changes}")
    if _git(root, "tag", "--list", f"v{version}").strip():
        raise ReleaseFailed(f"The tag v{version} exists.")
    released = api_compatibility.released_documents(root)
    if not released:
        return
    last = changelog.version_of(released[-1].stem)
    changes_of_api = api_compatibility.breaking_changes(
        json.loads(released[-1].read_text()),
        json.loads((root / "contract/openapi.json").read_text()),
    )
    declared = changelog.unreleased(text).get("Breaking", "")
    if missing := api_compatibility.undeclared(changes_of_api, declared):
        raise ReleaseFailed("Not in the changelog's Breaking section:\n" + "\n".join(missing))
    # Semantic versioning: before 1.0, a minor release may be breaking.
    significant = 1 if number[0] == last[0] == 0 else 0
    if declared and number[: significant + 1] == last[: significant + 1]:
        part = ("major", "minor")[significant]
        raise ReleaseFailed(
            f"The Breaking section is not empty, so the {part} version has to rise."
        )


def prepare(root: Path, version: str, day: datetime.date) -> None:
    """Write the version everywhere, date the changelog and store the API document."""
    _replace(root / VERSION_FILE, r'__version__ = "[^"]+"', f'__version__ = "{version}"')
    _replace(root / "web/package.json", r'"version": "[^"]+"', f'"version": "{version}"')
    lock = root / "web/package-lock.json"
    for _ in range(2):
        # The lock has a version for itself and for its root package.
        _replace(
            lock,
            r'("name": "stallage-web",\s+"version": )"(?!' + re.escape(version) + r'")[^"]+"',
            rf'\g<1>"{version}"',
            optional=True,
        )
    changed = changelog.dated((root / "CHANGELOG.md").read_text(), version, day)
    (root / "CHANGELOG.md").write_text(changed)
    for module in (("-m", "stallage.contract"), ("../tools/sbom.py",)):
        subprocess.run([sys.executable, *module], cwd=root / "server", check=True)
    released_document = root / "contract/released" / f"{version}.json"
    released_document.parent.mkdir(exist_ok=True)
    shutil.copyfile(root / "contract/openapi.json", released_document)


def _replace(path: Path, pattern: str, text: str, *, optional: bool = False) -> None:
    changed, count = re.subn(pattern, text, path.read_text(), count=1)
    if not count and not optional:
        raise ReleaseFailed(f"{path} names no version.")
    path.write_text(changed)


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=False, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseFailed(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout


def _build(root: Path) -> None:
    subprocess.run(["tools/package"], cwd=root, check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: tools/release 1.2.0")
    try:
        release(ROOT, sys.argv[1], datetime.datetime.now(datetime.UTC).date(), _build)
    except (ReleaseFailed, subprocess.CalledProcessError) as error:
        sys.exit(f"Not released: {error}")
    print(f"Released. To publish: git push origin HEAD v{sys.argv[1]}")
