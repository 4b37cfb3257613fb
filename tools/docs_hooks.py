"""MkDocs hooks: pages from outside `docs/`.

The API reference is generated. The changelog and the guides for contributors are in the root folder and are
copied with adjusted links.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

# MkDocs loads a hook by its path, so this folder is not on the module path.
sys.path.insert(0, str(Path(__file__).parent))
import api_reference

ROOT = Path(__file__).resolve().parents[1]
COPIED = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security-policy.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
}
REFERENCE = "api"


def _adjust_links(text: str) -> str:
    """Adjust links for `docs/`. Links to files that the site lacks become plain text."""

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        path, mark, anchor = target.partition("#")
        if "://" in target or not path:
            return match[0]
        if path.startswith("docs/"):
            return f"[{words}]({path.removeprefix('docs/')}{mark}{anchor})"
        if path in COPIED:
            return f"[{words}]({COPIED[path]}{mark}{anchor})"
        return words

    return re.sub(r"\[([^\]]*)\]\(([^)]+)\)", link, text)


def on_config(config: Any) -> Any:
    """Add the decisions and the pages of the API reference to the navigation."""
    reference = api_reference.pages(json.loads(api_reference.CONTRACT.read_text()))
    decisions = sorted(path.name for path in (ROOT / "docs/decisions").glob("*.md"))
    for entry in config.nav:
        if "API reference" in entry:
            entry["API reference"] = [f"{REFERENCE}/{name}" for name in reference]
        if "Decisions" in entry:
            entry["Decisions"] = [f"decisions/{name}" for name in decisions]
    config.extra["reference"] = reference
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside `docs/`."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only MkDocs' own environment has it

    for name, text in config.extra["reference"].items():
        files.append(File.generated(config, f"{REFERENCE}/{name}", content=text))
    for name, target in COPIED.items():
        text = _adjust_links((ROOT / name).read_text())
        files.append(File.generated(config, target, content=text))
    return files
