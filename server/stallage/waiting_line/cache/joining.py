"""Numbers for the shoppers of a process: those who come while a call runs share the next one."""

from __future__ import annotations

import asyncio

from stallage.core.db import DATABASE_AWAY, Database
from stallage.core.errors import NotReady
from stallage.waiting_line.actions import Given, join

LARGEST = 500
"""Numbers in one call."""


class Joining:
    """Asks for numbers, one call at a time for each line."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: dict[int, dict[str, asyncio.Future[Given]]] = {}
        self._running: dict[int, asyncio.Task[None]] = {}

    async def number_for(self, line: int, owner: str) -> Given:
        """Return the number of an owner, in order of arrival. Raises NotReady without the database."""
        waiting = self._waiting.setdefault(line, {})
        given = waiting.get(owner)
        if given is None:
            given = waiting[owner] = asyncio.get_running_loop().create_future()
        if line not in self._running:
            self._running[line] = asyncio.create_task(self._run(line))
        # Several requests of one owner may wait for the same number.
        return await asyncio.shield(given)

    async def close(self) -> None:
        """Wait for calls that run."""
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _run(self, line: int) -> None:
        try:
            while waiting := self._waiting.pop(line, None):
                owners = list(waiting)
                for first in range(0, len(owners), LARGEST):
                    await self._give(line, waiting, owners[first : first + LARGEST])
        finally:
            del self._running[line]

    async def _give(
        self, line: int, waiting: dict[str, asyncio.Future[Given]], owners: list[str]
    ) -> None:
        try:
            async with self._database.reading() as connection:
                given = await join(connection, line, owners)
        except (*DATABASE_AWAY, TimeoutError):
            for owner in owners:
                waiting[owner].set_exception(NotReady())
                # Whoever waited for it may be gone.
                waiting[owner].exception()
            return
        for owner in owners:
            waiting[owner].set_result(given[owner])
