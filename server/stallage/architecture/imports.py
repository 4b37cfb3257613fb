"""Rules about imports between features, and about where transactions end."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from stallage.architecture.source import Feature, Module, imports_of, owner_of

EDGES = frozenset({"routes", "admin_routes", "jobs", "cli", "startup"})
BETWEEN_TRANSACTIONS = EDGES | {"dependencies", "gateway_calls", "operations", "providers"}
"""Providers are called between two transactions, never inside one. These kinds contain such calls, and
local stand-ins for services that have their own ledgers."""
COMMITS = re.compile("commit|transaction")
"""Names of the methods that begin or end a transaction."""
FORBIDDEN_NAMES = frozenset({"utils", "helpers", "common", "misc", "util", "helper"})


def import_violations(
    feature: Feature, features: Sequence[Feature], allowed: Collection[str]
) -> list[str]:
    """Return the violations of one feature; `allowed` names the features that it may import."""
    found: list[str] = []
    for module in feature.modules:
        if FORBIDDEN_NAMES & set(module.parts):
            found.append(f"{module.place}:1 a meaningless name")
        found += _wrong_imports(module, features, allowed)
        if not BETWEEN_TRANSACTIONS & set(module.parts):
            found += [
                f"{module.place}:{line} a transaction outside core and the edges"
                for line in _commits(module)
            ]
    return found


def _wrong_imports(
    module: Module, features: Sequence[Feature], allowed: Collection[str]
) -> Iterator[str]:
    for imported in module.imports:
        place = f"{module.place}:{imported.line}"
        owned = owner_of(imported.name, features)
        if imported.in_function and (owned or imported.name.startswith("stallage.")):
            yield f"{place} an import inside a function"
        if owned is None or owned[0].name == module.feature:
            continue
        other, rest = owned
        if other.name not in allowed:
            yield f"{place} imports upward: {other.name}"
        if rest and rest[0] in EDGES:
            yield f"{place} imports another's edge: {imported.name}"


def core_violations(folder: Path, features: Sequence[Feature]) -> list[str]:
    """Return violations of the rule that `core` imports no feature."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        place = "/".join(path.relative_to(folder.parent).with_suffix("").parts)
        for imported in imports_of(ast.parse(path.read_text())):
            if imported.in_function and imported.name.startswith("stallage."):
                found.append(f"{place}:{imported.line} an import inside a function")
            owned = owner_of(imported.name, features)
            if owned is not None:
                found.append(f"{place}:{imported.line} core imports the feature {owned[0].name}")
    return found


def _commits(module: Module) -> Iterator[int]:
    if not COMMITS.search(module.path.read_text()):
        return
    for node in ast.walk(module.tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and COMMITS.fullmatch(node.func.attr)
            # `writer.commit()` commits the search index, not a database transaction.
            and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "writer")
        ):
            yield node.lineno
