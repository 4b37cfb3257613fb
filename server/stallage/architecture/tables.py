"""Finds the tables that a feature's SQL reads and writes, and their owners.

A feature writes its own tables alone, and others call its actions. It reads its own tables, and of
others what they publish: a view named `<table>_view`. SQL is in string constants, its keywords in
capitals. The scanner accepts fragments of statements and reads them one by one. Only names of known
tables count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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
BEFORE_TABLES = re.compile("INSERT|MERGE|DELETE|TRUNCATE|UPDATE|FROM|JOIN|USING")
"""Text without any of these names no table."""


VIEW = "_view"


@dataclass(frozen=True, slots=True)
class Use:
    """A read or write of a table."""

    table: str
    access: Access


def owners_of_tables(features: Sequence[Feature]) -> dict[str, str]:
    """Map tables to features, by the features' models."""
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
    """Each use of another feature's table but by its view, as `feature/module writes table (owner)`."""
    return sorted(
        {
            f"{module.place} {use.access} {use.table} ({owners[table]})"
            for module in feature.modules
            for use in uses_of(module)
            for table in (use.table.removesuffix(VIEW),)
            if owners.get(table, feature.name) != feature.name
            and (table == use.table or use.access == "writes")
        }
    )


def views_read(feature: Feature, owners: Mapping[str, str]) -> dict[str, str]:
    """View → the feature that publishes it, of the other features' views that a feature reads."""
    return {
        use.table: owners[table]
        for module in feature.modules
        for use in uses_of(module)
        for table in (use.table.removesuffix(VIEW),)
        if table != use.table and owners.get(table, feature.name) != feature.name
    }


def uses_of(module: Module) -> frozenset[Use]:
    """Return the tables in a module's SQL, possibly with names of common table expressions."""
    return _uses_in_tree(module.tree)


@cache
def _uses_in_tree(tree: ast.Module) -> frozenset[Use]:
    """Several rules ask for the same module."""
    return frozenset(_scan(tree))


def _scan(tree: ast.Module) -> Iterator[Use]:
    documentation: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                # `walk` comes to the constant itself later.
                documentation.add(id(text))
            case ast.JoinedStr(values=values):
                # A placeholder may contain anything, so it does not end the fragment.
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


def uses_in(sql: str) -> Iterator[Use]:
    """Yield the tables that a fragment of SQL names."""
    if not BEFORE_TABLES.search(sql):
        return
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
    """Yield the table after the keyword at `place`, and where to continue."""
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
    """Yield the tables of a list such as `orders o, order_lines AS l`."""
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
