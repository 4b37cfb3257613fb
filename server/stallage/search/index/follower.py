"""Keeps a machine's search index at the position of the database, beside the requests.

One process of a machine follows the database: the one that holds a lock file. Every second it reads what
changed, and a moment after a hint if the round before had nothing to write: so a single change is soon seen,
and many are still written together. A few products are written in a thread. To prepare many takes Python's
lock for so long that requests would wait, so a child process does it, with lower priority, as long as there
is work for it. While changes keep coming, as in an import, it waits a little between its rounds: the index
merges what each round adds.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import asyncpg
import structlog

from stallage.core.errors import NotReady
from stallage.core.runtime import Runtime
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.search_index import delete_unused_versions, index_folder
from stallage.search.index.updates import (
    FEW,
    catch_up,
    database_key,
    read_changes,
    search_engine_of,
)

log = structlog.get_logger(__name__)

IDLE_ROUNDS = 30
"""Rounds without many changes after which the child process is ended."""
GATHERED = 5_000
"""Changes that a round does not wait to become more. Rounds of 1,000 take half as long again per product."""
GATHER_SECONDS = 3.0
"""How long fewer changes wait after the round of a child process."""
CHILD_COMMAND = "write-index"
HINT_SECONDS = 0.1
"""How long a round waits after a hint, for what is changed together to be written together."""


class Follower:
    """Follows the database until it is cancelled."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._engine = search_engine_of(runtime)
        self._folder = index_folder(runtime.settings)
        self._child: Process | None = None
        self._idle_rounds = 0
        self._written_at: float | None = None
        self._lock: TextIO | None = None
        self._hint = asyncio.Event()
        self._has_written = False
        """Whether the last round wrote something, so that the next one waits for more."""

    def look_soon(self) -> None:
        """Take a hint that products have changed. Hints may get lost, and may be wrong."""
        self._hint.set()

    async def run(self) -> None:
        """Catch up again and again."""
        try:
            await asyncio.to_thread(delete_unused_versions, self._runtime.settings)
        except OSError as error:
            # They only take space; the next start tries again.
            log.warning("unused_indexes_not_deleted", error=repr(error))
        try:
            while True:
                await self._pause()
                self._has_written = False
                try:
                    if self.leads():
                        await self.round()
                except (
                    OSError,
                    TimeoutError,
                    asyncpg.PostgresError,
                    asyncpg.InterfaceError,
                    NotReady,
                ) as error:
                    # The next round tries again; /readyz says how far the index is behind.
                    log.warning("search_index_not_written", error=repr(error))
        finally:
            await self.close()

    async def _pause(self) -> None:
        """Wait until the next round is due."""
        seconds = self._runtime.settings.search_seconds
        if self._has_written or not self.is_leading:
            await asyncio.sleep(seconds)
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hint.wait(), seconds)
                await asyncio.sleep(min(HINT_SECONDS, seconds))
        self._hint.clear()

    @property
    def is_leading(self) -> bool:
        """Whether this process has been following."""
        return self._lock is not None

    async def close(self) -> None:
        """Let another process follow."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        await self._end_child()

    def leads(self) -> bool:
        """Whether this process follows for the machine. It does until it ends."""
        if self._lock is not None and _is_file(self._lock, self._folder / "follower.lock"):
            return True
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (self._folder / "follower.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    async def round(self) -> None:
        """Write what changed, or wait for more."""
        database = self._runtime.database
        try:
            key = await database_key(database)
            changes = await read_changes(self._engine, database, key, GATHERED)
        except IndexUnusable:
            changes = None
        if changes is None or len(changes.transactions) > FEW:
            self._idle_rounds = 0
            if changes is None or len(changes.transactions) >= GATHERED or not self._gathers():
                await self._ask_child()
                self._written_at = time.monotonic()
            self._has_written = True
            return
        if changes.transactions or changes.moves_on:
            self._has_written = bool(await catch_up(self._engine, database))
        self._idle_rounds += 1
        if self._idle_rounds > IDLE_ROUNDS:
            await self._end_child()

    def _gathers(self) -> bool:
        """Whether the last round of a child process was not long ago."""
        return self._written_at is not None and (
            time.monotonic() - self._written_at < GATHER_SECONDS
        )

    async def _ask_child(self) -> None:
        """Let the child process catch up. Raises OSError if it fails."""
        if self._child is None:
            settings = self._runtime.settings
            self._child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stallage", CHILD_COMMAND),
                stdin=PIPE,
                stdout=PIPE,
                # Signals of a terminal are for the serving process, which ends this one.
                start_new_session=True,
                env={
                    **os.environ,
                    "STALLAGE_DATA_DIR": str(settings.data_dir),
                    "STALLAGE_DATABASE_URL": self._runtime.database.dsn,
                },
            )
        child = self._child
        assert child.stdin is not None  # noqa: S101 - a pipe
        assert child.stdout is not None  # noqa: S101 - a pipe
        try:
            child.stdin.write(b"\n")
            await child.stdin.drain()
            if not await child.stdout.readline():
                raise ConnectionResetError("the process that writes the search index ended")
        except OSError:
            await self._end_child()
            raise

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()


def _is_file(opened: TextIO, path: Path) -> bool:
    """Whether a path still leads to an open file, and not to another one after the folder was deleted."""
    try:
        return os.path.samestat(os.fstat(opened.fileno()), path.stat())
    except OSError:
        return False
