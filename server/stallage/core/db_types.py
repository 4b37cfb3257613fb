"""Connections that look up PostgreSQL's own types once in a process.

asyncpg has no codecs for arrays such as `bigint[]`: each connection looks them up with a recursive query of
the catalogs, which costs the database more than the statement that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import asyncpg

if TYPE_CHECKING:
    Base: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    Base = asyncpg.Connection

FIRST_OTHER = 10_000
"""Types with lower ids are the same in every database and version of PostgreSQL."""

_known: dict[int, list[Any]] = {}
"""Descriptions of types as asyncpg reads them: of a type, after those that it consists of."""


class _Statement(NamedTuple):
    """What asyncpg wants to know of the statement that looked types up."""

    name: str


_NONE_SENT = _Statement("none")
"""With a name, since asyncpg prepares its own statement again after one without."""


class TypedConnection(Base):
    """A connection for which a process looks up each of PostgreSQL's own types once."""

    async def _introspect_types(
        self,
        typeoids: Iterable[int],
        timeout: float | None,  # noqa: ASYNC109 - asyncpg passes it
    ) -> tuple[list[Any], Any]:
        """Return descriptions of types, and the last statement that was sent for them."""
        look_up = super()._introspect_types  # type: ignore[misc]  # The stubs lack it.
        found: list[Any] = []
        statement: Any = _NONE_SENT
        others = []
        for oid in typeoids:
            if oid >= FIRST_OTHER:
                others.append(oid)
                continue
            if oid not in _known:
                _known[oid], statement = await look_up([oid], timeout)
            found += _known[oid]
        if others:
            types, statement = await look_up(others, timeout)
            found += types
        return found, statement
