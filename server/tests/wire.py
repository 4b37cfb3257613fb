"""A wire between a process and its database, on which a test can do what power cuts and networks do.

It passes bytes on in both directions and counts statements as their answers come by, on all
connections together. When the one that was chosen has been carried out, its answer is held back and
the test's own act is done instead: kill the process, or cut the connection. The database then has done
the statement, and nobody heard of it.
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
class _Answers:
    """Reads the database's side of one connection and finds the end of each statement's answer."""

    rest: bytes = b""
    complete: bool = False
    served_by: int = 0

    def statements_in(self, chunk: bytes) -> int:
        """How many statements' answers end in this chunk."""
        self.rest += chunk
        ended = 0
        while len(self.rest) >= HEADER:
            length = 1 + int.from_bytes(self.rest[1:HEADER], "big")
            if len(self.rest) < length:
                break
            kind = self.rest[0]
            if kind == SERVER_PROCESS:
                self.served_by = int.from_bytes(self.rest[HEADER : HEADER + 4], "big")
            self.rest = self.rest[length:]
            self.complete |= kind == COMMAND_COMPLETE
            if kind == READY and self.complete:
                self.complete = False
                ended += 1
        return ended


@dataclass
class Wire:
    """An address that leads to the database, and what is to happen on the way."""

    dsn: str = ""
    seen: int = 0
    """Statements carried out since `arm`."""
    served_by: int = 0
    """The process of the database that carried out the chosen statement."""
    _breaks_at: int | None = None
    _act: Callable[[], Awaitable[None]] | None = None
    _open: set[asyncio.StreamWriter] = field(default_factory=set)

    def arm(self, breaks_at: int | None, act: Callable[[], Awaitable[None]] | None = None) -> None:
        """From now on statements are counted; the answer of the chosen one never arrives.

        `act` is done then; without one the connection is cut.
        """
        self.seen, self._breaks_at, self._act = 0, breaks_at, act

    def disarm(self) -> None:
        """Everything passes."""
        self._breaks_at = None

    async def _forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: _Answers | None
    ) -> None:
        with suppress(ConnectionError):
            while chunk := await reader.read(65_536):
                if answers is not None and (ended := answers.statements_in(chunk)):
                    self.seen += ended
                    if self._breaks_at is not None and self.seen >= self._breaks_at:
                        self._breaks_at, self.served_by = None, answers.served_by
                        if self._act is not None:
                            await self._act()
                        break
                writer.write(chunk)
                await writer.drain()

    async def carry(
        self,
        upstream_address: Address,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """One connection of the process, joined to one of the database."""
        try:
            upstream_reader, upstream = await upstream_address.connect()
        except OSError:
            writer.close()
            return
        self._open |= {writer, upstream}
        both = [
            asyncio.create_task(self._forward(reader, upstream, None)),
            asyncio.create_task(self._forward(upstream_reader, writer, _Answers())),
        ]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            for side in (writer, upstream):
                self._open.discard(side)
                side.close()
            for side in (writer, upstream):
                with suppress(OSError):
                    await side.wait_closed()

    def close(self) -> None:
        """Cuts every connection."""
        for side in list(self._open):
            side.close()


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database listens: on a host, or on a socket in a folder."""

    host: str
    port: int

    @classmethod
    def of(cls, dsn: str) -> Address:
        """What an address says before its `?`, or after it."""
        parts = urlsplit(dsn)
        query = parse_qs(parts.query)
        host = parts.hostname or query.get("host", ["127.0.0.1"])[0]
        return cls(host, parts.port or int(query.get("port", ["5432"])[0]))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens a connection. Raises OSError."""
        if self.host.startswith("/"):
            return await asyncio.open_unix_connection(f"{self.host}/.s.PGSQL.{self.port}")
        return await asyncio.open_connection(self.host, self.port)


@asynccontextmanager
async def wire_to(dsn: str) -> AsyncIterator[Wire]:
    """A wire to the database at `dsn`; its own address is in `Wire.dsn`."""
    upstream = Address.of(dsn)
    parts = urlsplit(dsn)
    wire = Wire()
    carried: set[asyncio.Task[None]] = set()

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            carried.add(task)
            task.add_done_callback(carried.discard)
        await wire.carry(upstream, reader, writer)

    server = await asyncio.start_server(accepted, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    account = parts.netloc.rpartition("@")[0]
    netloc = f"{account}@127.0.0.1:{port}" if account else f"127.0.0.1:{port}"
    wire.dsn = urlunsplit(parts._replace(netloc=netloc, query="sslmode=disable"))
    try:
        yield wire
    finally:
        server.close()
        wire.close()
        await asyncio.gather(*carried, return_exceptions=True)
        await server.wait_closed()
