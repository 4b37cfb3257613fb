"""Writes of several features in one statement.

A statement is one round trip to the database and, outside a transaction, a transaction of its own: it needs
neither BEGIN nor COMMIT. Each feature contributes a `Part` that writes its own tables. Parts run in their
order, because each reads from the one before it, so what is locked last stays locked for the shortest time.
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
    """Whatever writes selects from `{after}`, which has one row, or none if an earlier part has stopped."""
    values: tuple[object, ...]
    done: str
    """A condition that needs all rows of the expressions. If it is false, later parts do nothing."""
    returns: str = ""
    """A column to return, such as `(SELECT count(*) FROM counted) AS counted`."""
    hint: Hint | None = None
    """Is sent after the commit."""


class Refused(Exception):
    """A part has refused the statement by `refuse_unless`. Nothing was written."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def refuse_unless(condition: str, reason: str) -> str:
    """Return a condition that raises Refused with the reason, a constant, if a condition is false."""
    return f"CASE WHEN {condition} THEN true ELSE refuse_unless(false, '{reason}') END"


@lru_cache(maxsize=256)
def _combined(shapes: tuple[tuple[str, str, str, int], ...]) -> str:
    """Return the statement of parts, given as expressions, condition, column and number of values."""
    expressions, columns = [], ["1 AS done"]
    after, offset = START, 0
    for place, (text, done, returns, count) in enumerate(shapes):
        step = f"step{place} AS MATERIALIZED (SELECT 1 FROM {AFTER} WHERE {done})"
        expressions.append(_numbered(f"{text}, {step}", offset).replace(AFTER, after))
        if returns:
            columns.append(_numbered(returns, offset))
        after = f"step{place}"
        offset += count
    return f"WITH {', '.join(expressions)} SELECT {', '.join(columns)} FROM {after}"


def _numbered(text: str, offset: int) -> str:
    """Return SQL whose parameters follow those of earlier parts."""
    return PARAMETER.sub(lambda found: f"${int(found[1]) + offset}", text)


async def write_parts(connection: Connection, parts: Sequence[Part]) -> Record | None:
    """Write parts in one statement; return what they return, or None if one of them has stopped.

    Raises Refused. Then a transaction that is open has failed.
    """
    sql = _combined(
        tuple((one.expressions, one.done, one.returns, len(one.values)) for one in parts)
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
