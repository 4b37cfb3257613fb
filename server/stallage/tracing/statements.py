"""Database connections that record a span for each statement of a traced request or job.

A span has the text of the statement, which has placeholders, and never its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import asyncpg
from opentelemetry.trace import (
    NoOpTracer,
    SpanKind,
    StatusCode,
    Tracer,
    get_current_span,
    use_span,
)

from stallage.core.db_pooler import PooledConnection

if TYPE_CHECKING:
    Base: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    Base = asyncpg.Connection

MAX_TEXT = 2000
"""Characters of a statement that a span has."""
MAX_STATEMENTS = 4096
"""Statements whose description is remembered; the shop has fewer."""
_TARGET = re.compile(r"\b(?:FROM|INTO|UPDATE|JOIN)\s+([a-z_][\w.]*)")
_WRITE = re.compile(r"\b(?:INSERT|UPDATE|DELETE)\b")


@lru_cache(maxsize=MAX_STATEMENTS)
def describe(statement: str) -> tuple[str, dict[str, str]]:
    """Return the name and the attributes of a statement's span."""
    text = " ".join(statement.split())
    operation = text.partition(" ")[0].strip(";").upper()
    if operation == "WITH":
        write = _WRITE.search(text)
        operation = write.group() if write else "SELECT"
    target = _TARGET.search(text)
    name = f"{operation} {target.group(1)}" if target else operation
    return name, {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.summary": name,
        "db.query.text": text[:MAX_TEXT],
    }


class TracedConnection(Base):
    """Records a span for each statement."""

    tracer: ClassVar[Tracer] = NoOpTracer()

    @contextmanager
    def _span(self, statement: str) -> Iterator[None]:
        name, attributes = describe(statement)
        span = self.tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes)
        try:
            with use_span(span, record_exception=False, set_status_on_exception=False):
                yield
        except BaseException as error:
            # Its text may have values.
            span.set_attribute("error.type", type(error).__name__)
            if isinstance(error, asyncpg.PostgresError) and error.sqlstate:
                span.set_attribute("db.response.status_code", error.sqlstate)
            span.set_status(StatusCode.ERROR)
            raise
        finally:
            span.end()

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        """Execute statements."""
        if not get_current_span().is_recording():
            return await super().execute(query, *args, **options)
        with self._span(query):
            return await super().execute(query, *args, **options)

    async def executemany(
        self, command: str, args: Iterable[Sequence[Any]], **options: Any
    ) -> None:
        """Execute a statement for each of several lists of arguments."""
        if not get_current_span().is_recording():
            return await super().executemany(command, args, **options)
        with self._span(command):
            return await super().executemany(command, args, **options)

    async def fetch(self, query: str, *args: Any, **options: Any) -> list[Any]:
        """Return all rows of a query."""
        rows: list[Any]
        if not get_current_span().is_recording():
            rows = await super().fetch(query, *args, **options)
            return rows
        with self._span(query):
            rows = await super().fetch(query, *args, **options)
            return rows

    async def fetchrow(self, query: str, *args: Any, **options: Any) -> Any:
        """Return the first row of a query, or None."""
        if not get_current_span().is_recording():
            return await super().fetchrow(query, *args, **options)
        with self._span(query):
            return await super().fetchrow(query, *args, **options)

    async def fetchval(self, query: str, *args: Any, **options: Any) -> Any:
        """Return a value of the first row of a query, or None."""
        if not get_current_span().is_recording():
            return await super().fetchval(query, *args, **options)
        with self._span(query):
            return await super().fetchval(query, *args, **options)


class TracedPooledConnection(TracedConnection, PooledConnection):
    """The same through a pooler."""
