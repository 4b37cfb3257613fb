"""Each process records that it runs, and what has to be the same on all hosts, for `stallage doctor`.

It also takes over the time of the database.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import UUID, uuid4

import structlog

from stallage import __version__
from stallage.core import clock
from stallage.core.db import DATABASE_AWAY
from stallage.core.errors import NotReady
from stallage.core.process_heartbeats import Process, delete, delete_old, record
from stallage.core.runtime import Runtime
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.updates import search_engine_of, seconds_behind

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 30
FOLDER_ID = "folder-id"
"""File of the data folder with its id, so that hosts that share the folder can be found."""
AWAY = (*DATABASE_AWAY, TimeoutError)


def key_print(secret: bytes) -> str:
    """Return a text that is equal for equal keys and says nothing about a key."""
    return hmac.digest(secret, b"stallage: which key a host has", "sha256").hex()[:16]


def folder_print(folder: Path) -> str:
    """Return the id of a data folder; create it if there is none. Raises OSError."""
    path = folder / FOLDER_ID
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = folder / f".{FOLDER_ID}.{secrets.token_hex(8)}"
        draft.write_text(secrets.token_hex(16))
        # A hard link fails if another process was first, so all have the same id.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _describe(runtime: Runtime, role: str) -> Process:
    settings = runtime.settings
    try:
        folder = folder_print(settings.data_dir)
    except OSError:
        # `stallage doctor` reports a folder that cannot be written to.
        folder = ""
    return Process(
        host=socket.gethostname(),
        process_id=os.getpid(),
        role=role,
        release=__version__,
        key_print=key_print(runtime.secret),
        folder_print=folder,
        has_bucket=bool(settings.storage_url),
        has_smtp=bool(settings.smtp_url.get_secret_value()),
    )


async def _index_behind(runtime: Runtime) -> float | None:
    try:
        return await seconds_behind(search_engine_of(runtime), runtime.database)
    except (NotReady, IndexUnusable):
        return None


async def _record(runtime: Runtime, identity: UUID, process: Process) -> None:
    behind = await _index_behind(runtime)
    async with runtime.database.reading() as connection:
        before, started_at = time.time(), time.monotonic()
        there: datetime = await connection.fetchval("SELECT clock_timestamp()")
        ahead = (before + time.time()) / 2 - there.timestamp()
        took = time.monotonic() - started_at
        # After a slower answer, the time is not known well enough.
        if took < clock.TOLERATED_SECONDS and (wrong := clock.follow(there, started_at + took / 2)):
            log.warning("clock_corrected", seconds_ahead=round(wrong, 1), hint="Set up NTP.")
        await record(connection, identity, process, round(ahead * 1000), behind)


@asynccontextmanager
async def sending_heartbeats(runtime: Runtime, role: str) -> AsyncIterator[None]:
    """Record every half minute that this process runs, until the context ends."""
    identity = uuid4()
    process = await asyncio.to_thread(_describe, runtime, role)
    stopping = asyncio.Event()

    async def send() -> None:
        while not stopping.is_set():
            try:
                await _record(runtime, identity, process)
            except AWAY as error:
                # Requests report a database that is away.
                log.debug("heartbeat_not_recorded", error=type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), PAUSE_SECONDS)

    sending = asyncio.create_task(send())
    try:
        yield
    finally:
        stopping.set()
        await sending
        with suppress(*AWAY):
            async with runtime.database.reading() as connection:
                await delete(connection, identity)
                await delete_old(connection)
