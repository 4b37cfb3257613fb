"""A proxy between a process and its database that simulates crashes and network failures.

It forwards bytes in both directions and counts the statements of all connections by their responses.
After a chosen statement it drops the response and runs the test's action instead, such as killing the
process, or closes the connection. The database has then executed a statement whose result was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit, urlunsplit

COMMAND_COMPLETE, READY = ord("C"), ord("Z")
SERVER_PROCESS = ord("K")
HEADER = 5


@dataclass
class _ResponseReader:
    """Finds the end of each statement's response in the bytes of one connection."""

    buffer: bytes = b""
    complete: bool = False
    server_pid: int = 0

    def count_statements(self, chunk: bytes) -> int:
        """Return how many statements' responses end in this chunk."""
        self.buffer += chunk
        count = 0
        while len(self.buffer) >= HEADER:
            length = 1 + int.from_bytes(self.buffer[1:HEADER], "big")
            if len(self.buffer) < length:
                break
            kind = self.buffer[0]
            if kind == SERVER_PROCESS:
                self.server_pid = int.from_bytes(self.buffer[HEADER : HEADER + 4], "big")
            self.buffer = self.buffer[length:]
            self.complete |= kind == COMMAND_COMPLETE
            if kind == READY and self.complete:
                self.complete = False
                count += 1
        return count


@dataclass
class DatabaseProxy:
    """A running proxy, and the failure that it is to cause."""

    dsn: str = ""
    """The proxy's own address."""
    statements: int = 0
    """Executed since `arm`."""
    server_pid: int = 0
    """The process of PostgreSQL that executed the chosen statement."""
    _fail_after: int | None = None
    _action: Callable[[], Awaitable[None]] | None = None
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    def arm(
        self, fail_after: int | None, action: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Drop the response of the `fail_after`th statement from now on, and run `action`.

        Without an action the connection is closed.
        """
        self.statements, self._fail_after, self._action = 0, fail_after, action

    def disarm(self) -> None:
        """Forward everything."""
        self._fail_after = None

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        responses: _ResponseReader | None,
    ) -> None:
        with suppress(ConnectionError):
            while chunk := await reader.read(65_536):
                if responses is not None and (count := responses.count_statements(chunk)):
                    self.statements += count
                    if self._fail_after is not None and self.statements >= self._fail_after:
                        self._fail_after, self.server_pid = None, responses.server_pid
                        if self._action is not None:
                            await self._action()
                        break
                writer.write(chunk)
                await writer.drain()

    async def forward(
        self,
        upstream_address: Address,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Forward one connection of the process to the database."""
        try:
            upstream_reader, upstream = await upstream_address.connect()
        except OSError:
            writer.close()
            return
        self._open |= {writer, upstream}
        directions = [
            asyncio.create_task(self._forward(reader, upstream, None)),
            asyncio.create_task(self._forward(upstream_reader, writer, _ResponseReader())),
        ]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in directions:
                task.cancel()
            await asyncio.gather(*directions, return_exceptions=True)
            for side in (writer, upstream):
                self._open.discard(side)
                side.close()
            for side in (writer, upstream):
                with suppress(OSError):
                    await side.wait_closed()

    def close(self) -> None:
        """Close all connections."""
        for side in list(self._open):
            side.close()


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database listens: a host, or the directory of a Unix socket."""

    host: str
    port: int

    @classmethod
    def of(cls, dsn: str) -> Address:
        """Return the host and port of a DSN."""
        parts = urlsplit(dsn)
        query = parse_qs(parts.query)
        host = parts.hostname or query.get("host", ["127.0.0.1"])[0]
        return cls(host, parts.port or int(query.get("port", ["5432"])[0]))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection. Raises OSError."""
        if self.host.startswith("/"):
            return await asyncio.open_unix_connection(f"{self.host}/.s.PGSQL.{self.port}")
        return await asyncio.open_connection(self.host, self.port)


@asynccontextmanager
async def proxy_to(dsn: str) -> AsyncIterator[DatabaseProxy]:
    """Run a proxy to the database at `dsn`; its own address is `DatabaseProxy.dsn`."""
    upstream = Address.of(dsn)
    parts = urlsplit(dsn)
    proxy = DatabaseProxy()
    connections: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            connections.add(task)
            task.add_done_callback(connections.discard)
        await proxy.forward(upstream, reader, writer)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    account = parts.netloc.rpartition("@")[0]
    netloc = f"{account}@127.0.0.1:{port}" if account else f"127.0.0.1:{port}"
    proxy.dsn = urlunsplit(parts._replace(netloc=netloc, query="sslmode=disable"))
    try:
        yield proxy
    finally:
        server.close()
        proxy.close()
        await asyncio.gather(*connections, return_exceptions=True)
        await server.wait_closed()
