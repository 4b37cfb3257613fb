"""Preload links of route modules, so that a page's files load together with the client's entry.

Read from the build's manifest, which says what each module imports.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ENTRY = "index.html"


def preloads(manifest: dict[str, Any]) -> dict[str, str]:
    """Link elements for each route module, by its name; what the entry loads anyway is left out."""
    there = set(_needed(manifest, ENTRY))
    links: dict[str, str] = {}
    for source in manifest:
        folder, _, file = source.rpartition("/")
        if folder == "src/routes":
            wanted = [one for one in dict.fromkeys(_needed(manifest, source)) if one not in there]
            links[file.partition(".")[0]] = "".join(_link(one) for one in wanted)
    return links


def _needed(
    manifest: dict[str, Any], source: str, seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The files that a module needs before it can run, itself included."""
    entry = manifest.get(source)
    if entry is None or source in seen:
        return
    yield from entry.get("css", ())
    if str(entry["file"]).endswith(".js"):
        yield entry["file"]
    for imported in entry.get("imports", ()):
        yield from _needed(manifest, imported, seen | {source})


def _link(file: str) -> str:
    if file.endswith(".css"):
        return f'<link rel="stylesheet" crossorigin href="/{file}">\n    '
    return f'<link rel="modulepreload" crossorigin href="/{file}">\n    '
