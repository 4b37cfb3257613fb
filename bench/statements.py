"""Records the statements of a call and turns them into a script for pgbench.

The call runs once in this process while all statements and parameters are recorded. Values that differ in
each call (the SKU, unique keys, the new order's id) become variables, others become literals. So the
reference runs exactly the shop's statements in the same order, without the shop.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import asyncpg

PLACE = re.compile(r"\$(\d+)(::jsonb\[\])?")
OWN = ("BEGIN", "COMMIT", "ROLLBACK", "SET", "SELECT pg_advisory_unlock_all", "LISTEN")


@dataclass
class RecordedStatements:
    """Statements with their parameters, in the order in which they were sent."""

    statements: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    def note(self, record: Any) -> None:
        """Record a statement, except those that begin and end transactions."""
        query = record.query.strip()
        if not query.startswith(OWN) and "pg_type" not in query:
            self.statements.append((query, tuple(record.args or ())))


@asynccontextmanager
async def record_statements(
    pool: asyncpg.Pool[asyncpg.Record],
) -> AsyncIterator[RecordedStatements]:
    """Record statements on the pool's connections. The pool must have one connection."""
    recorded = RecordedStatements()
    async with pool.acquire() as connection:
        connection.add_query_logger(recorded.note)
    try:
        yield recorded
    finally:
        async with pool.acquire() as connection:
            connection.remove_query_logger(recorded.note)


def _quoted(text: str) -> str:
    # pgbench reads `:name` as a variable, even inside quotes.
    escaped = text.replace("\\", "\\\\").replace("'", "''")
    return "E'" + re.sub(r":(?=[A-Za-z_])", r"\\x3a", escaped) + "'"


def literal(value: Any, variables: dict[Any, str]) -> str:
    """Return a parameter as SQL: a variable if it has one, else a literal."""
    if isinstance(value, (str, int)) and not isinstance(value, bool) and value in variables:
        return variables[value]
    match value:
        case None:
            return "NULL"
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case str():
            return _quoted(value)
        case datetime():
            return "now()"
        case date():
            return f"date '{value.isoformat()}'"
        case timedelta():
            return f"interval '{value.total_seconds()} s'"
        case bytes():
            return f"'\\x{value.hex()}'::bytea"
        case list() | tuple() if value and all(
            one is None or isinstance(one, (str, int, bytes, timedelta)) for one in value
        ):
            return "ARRAY[" + ", ".join(literal(one, variables) for one in value) + "]"
        case list() | tuple() | dict():
            return _quoted(json.dumps(value)) + "::jsonb"
        case _:
            raise TypeError(f"{value!r} cannot be written as SQL")


def _json_array(values: list[Any]) -> str:
    return "ARRAY[" + ", ".join(_quoted(json.dumps(one)) for one in values) + "]::jsonb[]"


def _in_place(arguments: tuple[Any, ...], variables: dict[Any, str], found: re.Match[str]) -> str:
    argument = arguments[int(found[1]) - 1]
    return _json_array(argument) if found[2] else literal(argument, variables)


def script(recorded: RecordedStatements, variables: dict[Any, str], names: dict[str, str]) -> str:
    """Return a script in which each statement commits by itself. `names` maps a text in a statement to
    the prefix of the variables that receive the columns of its last row."""
    lines = ["\\set once random(1, 9000000000000000)", *variables.pop("set", "").splitlines()]
    for query, arguments in recorded.statements:
        sql = PLACE.sub(partial(_in_place, arguments, variables), query)
        sql = " ".join(line.partition("--")[0].strip() for line in sql.splitlines())
        name = next((name for text, name in names.items() if text in query), None)
        lines.append(f"{sql} \\aset {name}_" if name else f"{sql};")
    return "\n".join(lines) + "\n"
