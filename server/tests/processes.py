"""Shop processes for tests: a command that serves, a free port, and waiting for it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from stallage.settings import Settings
from tests.waiting import until


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def stallage(
    settings: Settings, *words: str, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the command with the test's database and data folder."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "stallage",
        *words,
        env={
            **os.environ,
            # Starting V8 takes longer than most of these tests.
            "STALLAGE_RENDERERS": "0",
            "STALLAGE_DATABASE_URL": settings.database_url,
            "STALLAGE_DATA_DIR": str(settings.data_dir),
            "STALLAGE_LOG_FORMAT": "json",
            **variables,
        },
        cwd=Path(__file__).parents[1],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            await process.communicate()


async def wait_until_ready(port: int) -> httpx.AsyncClient:
    """Wait until the shop on that port is ready and return a client."""
    client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False)

    async def is_ready() -> bool:
        try:
            return (await client.get("/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    await until(is_ready)
    return client


class Log:
    """What a process writes to its standard error, read all the time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._written = bytearray()
        self._reading = asyncio.create_task(self._read(process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        while some := await process.stderr.read(65_536):
            self._written += some

    def count(self, event: str) -> int:
        """Return how often an event was logged."""
        return self._written.count(f'"event": "{event}"'.encode())

    async def whole(self) -> str:
        """Wait until the process and its children have ended; return all of it."""
        await self._reading
        return self._written.decode()


async def no_more_connections(port: int) -> None:
    """Wait until the server has stopped listening."""

    async def is_refused() -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return True
        writer.close()
        return False

    await until(is_refused)


def count_emails(outbox: Path) -> int:
    """Return the number of messages in the outbox."""
    return len(list(outbox.glob("[!.]*.json")))


async def wait_for_emails(outbox: Path, count: int) -> None:
    """Wait until the worker has sent this many messages."""
    await until(lambda: count_emails(outbox) >= count)
