"""No database connection is held while the server waits for a client or another service.

A pool has only a few connections. One that waits for a slow client is not available to others.
`violations` finds such code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stallage

PACKAGE = Path(stallage.__file__).parent
HOLDING = {
    "transaction",
    "reading",
    "public_reading",
    "limited_reading",
    "long_transaction",
    "acquire",
}
"""Methods whose context holds a connection."""
HELD = {"Transaction", "Reading", "PublicReading", "LimitedReading"}
"""Parameters of a route that hold a connection while it runs."""
FROM_CLIENT = {"body", "form", "json", "stream", "receive"}
ENGINE = re.compile(r"\bengine\b|search_engine")
"""A search engine may be another service."""
CONTEXTS = {"asynccontextmanager", "contextmanager"}
DEPENDENCIES = ("core/db", ("_transaction", "_reading", "_public_reading", "_limited_reading"))
"""FastAPI closes these before it sends the response; see `Transaction`."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _own_nodes(parts: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of these statements without functions defined in them."""
    waiting: list[ast.AST] = list(parts)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (Function, ast.Lambda)):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


def _waits(parts: list[ast.stmt], *, may_yield: bool) -> Iterator[tuple[int, str]]:
    for node in _own_nodes(parts):
        if isinstance(node, (ast.Yield, ast.YieldFrom)) and not may_yield:
            yield node.lineno, "yields while a connection is held"
        if not isinstance(node, ast.Await) or not isinstance(node.value, ast.Call):
            continue
        called = node.value.func
        if not isinstance(called, ast.Attribute):
            continue
        if called.attr in FROM_CLIENT and ast.unparse(called.value) == "request":
            yield node.lineno, "waits for the client while a connection is held"
        if called.attr == "to_thread" and "media" in ast.unparse(node.value):
            yield node.lineno, "waits for the storage while a connection is held"
        if ENGINE.search(ast.unparse(node.value)):
            yield node.lineno, "waits for the search engine while a connection is held"
        if ".http_client" in ast.unparse(called.value):
            yield node.lineno, "waits for another service while a connection is held"


def _holds(item: ast.withitem) -> bool:
    call = item.context_expr
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in HOLDING
    )


def _held_in(tree: ast.AST) -> set[str]:
    """Return the names in `HELD` that a module imports."""
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "stallage.core.db"
        for alias in node.names
    } & HELD


def _in_function(where: str, function: Function, held: set[str]) -> Iterator[tuple[int, str]]:
    decorators = {ast.unparse(one).rpartition(".")[2] for one in function.decorator_list}
    module, names = DEPENDENCIES
    may_yield = bool(decorators & CONTEXTS) or (where == module and function.name in names)
    arguments = [*function.args.args, *function.args.kwonlyargs]
    if any(one.annotation and ast.unparse(one.annotation) in held for one in arguments):
        yield from _waits(function.body, may_yield=False)
    for node in _own_nodes(function.body):
        if isinstance(node, (ast.With, ast.AsyncWith)) and any(map(_holds, node.items)):
            yield from _waits(node.body, may_yield=may_yield)


def violations(package: Path) -> list[str]:
    """Return the places that wait with an open connection, as `file:line what`."""
    found: set[str] = set()
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package).with_suffix("").as_posix()
        tree = ast.parse(path.read_text())
        held = _held_in(tree)
        for node in ast.walk(tree):
            if isinstance(node, Function):
                waits = _in_function(where, node, held)
                found |= {f"{where}:{line} {what}" for line, what in waits}
    return sorted(found)


def test_no_connection_is_held_while_the_server_waits_for_others() -> None:
    assert violations(PACKAGE) == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (
            "async def rows(database):\n"
            "    async with database.transaction() as connection:\n"
            "        async for row in connection.cursor(ALL):\n"
            "            yield row\n",
            "yields",
        ),
        (
            "from stallage.core.db import Transaction\n"
            "async def restore(request, connection: Transaction):\n    return await request.body()\n",
            "waits for the client",
        ),
        (
            "async def place(request, runtime):\n"
            "    async with runtime.database.transaction() as connection:\n"
            "        await act(connection, body=await request.body())\n",
            "waits for the client",
        ),
        (
            "from stallage.core.db import PublicReading\n"
            "async def icon(request, connection: PublicReading):\n"
            "    return await asyncio.to_thread(square, runtime.media, 'path')\n",
            "waits for the storage",
        ),
        (
            "async def tell(runtime):\n"
            "    async with one(), runtime.database.reading() as connection:\n"
            "        await runtime.http_client.post('https://example.com')\n",
            "waits for another service",
        ),
        (
            "async def page(cache):\n"
            "    async with cache.database.public_reading() as connection:\n"
            "        return await cache.engine().count_categories()\n",
            "waits for the search engine",
        ),
    ],
)
def test_each_way_of_waiting_is_found(tmp_path: Path, source: str, what: str) -> None:
    (tmp_path / "routes.py").write_text(source)
    assert [one.partition(" ")[2] for one in violations(tmp_path) if what in one]
