"""Sends requests over bare sockets, for clients that misbehave: slowly, partly, or without reading."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit


def request_head(method: str, path: str, *headers: str) -> bytes:
    """Return the request line and headers, including the empty line."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: shop", *headers, "", ""]).encode()


@asynccontextmanager
async def raw_socket(
    url: str, *, buffer_bytes: int | None = None, source: tuple[str, int] | None = None
) -> AsyncIterator[socket.socket]:
    """Open a connection to a shop, from the address `source` if given.

    With a small receive buffer the server soon notices that the client does not read.
    """
    parts = urlsplit(url)
    client = socket.socket()
    client.setblocking(False)
    if buffer_bytes is not None:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
    if source is not None:
        client.bind(source)
    try:
        await asyncio.get_running_loop().sock_connect(client, (parts.hostname, parts.port))
        yield client
    finally:
        client.close()


async def send(client: socket.socket, content: bytes) -> None:
    await asyncio.get_running_loop().sock_sendall(client, content)


async def receive_all(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    parts: list[bytes] = []
    loop = asyncio.get_running_loop()
    try:
        while part := await loop.sock_recv(client, 65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)
