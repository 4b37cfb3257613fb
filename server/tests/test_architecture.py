"""The architecture rules, applied to the real features, and to small wrong ones to prove that they fail."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import stallage
from stallage.architecture.imports import core_violations, import_violations
from stallage.architecture.kinds import KINDS, kind_violations, unknown_kinds
from stallage.architecture.source import Feature, Module, built_in_features
from stallage.architecture.tables import (
    owners_of_tables,
    table_violations,
    uses_in,
    views_read,
)
from stallage.features import FEATURES

pytestmark = pytest.mark.fast

PACKAGE = Path(stallage.__file__).parent
SCHEMA = PACKAGE / "migrations/initial"
# Read once: each test goes through all modules.
BUILT_IN = built_in_features()
FEATURES_AND_CORE = [*built_in_features(names=("core",)), *BUILT_IN]
# These are no features: they compose them. They read what they like and write nobody's tables.
OTHERS = built_in_features(names=("declaration", "demo", "head", "no_script", "rendering", "shell"))
ROOT = Path(__file__).parents[2]


def imports_of_all(folder: Path, features: Sequence[Feature]) -> list[str]:
    names = [feature.name for feature in features]
    found = core_violations(folder / "core", features)
    for place, feature in enumerate(features):
        found += import_violations(feature, features, names[:place])
    return found


def test_features_import_only_earlier_ones() -> None:
    assert imports_of_all(PACKAGE, BUILT_IN) == []


def test_every_module_is_of_a_kind() -> None:
    assert [place for one in BUILT_IN for place in unknown_kinds(one)] == []


def test_kinds_import_what_they_may() -> None:
    assert [line for one in BUILT_IN for line in kind_violations(one, BUILT_IN)] == []


UNTYPED = re.compile(r"\bRecord\b|\bdict\[str, Any\]")


def untyped_results(module: Module) -> list[str]:
    """The public functions of a module that return rows or dictionaries without a type."""
    classes = [node for node in module.tree.body if isinstance(node, ast.ClassDef)]
    return [
        f"{module.place}:{node.lineno} {node.name}"
        for body in (module.tree.body, *(one.body for one in classes))
        for node in body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("_")
        and node.returns is not None
        and UNTYPED.search(ast.unparse(node.returns))
    ]


def test_rows_leave_a_feature_as_typed_records() -> None:
    """JSON that is stored or sent without being read is a `JsonObject`."""
    found = [
        line
        for feature in BUILT_IN
        for module in feature.modules
        for line in untyped_results(module)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "async def a() -> list[Record]: ...",
        "def a() -> dict[str, Any] | None: ...",
        "class A:\n    def a(self) -> Record: ...",
    ],
)
def test_an_untyped_result_is_found(tmp_path: Path, source: str) -> None:
    write(tmp_path, "first/queries.py", source)
    (feature,) = built_in_features(tmp_path, ("first",))
    assert [found for module in feature.modules for found in untyped_results(module)] != []


def table_uses(access: str) -> list[str]:
    owners = owners_of_tables(FEATURES_AND_CORE)
    return [
        line
        for feature in (*FEATURES_AND_CORE, *OTHERS)
        for line in table_violations(feature, owners)
        if f" {access} " in line
    ]


def test_features_write_only_their_own_tables() -> None:
    assert table_uses("writes") == []


def test_features_read_views_of_others_and_not_their_tables() -> None:
    composing = {feature.name for feature in OTHERS}
    found = [line for line in table_uses("reads") if line.partition("/")[0] not in composing]
    assert found == []


def test_no_feature_reads_views_of_a_later_one() -> None:
    owners = owners_of_tables(FEATURES_AND_CORE)
    for feature in BUILT_IN:
        for view, owner in views_read(feature, owners).items():
            assert FEATURES.index(owner) < FEATURES.index(feature.name), f"{feature.name} {view}"


def test_each_view_is_read_by_another_feature() -> None:
    owners = owners_of_tables(FEATURES_AND_CORE)
    read = {view for feature in BUILT_IN for view in views_read(feature, owners)}
    scripts = "".join(path.read_text() for path in SCHEMA.glob("*.sql"))
    assert set(re.findall(r"^CREATE VIEW (\w+_view)", scripts, re.MULTILINE)) == read


def test_the_documentation_lists_the_kinds() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    for name, kind in KINDS.items():
        assert f"| `{name}` | {kind.holds} |" in text


@pytest.mark.parametrize(
    ("path", "source", "rule"),
    [
        ("first/queries.py", "from stallage.second.queries import all_of", "imports upward"),
        ("second/actions.py", "from stallage.first.routes import router", "another's edge"),
        ("second/actions.py", "def f():\n    import stallage.first.queries", "inside a function"),
        ("second/actions.py", "async def f(c):\n    await c.commit()", "a transaction outside"),
        ("core/db.py", "from stallage.first import queries", "core imports the feature"),
        ("core/db.py", "def f():\n    import stallage.core.clock", "inside a function"),
        ("first/utils.py", "", "a meaningless name"),
    ],
)
def test_each_import_rule_can_be_broken(tmp_path: Path, path: str, source: str, rule: str) -> None:
    write(tmp_path, path, source)
    assert any(
        rule in one
        for one in imports_of_all(tmp_path, built_in_features(tmp_path, ("first", "second")))
    )


def write(folder: Path, path: str, source: str) -> None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)


TESTS = Path(__file__).parent
BROWSER_TESTS = TESTS.parents[1] / "web"
THE_PLACE_THAT_WAITS = TESTS / "waiting.py"
BROWSER_SLEEP = re.compile(r"\bwaitForTimeout\b|(?<!test\.)\bsetTimeout\(")


def sleeps(path: Path) -> list[int]:
    """Return the lines of a test file that wait for a time instead of a condition."""
    text = path.read_text()
    if path.suffix == ".ts":
        lines = text.splitlines()
        return [number for number, line in enumerate(lines, 1) if BROWSER_SLEEP.search(line)]
    if "sleep" not in text:
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and "sleep" in (getattr(node.func, "attr", ""), getattr(node.func, "id", ""))
    ]


def test_only_one_place_of_the_tests_sleeps() -> None:
    """Others use `tests.waiting.until` or, in the browser, `expect` and `expect.poll`."""
    files = [path for path in TESTS.rglob("*.py") if path != THE_PLACE_THAT_WAITS]
    for folder in ("e2e", "real", "screenshots"):
        files += (BROWSER_TESTS / folder).glob("*.ts")
    assert len(files) > 300
    found = [
        f"{path.relative_to(TESTS.parents[1])}:{line}" for path in files for line in sleeps(path)
    ]
    assert found == []
    assert sleeps(THE_PLACE_THAT_WAITS) != []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "async def f():\n    await asyncio.sleep(1)\n"),
        ("b.py", "async def f():\n    time.sleep(1)\n"),
        ("c.py", "def f():\n    sleep(1)\n"),
        ("d.ts", "\nawait page.waitForTimeout(500);\n"),
        ("e.ts", "\nawait new Promise((resolve) => setTimeout(resolve, 5));\n"),
    ],
)
def test_a_test_that_sleeps_is_found(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert sleeps(tmp_path / name) == [2]


def test_a_longer_limit_of_a_browser_test_is_no_sleep(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text("test.setTimeout(180_000);\n")
    assert sleeps(tmp_path / "a.ts") == []


@pytest.mark.parametrize(
    ("path", "source", "violation"),
    [
        ("rules.py", "from stallage.core.db import Connection", "imports stallage.core.db"),
        ("rules.py", "from stallage.first.queries import a", "imports first.queries"),
        ("rules/totals.py", "import httpx", "imports httpx"),
        ("schemas.py", "import asyncpg", "imports asyncpg"),
        ("actions.py", "from fastapi import Request", "imports fastapi"),
        ("actions/send.py", "from stallage.core.mail import Message", "imports stallage.core.mail"),
        ("queries.py", "from stallage.first import actions", "imports first.actions"),
        ("queries.py", 'SQL = "DELETE FROM orders"', "writes orders"),
        ("routes.py", 'SQL = f"UPDATE orders SET {A}"', "writes orders"),
        ("jobs.py", "from fastapi import Request", "imports fastapi"),
    ],
)
def test_each_kind_rule_can_be_broken(
    tmp_path: Path, path: str, source: str, violation: str
) -> None:
    write(tmp_path, f"first/{path}", source)
    (feature,) = features = built_in_features(tmp_path, ("first",))
    assert [line.partition(" ")[2] for line in kind_violations(feature, features)] == [violation]
    assert unknown_kinds(feature) == []


@pytest.mark.parametrize("path", ["writing.py", "search/index.py", "actions/send/late.py"])
def test_a_module_of_no_kind_is_found(tmp_path: Path, path: str) -> None:
    write(tmp_path, f"first/{path}", "")
    (feature,) = built_in_features(tmp_path, ("first",))
    assert unknown_kinds(feature) == [f"first/{path.removesuffix('.py')}"]


def used(sql: str) -> set[tuple[str, str]]:
    return {(use.access, use.table) for use in uses_in(sql)}


@pytest.mark.parametrize(
    ("sql", "uses"),
    [
        ("INSERT INTO a (id) VALUES (1)", {("writes", "a")}),
        ("INSERT INTO a AS x SELECT id FROM b", {("writes", "a"), ("reads", "b")}),
        ("INSERT INTO a (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 1", {("writes", "a")}),
        (
            "UPDATE ONLY a SET n = b.n FROM b, c WHERE true",
            {("writes", "a"), ("reads", "b"), ("reads", "c")},
        ),
        ("DELETE FROM public.a USING b WHERE a.id = b.id", {("writes", "a"), ("reads", "b")}),
        ("TRUNCATE TABLE a", {("writes", "a")}),
        ("MERGE INTO a USING b ON true", {("writes", "a"), ("reads", "b")}),
        ("SELECT 1 FROM a JOIN b USING (id) LEFT JOIN c ON true", {("reads", n) for n in "abc"}),
        ("SELECT 1 FROM a x, b AS y, LATERAL unnest(x.c) z", {("reads", "a"), ("reads", "b")}),
        ("SELECT id FROM a WHERE id = 1 FOR UPDATE", {("reads", "a")}),
        ("SELECT extract(EPOCH FROM moment), a IS DISTINCT FROM b FROM c", {("reads", "c")}),
        ("WITH x AS (SELECT 1 FROM a) SELECT 1 FROM x", {("reads", "a")}),
        (
            "WITH x AS MATERIALIZED (SELECT 1 FROM a) DELETE FROM b USING x",
            {("reads", "a"), ("writes", "b")},
        ),
        ("SELECT 'INSERT INTO a' -- FROM b\n /* DELETE FROM c */ FROM d", {("reads", "d")}),
        ('SELECT 1 FROM "a"', {("reads", "a")}),
        ("Nothing came from orders, delete from the list", set()),
    ],
)
def test_tables_are_read_from_sql(sql: str, uses: set[tuple[str, str]]) -> None:
    assert used(sql) == uses


def test_a_foreign_table_is_found_in_composed_sql_and_copies(tmp_path: Path) -> None:
    write(tmp_path, "first/models.py", 'class A:\n    __tablename__ = "a"')
    write(
        tmp_path,
        "second/actions.py",
        '"""INSERT INTO a"""\n'
        'ONE = f"WITH {x} DELETE FROM a WHERE {y}"\n'
        'async def f(c):\n    "UPDATE a"\n    await c.copy_records_to_table("a", records=[])\n'
        '    await c.fetch("SELECT 1 " "FROM a")\n',
    )
    first, second = features = built_in_features(tmp_path, ("first", "second"))
    owners = owners_of_tables(features)
    assert owners == {"a": "first"}
    assert table_violations(first, owners) == []
    assert table_violations(second, owners) == [
        "second/actions reads a (first)",
        "second/actions writes a (first)",
    ]
    write(tmp_path, "second/actions.py", 'ONE = "SELECT 1 FROM a_view"')
    (second,) = built_in_features(tmp_path, ("second",))
    assert table_violations(second, owners) == []
    assert views_read(second, owners) == {"a_view": "first"}
    write(tmp_path, "second/actions.py", 'ONE = "UPDATE a_view SET b = 1"')
    (second,) = built_in_features(tmp_path, ("second",))
    assert table_violations(second, owners) == ["second/actions writes a_view (first)"]
    write(tmp_path, "second/actions.py", '"""INSERT INTO a"""\n')
    again: Feature = built_in_features(tmp_path, ("second",))[0]
    assert table_violations(again, owners) == []
