"""Fails if a page of the built documentation loads anything from another host."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

LOADING_ATTRIBUTES = {"src", "srcset", "poster", "data"}
LOADING_RELATIONS = {"stylesheet", "preload", "modulepreload", "preconnect", "icon", "dns-prefetch"}
REMOTE = re.compile(r"^\s*(?:https?:)?//")
REMOTE_IN_CSS = re.compile(r"(?:url\(|@import)\s*['\"]?\s*(?:https?:)?//")


class _Loads(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        loaded = [values[name] for name in LOADING_ATTRIBUTES & values.keys()]
        if tag == "link" and LOADING_RELATIONS & set(values.get("rel", "").split()):
            loaded.append(values.get("href", ""))
        self.found += [f"<{tag}> {one}" for one in loaded if REMOTE.match(one)]


def remote_loads(folder: Path) -> list[str]:
    """Return what pages and style sheets load from other hosts, as `file: what`."""
    found = []
    for path in sorted(folder.rglob("*.html")):
        parser = _Loads()
        parser.feed(path.read_text())
        found += [f"{path.relative_to(folder)}: {one}" for one in parser.found]
    for path in sorted(folder.rglob("*.css")):
        if match := REMOTE_IN_CSS.search(path.read_text()):
            found.append(f"{path.relative_to(folder)}: {match[0]}")
    return found


if __name__ == "__main__":
    if loads := remote_loads(Path(sys.argv[1])):
        sys.exit("\n".join(["These are loaded from other hosts:", *loads]))
