"""Which tables the SQL of a feature reads and writes, and whose they are.

A feature writes its own tables alone; others call its actions. SQL stands in string constants, its
keywords in capitals. The scanner needs no whole statement: fragments of composed SQL are read one by
one, and only names of known tables count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stallage.architecture.source import Feature, Module

TOKEN = re.compile(
    r"""--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|"(?P<quoted>[^"]+)"|(?P<word>[A-Za-z_][A-Za-z0-9_]*)|\S""",
    re.DOTALL,
)
Access: TypeAlias = Literal["reads", "writes"]

COPY_METHODS: Mapping[str, Access] = {
    "copy_records_to_table": "writes",
    "copy_to_table": "writes",
    "copy_from_table": "reads",
}
WRITES = {
    ("INSERT", "INTO"): 2,
    ("MERGE", "INTO"): 2,
    ("DELETE", "FROM"): 2,
    ("TRUNCATE",): 1,
    ("UPDATE",): 1,
}
# `FOR UPDATE`, `ON CONFLICT … DO UPDATE`, `BEFORE UPDATE` and the like name no table after them.
NOT_BEFORE_UPDATE = frozenset({"FOR", "DO", "KEY", "BEFORE", "AFTER", "OR", "ON"})
# `extract(epoch FROM …)`, `IS DISTINCT FROM …` and `trim(both FROM …)`.
NOT_BEFORE_FROM = frozenset({"DISTINCT", "EPOCH", "BOTH", "LEADING", "TRAILING"})
SKIPPED = frozenset({"ONLY", "TABLE", "LATERAL"})


@dataclass(frozen=True, slots=True)
class Use:
    """A table that a piece of SQL reads or writes."""

    table: str
    access: Access


def owners_of_tables(features: Sequence[Feature]) -> dict[str, str]:
    """Table → feature, by the features' models."""
    return {
        str(node.value.value): feature.name
        for feature in features
        for module in feature.modules
        if module.kind == "models"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "__tablename__"
        and isinstance(node.value, ast.Constant)
    }


def table_violations(feature: Feature, owners: Mapping[str, str]) -> list[str]:
    """Each use of another feature's table, as `feature/module writes table (owner)`.

    Without lines, so that a list of exceptions holds while code moves within its module.
    """
    return sorted(
        {
            f"{module.place} {use.access} {use.table} ({owners[use.table]})"
            for module in feature.modules
            for use in uses_of(module)
            if owners.get(use.table, feature.name) != feature.name
        }
    )


def uses_of(module: Module) -> Iterator[Use]:
    """The tables that a module's SQL names. Names of common table expressions may be among them."""
    documentation = set(_docstrings(module.tree))
    for node in ast.walk(module.tree):
        match node:
            case ast.JoinedStr(values=values):
                # What is filled in may stand for anything; it ends no fragment.
                yield from uses_in(
                    "".join(
                        str(one.value) if isinstance(one, ast.Constant) else " {} "
                        for one in values
                    )
                )
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield from uses_in(text)
            case ast.Call(
                func=ast.Attribute(attr=method), args=[ast.Constant(value=str(table)), *_]
            ):
                if method in COPY_METHODS:
                    yield Use(table, COPY_METHODS[method])


def _docstrings(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)


def uses_in(sql: str) -> Iterator[Use]:
    """The tables that a fragment of SQL names."""
    tokens = [match for match in TOKEN.finditer(sql) if not _is_skipped(match)]
    words = [match["word"] or match["quoted"] or match[0] for match in tokens]
    expressions = {
        words[place]
        for place in range(len(words) - 2)
        if words[place + 1] == "AS" and words[place + 2] in ("(", "MATERIALIZED", "NOT")
    }
    place = 0
    while place < len(words):
        for use, next_place in _named_at(words, place):
            if use.table not in expressions:
                yield use
            place = max(place, next_place - 1)
        place += 1


def _is_skipped(match: re.Match[str]) -> bool:
    return match[0].startswith(("--", "/*", "'"))


def _named_at(words: Sequence[str], place: int) -> Iterator[tuple[Use, int]]:
    """What the keyword at a place names, and where to go on."""
    before = words[place - 1].upper() if place else ""
    for keywords, length in WRITES.items():
        if tuple(words[place : place + length]) == keywords:
            if keywords == ("UPDATE",) and before in NOT_BEFORE_UPDATE:
                return
            table = _table_at(words, place + length)
            if table:
                yield Use(table, "writes"), place + length
            return
    is_source = words[place] == "FROM" and before not in NOT_BEFORE_FROM
    if is_source or words[place] in ("JOIN", "USING"):
        yield from _listed_at(words, place + 1)


def _listed_at(words: Sequence[str], place: int) -> Iterator[tuple[Use, int]]:
    """The tables of a list such as `orders o, order_lines AS l`."""
    while True:
        table = _table_at(words, place)
        if table is None:
            return
        yield Use(table, "reads"), place
        place += 1
        while place < len(words) and words[place] in SKIPPED:
            place += 1
        if place < len(words) and words[place] == "AS":
            place += 1
        if place < len(words) and words[place].isidentifier() and words[place].islower():
            place += 1
        if place >= len(words) or words[place] != ",":
            return
        place += 1


def _table_at(words: Sequence[str], place: int) -> str | None:
    while place < len(words) and words[place] in SKIPPED:
        place += 1
    if place + 1 < len(words) and words[place] == "public" and words[place + 1] == ".":
        place += 2
    if place >= len(words) or not words[place].isidentifier():
        return None
    is_function = place + 1 < len(words) and words[place + 1] == "("
    # `INSERT INTO orders (…)` and `orders (…)` look alike; only a known table counts in the end.
    is_listed = words[place - 1] == "INTO"
    return None if is_function and not is_listed else words[place]
