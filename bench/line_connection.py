"""A shopper's connection: HTTP/1.1 with a Content-Length, for thousands of shoppers on one core.

A general client costs more processor time per request than the shop, and would set the pace of the sale.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson

TIMEOUT_SECONDS = 60.0
IDLE_SECONDS = 4.0
"""A connection that was idle for longer is given up before the shop closes it."""


class Connection:
    """Sends one request after another, over the same connection where possible."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used_at = 0.0

    async def post(self, path: str, body: object, headers: Mapping[str, str]) -> dict[str, Any]:
        """Return the answer. Raises OSError, EOFError or TimeoutError without one."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._post(path, orjson.dumps(body), headers)
        except (OSError, EOFError):
            self.close()
            raise

    async def _post(self, path: str, body: bytes, headers: Mapping[str, str]) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        if self._streams is not None and loop.time() - self._used_at > IDLE_SECONDS:
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._address)
        reader, writer = self._streams
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer: dict[str, Any] = orjson.loads(await reader.readexactly(length))
        self._used_at = loop.time()
        if b"connection: close" in head:
            self.close()
        return answer

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
