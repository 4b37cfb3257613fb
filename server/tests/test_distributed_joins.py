"""Joins that keep Citus from running the shop's statements on tables distributed by owner.

Citus joins distributed tables where their rows are, so a join needs the owner in its condition. The test
reads all statements in the source, lets PostgreSQL plan each, and looks at the conditions of the plan.
Statements that are put together at run time, and parts of statements, are not seen.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import asyncpg
import pytest

import stallage
from stallage.core.db import Connection
from stallage.core.invariants import Invariant
from tests.test_distribution import DISTRIBUTED

STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
EQUALITY = re.compile(r"(\w+)\.(\w+)\)? = \(?(?:(\w+)\.(\w+)|(\$\d+))")
JOINS = ("Nested Loop", "Hash Join", "Merge Join")
# What is below these is a query of its own, whose result Citus sends to the servers.
BOUNDARIES = (
    "Subquery Scan",
    "CTE Scan",
    "Aggregate",
    "Append",
    "WindowAgg",
    "Limit",
    "Unique",
    "LockRows",
)

EXCEPTIONS = {
    "Compares the accounts of two customers, or one with all that it could have.": """
    stallage.backoffice.queries.merges stallage.moving_in.queries.customers
    """,
    "Checks the data of the whole shop, with sums by order.": """
    stallage.orders.invariants stallage.payments.invariants stallage.returns.invariants
    stallage.wallet.invariants
    """,
    "Counts the orders of a day, with sums by order.": """
    stallage.reports.actions.figures stallage.reports.queries.cohorts stallage.reports.sql.figures
    """,
}
"""Modules by reason. All run for the back office or in the background."""

Node = Mapping[str, Any]


def modules() -> Iterator[ModuleType]:
    """Yield the modules of the server."""
    for found in pkgutil.walk_packages(stallage.__path__, "stallage."):
        if ".migrations" not in found.name and "__main__" not in found.name:
            yield importlib.import_module(found.name)


def texts_in(value: object) -> Iterator[str]:
    """Yield the texts in a constant of a module."""
    match value:
        case str():
            yield value
        case Invariant():
            yield value.violations
        case tuple() | list() | frozenset():
            for one in value:
                yield from texts_in(one)
        case dict():
            for one in value.values():
                yield from texts_in(one)


@pytest.fixture(scope="module")
def statements() -> dict[str, str]:
    """Map the statements in the source to the module that has them.

    Read before a test opens its transaction, which may not be idle for long.
    """
    found: dict[str, str] = {}
    for module in modules():
        literals = [
            node.value
            for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text()))
            if isinstance(node, ast.Constant)
        ]
        for text in (*texts_in(list(vars(module).values())), *texts_in(literals)):
            if STATEMENT.match(text):
                found.setdefault(text, module.__name__)
    return found


class Owners:
    """Which tables of a plan have rows of the same owner, by the conditions of the plan."""

    def __init__(self, plan: Node) -> None:
        self.tables = {
            node["Alias"]: DISTRIBUTED[node["Relation Name"]]
            for node in nodes(plan)
            if node.get("Relation Name") in DISTRIBUTED and "Alias" in node
        }
        self._parents: dict[str, str] = {}
        self.equalities = [
            match.groups()
            for node in nodes(plan)
            for key, text in node.items()
            if key.endswith(("Cond", "Filter"))
            for match in EQUALITY.finditer(str(text))
        ]
        for alias, column, other, other_column, parameter in self.equalities:
            if self.tables.get(alias) != column:
                continue
            if parameter or self.tables.get(other) == other_column:
                self._parents[self.of(alias)] = self.of(parameter or other)

    def of(self, alias: str) -> str:
        """Return one name for all tables of the same owner."""
        while alias in self._parents and self._parents[alias] != alias:
            alias = self._parents[alias]
        return alias

    def are_joined_without(self, plan: Node) -> bool:
        """Whether two distributed tables are joined that may have different owners."""
        correlated = any(
            alias in self.tables and other in self.tables and self.of(alias) != self.of(other)
            for alias, _, other, _, _ in self.equalities
        )
        return correlated or any(
            len({self.of(alias) for alias in joined(node) if alias in self.tables}) > 1
            for node in nodes(plan)
            if node["Node Type"] in JOINS
        )


def nodes(plan: Node) -> Iterator[Node]:
    """Yield a node of a plan and all below it."""
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


def joined(plan: Node) -> Iterator[str]:
    """Yield the tables that a join reads itself."""
    if "Alias" in plan and plan["Node Type"] not in BOUNDARIES:
        yield plan["Alias"]
    for child in plan.get("Plans", ()):
        if child["Node Type"] not in BOUNDARIES and child["Parent Relationship"] in (
            "Outer",
            "Inner",
            "Member",
        ):
            yield from joined(child)


async def plan_of(connection: Connection, statement: str) -> Node | None:
    """Return the plan of a statement, or None if it is only a part of one."""
    count = max((int(number) for number in re.findall(r"\$(\d+)", statement)), default=0)
    values = f"({', '.join(['NULL'] * count)})" if count else ""
    try:
        async with connection.transaction():
            await connection.execute(f"PREPARE examined AS {statement}")
            found = await connection.fetchval(
                f"EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE examined{values}"
            )
            await connection.execute("DEALLOCATE examined")
    except asyncpg.PostgresError:
        return None
    plan: Node = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return plan


async def joins_without(connection: Connection, statements: Mapping[str, str]) -> set[str]:
    """Return the modules with a statement that joins distributed tables without the owner."""
    await connection.execute("SET LOCAL plan_cache_mode = force_generic_plan")
    found = set()
    for statement, module in statements.items():
        if any(table in statement for table in DISTRIBUTED):
            plan = await plan_of(connection, statement)
            if plan is not None and Owners(plan).are_joined_without(plan):
                found.add(module)
    return found


async def test_joins_have_the_owner(statements: dict[str, str], connection: Connection) -> None:
    assert await joins_without(connection, statements) == {
        module for text in EXCEPTIONS.values() for module in text.split()
    }


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id",
        "SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1",
        "SELECT (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) FROM orders o",
        "SELECT FROM orders o WHERE o.id IN (SELECT order_id FROM order_events WHERE status = 6)",
        "UPDATE order_lines l SET tax = 0 FROM orders_view o WHERE o.id = l.order_id",
        "SELECT FROM orders o JOIN wallets w ON w.customer_id = o.customer_id",
    ],
)
async def test_a_join_without_the_owner_is_found(connection: Connection, statement: str) -> None:
    assert await joins_without(connection, {statement: "here"}) == {"here"}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.owner_id = o.owner_id",
        "SELECT FROM orders o, order_lines l WHERE o.owner_id = $1 AND l.owner_id = $1",
        "SELECT FROM orders o JOIN wallets w ON w.customer_id = o.owner_id",
        "SELECT FROM order_lines l JOIN skus s ON s.id = l.sku_id",
    ],
)
async def test_other_joins_are_not(connection: Connection, statement: str) -> None:
    assert await joins_without(connection, {statement: "here"}) == set()


def test_no_statement_changes_the_column(statements: dict[str, str]) -> None:
    changing = re.compile(
        r"UPDATE (\w+)(?: AS)?(?: \w+)? SET (.*?)(?: FROM | WHERE | RETURNING |$)"
    )
    texts = (" ".join(statement.split()) for statement in statements)
    assert [
        text
        for text in texts
        for table, values in changing.findall(text)
        if table in DISTRIBUTED and re.search(rf"\b{DISTRIBUTED[table]} =", values)
    ] == []
