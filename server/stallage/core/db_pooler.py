"""Connections through a pooler that gives each transaction any of its server's connections.

PgBouncer calls this transaction mode. What belongs to a session must not be used there: LISTEN, session
locks, settings of the startup message, and prepared statements, which asyncpg uses for every statement with
arguments, if only for the time between its parts. So each such statement gets a transaction. One that the
caller has opened serves as well.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from stallage.core.hints import HintingConnection


class PooledConnection(HintingConnection):
    """Runs each statement that has arguments in a transaction.

    Without arguments, `execute` sends a single message, which needs none; BEGIN itself is sent so.
    """

    @asynccontextmanager
    async def _one_server_connection(self) -> AsyncIterator[None]:
        if self.is_in_transaction():
            yield
            return
        async with self.transaction():
            yield

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        """Execute statements."""
        if not args:
            return await super().execute(query, **options)
        async with self._one_server_connection():
            return await super().execute(query, *args, **options)

    async def executemany(
        self, command: str, args: Iterable[Sequence[Any]], **options: Any
    ) -> None:
        """Execute a statement for each of several lists of arguments."""
        async with self._one_server_connection():
            await super().executemany(command, args, **options)

    async def fetch(self, query: str, *args: Any, **options: Any) -> list[Any]:
        """Return all rows of a query."""
        async with self._one_server_connection():
            rows: list[Any] = await super().fetch(query, *args, **options)
            return rows

    async def fetchrow(self, query: str, *args: Any, **options: Any) -> Any:
        """Return the first row of a query, or None."""
        async with self._one_server_connection():
            return await super().fetchrow(query, *args, **options)

    async def fetchval(self, query: str, *args: Any, **options: Any) -> Any:
        """Return a value of the first row of a query, or None."""
        async with self._one_server_connection():
            return await super().fetchval(query, *args, **options)
