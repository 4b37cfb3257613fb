"""Which parts of the client a first visit needs, so that they load beside its entry, not after it.

The build says what each route module imports; the table says which route an address is. A route that
the build does not know is simply not preloaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ENTRY = "index.html"

FIXED = {
    "": "home",
    "blogs": "blogs",
    "cart": "cart",
    "checkout": "checkout",
    "collections": "collections",
    "compare": "compare",
    "contact-us": "contactUs",
    "faqs": "faqs",
    "login": "login",
    "return-and-exchange": "returnAndExchange",
    "search": "productList",
    "terms-and-conditions": "termsAndConditions",
}


def screen_of(path: str) -> str | None:
    """The name of the client's route module for a path, or None for those not worth a preload."""
    match path.strip("/").split("/"):
        case [only]:
            return FIXED.get(only)
        case ["products", _]:
            return "product"
        case ["blogs", _]:
            return "blog"
        case ["order-detail", _]:
            return "orderDetail"
        case ["c" | "sa" | "s", "collections", _] | ["collections", _, _]:
            return "productList"
        case _:
            return None


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
