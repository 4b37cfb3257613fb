"""A server that receives webhooks in tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Received:
    """A request that arrived."""

    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass
class Receiver:
    """Requests that arrived, and how the next ones are answered."""

    url: str
    requests: list[Received] = field(default_factory=list)
    answer: Callable[[Received], tuple[int, bytes, dict[str, str]]] = lambda _: (200, b"ok", {})

    def topics(self) -> list[str]:
        """Return the topics in the order in which they arrived."""
        return [one.message["type"] for one in self.requests]


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """Serve a receiver on a free loopback port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])
        }
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        request = Received(headers, body)
        receiver.requests.append(request)
        status, content, extra = receiver.answer(request)
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(content)}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in extra.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    receiver = Receiver(f"http://127.0.0.1:{port}/hook")
    async with server:
        yield receiver
