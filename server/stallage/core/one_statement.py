"""Writes of several features in one statement.

A statement is one round trip to the database and, outside a transaction, a transaction of its own: it needs
neither BEGIN nor COMMIT. Each feature contributes a `Part` that writes its own tables. Parts run in their
order, because each reads from the one before it, so what is locked last stays locked for the shortest time.
Parts that lock nothing that others share may run beside each other.

What such a statement takes is mostly the start of its nodes, of which PostgreSQL makes one for each scan,
sort, aggregate and table, also for those that turn out to have nothing to do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import asyncpg

from stallage.core.db import Connection, Record
from stallage.core.hints import Hint, add_hint

PARAMETER = re.compile(r"\$(\d+)")
AFTER = "{after}"
START = "(SELECT 1) AS start"
REFUSED = "ST001"
"""The SQLSTATE of the function `refuse_unless`."""


@dataclass(frozen=True, slots=True)
class Part:
    """Common table expressions of a feature, with names of their own and parameters from `$1`.

    The texts have to be constants: the combined statement is looked up by them.
    """

    expressions: str
    """Whatever writes selects from `{after}`, which has one row, or none if an earlier part has stopped.

    Empty if the part only has a condition.
    """
    values: tuple[object, ...]
    done: str
    """A condition that needs the rows of the expressions. If it is false, later parts do nothing."""
    returns: str = ""
    """A column to return, such as `(SELECT count(*) FROM counted) AS counted`."""
    hint: Hint | None = None
    """Is sent after the commit."""
    beside: bool = False
    """Whether it runs beside the part before it, which never stops. Neither may lock what others share."""


class Refused(Exception):
    """A part has refused the statement by `refuse_unless`. Nothing was written."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def refuse_unless(condition: str, reason: str) -> str:
    """Return a condition that raises Refused with the reason, a constant, if a condition is false."""
    return f"CASE WHEN {condition} THEN true ELSE refuse_unless(false, '{reason}') END"


def begun(name: str) -> str:
    """Return a condition that is always true, and runs an expression until its first row.

    What is left of it runs at the end. Counting its rows would take longer to start than to do.
    """
    return f"EXISTS (SELECT FROM {name}) IS NOT NULL"


@lru_cache(maxsize=256)
def _combined(shapes: tuple[tuple[str, str, str, bool, int], ...]) -> str:
    """Return the statement of parts: of each, the fields that are no values, and how many values it has."""
    expressions, columns, conditions = list[str](), ["1 AS done"], list[str]()
    after, offset = START, 0

    def end_step() -> str:
        name = f"step{len(expressions)}"
        condition = " AND ".join(conditions)
        conditions.clear()
        expressions.append(f"{name} AS MATERIALIZED (SELECT 1 FROM {after} WHERE {condition})")
        return name

    for text, done, returns, beside, count in shapes:
        if conditions and not beside:
            after = end_step()
        if text:
            expressions.append(_numbered(text, offset).replace(AFTER, after))
        conditions.append(_numbered(done, offset))
        if returns:
            columns.append(_numbered(returns, offset))
        offset += count
    after = end_step()
    return f"WITH {', '.join(expressions)} SELECT {', '.join(columns)} FROM {after}"


def _numbered(text: str, offset: int) -> str:
    """Return SQL whose parameters follow those of earlier parts."""
    return PARAMETER.sub(lambda found: f"${int(found[1]) + offset}", text)


async def write_parts(connection: Connection, parts: Sequence[Part]) -> Record | None:
    """Write parts in one statement; return what they return, or None if one of them has stopped.

    Raises Refused. Then a transaction that is open has failed.
    """
    sql = _combined(
        tuple(
            (one.expressions, one.done, one.returns, one.beside, len(one.values)) for one in parts
        )
    )
    try:
        row = await connection.fetchrow(sql, *chain.from_iterable(one.values for one in parts))
    except asyncpg.PostgresError as error:
        if error.sqlstate == REFUSED:
            raise Refused(str(error)) from None
        raise
    if row is not None:
        for one in parts:
            if one.hint is not None:
                await add_hint(connection, one.hint)
    return row
