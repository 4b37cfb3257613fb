"""The rest of the shop knows the search engine only by its port."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import stallage

PACKAGE = Path(stallage.__file__).parent
INDEX = "stallage.search.index"
PORT = {"engine", "updates", "follower", "progress", "database_lists"}
"""Modules of the index that others use: the port, and what keeps an engine up to date."""
VALUES = {
    "lists": {"IndexedList"},
    "facet_counts": {"Counts"},
    "memberships": {"Memberships"},
    "analysis": {"language_of"},
    "words": {"stems_of"},
    "search_index": {"index_folder"},
}
"""Module → the values that a port returns, and how any engine compares words."""


def imported_past_the_port(source: str) -> list[str]:
    """Return what a module imports of an engine's inside."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name.split(".")[0] == "tantivy"]
            found += [one.name for one in node.names if one.name.startswith(INDEX)]
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        names = {one.name for one in node.names}
        if node.module.split(".")[0] == "tantivy":
            found.append(node.module)
        elif node.module == INDEX:
            found += sorted(names - PORT)
        elif node.module.startswith(f"{INDEX}."):
            module = node.module.removeprefix(f"{INDEX}.")
            if module not in PORT and not names <= VALUES.get(module, set()):
                found.append(node.module)
    return found


@pytest.mark.fast
def test_only_the_index_imports_what_an_engine_consists_of() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): imported
        for path in sorted(PACKAGE.rglob("*.py"))
        if PACKAGE / "search" / "index" not in path.parents
        and (imported := imported_past_the_port(path.read_text()))
    }
    assert found == {}


@pytest.mark.fast
@pytest.mark.parametrize(
    "source",
    [
        "import tantivy",
        "from tantivy import Searcher",
        "from stallage.search.index.find import find",
        "from stallage.search.index import find",
        "from stallage.search.index.lists import LARGEST_COLLECTION, IndexedList",
    ],
)
def test_such_an_import_is_found(source: str) -> None:
    assert imported_past_the_port(source)
