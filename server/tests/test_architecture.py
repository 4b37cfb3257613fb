"""The law of the house, read from the code itself (docs/architecture.md says why).

`violations` is run on the real package, and on small wrong packages to show that it can fail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import stallage
from stallage.features import FEATURES

PACKAGE = Path(stallage.__file__).parent
EDGES = {"routes", "jobs", "cli", "startup"}
# A provider is called between two transactions, never inside one; these folders hold such calls, and
# stand-ins for services that keep books of their own.
BETWEEN_TRANSACTIONS = EDGES | {"outside", "providers"}
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "util", "helper"}
OUTSIDE_OF_RULES = (
    "asyncpg",
    "httpx",
    "aiosmtplib",
    "sqlalchemy",
    "socket",
    "stallage.core.db",
    "stallage.core.clock",
    "stallage.core.mail",
    "stallage.core.runtime",
)


def _imports(tree: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """Every imported module, its line, and whether it stands inside a function."""
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno, id(node) in inside
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno, id(node) in inside
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno, id(node) in inside


def _commits(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("commit", "transaction")
            # A search index is committed too; that is no transaction of the database.
            and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "writer")
        ):
            yield node.lineno


def violations(package: Path, features: tuple[str, ...]) -> list[str]:
    """Each broken law as `file:line what`."""
    found: list[str] = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        tree = ast.parse(path.read_text())
        where = "/".join(parts)
        top = parts[0]
        if FORBIDDEN_NAMES & set(parts):
            found.append(f"{where}:1 a name that says nothing")
        is_feature = top in features
        for name, line, in_function in _imports(tree):
            if name.startswith("stallage.") and in_function and (is_feature or top == "core"):
                found.append(f"{where}:{line} an import inside a function")
            target = name.split(".")
            if name.startswith("stallage.") and target[1] in features:
                if top == "core":
                    found.append(f"{where}:{line} core names the feature {target[1]}")
                if is_feature and features.index(target[1]) > features.index(top):
                    found.append(f"{where}:{line} imports upward: {target[1]}")
                if is_feature and target[1] != top and len(target) > 2 and target[2] in EDGES:
                    found.append(f"{where}:{line} imports another's edge: {name}")
            if is_feature and "rules" in parts and name.startswith(OUTSIDE_OF_RULES):
                found.append(f"{where}:{line} rules reach outside: {name}")
        if is_feature and not BETWEEN_TRANSACTIONS & set(parts[1:]):
            found += [
                f"{where}:{line} a transaction outside core and the edges"
                for line in _commits(tree)
            ]
    return found


def test_the_house_keeps_its_laws() -> None:
    assert violations(PACKAGE, FEATURES) == []


@pytest.mark.parametrize(
    ("path", "source", "law"),
    [
        ("first/queries.py", "from stallage.second.queries import all_of", "imports upward"),
        ("second/rules.py", "from stallage.core.db import Connection", "rules reach outside"),
        ("second/actions.py", "from stallage.first.routes import router", "another's edge"),
        ("second/actions.py", "def f():\n    import stallage.first.queries", "inside a function"),
        ("second/actions.py", "async def f(c):\n    await c.commit()", "a transaction outside"),
        ("core/db.py", "from stallage.first import queries", "core names the feature"),
        ("first/utils.py", "", "a name that says nothing"),
    ],
)
def test_each_law_can_be_broken(tmp_path: Path, path: str, source: str, law: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert any(law in one for one in violations(tmp_path, ("first", "second")))
