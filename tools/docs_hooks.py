"""MkDocs hooks: pages that come from elsewhere in the repository than `docs/`.

The API reference is generated; the changelog and the guides for contributors stand at the root, where
people look for them, and are copied with their links adjusted.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

# MkDocs loads a hook by its path, so the module beside it is not found by itself.
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


def _adjusted(text: str) -> str:
    """A copy's text with links that hold inside `docs/`; what the site lacks becomes plain text."""

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
    """Completes the navigation with the decisions and the pages of the API reference."""
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
    """Adds the pages whose text is not in `docs/`."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only MkDocs' own environment has it

    for name, text in config.extra["reference"].items():
        files.append(File.generated(config, f"{REFERENCE}/{name}", content=text))
    for name, target in COPIED.items():
        text = _adjusted((ROOT / name).read_text())
        files.append(File.generated(config, target, content=text))
    return files
