"""Preload links of route modules, so that the files of a page load together with the client's entry.

They are derived from the build's manifest, which lists the imports of each module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ENTRY = "index.html"


def preloads(manifest: dict[str, Any]) -> dict[str, str]:
    """Link elements by name of the route module, without files that the entry loads anyway."""
    loaded = set(_files_of(manifest, ENTRY))
    links: dict[str, str] = {}
    for source in manifest:
        folder, _, file = source.rpartition("/")
        if folder == "src/routes":
            files = dict.fromkeys(_files_of(manifest, source))
            links[file.partition(".")[0]] = "".join(
                _link(one) for one in files if one not in loaded
            )
    return links


def _files_of(
    manifest: dict[str, Any], source: str, seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The files that a module needs to run, including itself."""
    entry = manifest.get(source)
    if entry is None or source in seen:
        return
    yield from entry.get("css", ())
    if str(entry["file"]).endswith(".js"):
        yield entry["file"]
    for imported in entry.get("imports", ()):
        yield from _files_of(manifest, imported, seen | {source})


def _link(file: str) -> str:
    if file.endswith(".css"):
        return f'<link rel="stylesheet" crossorigin href="/{file}">\n    '
    return f'<link rel="modulepreload" crossorigin href="/{file}">\n    '
