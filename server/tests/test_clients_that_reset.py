"""Clients that reset their connection during a response cause no error in the log."""

from __future__ import annotations

import asyncio
import socket
import struct

from stallage.core.runtime import Runtime
from tests.processes import free_port, stallage, wait_until_ready
from tests.products.factory import make_long_feed
from tests.raw_client import raw_socket, request_head, send

RESETS = 8
FEED, LIST = request_head("GET", "/feeds/google.xml"), request_head("GET", "/api/products")
AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER with zero seconds: closing resets the connection."""


async def test_a_reset_within_a_feed_is_no_error(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        await make_long_feed(connection)
    port = free_port()
    # In a real process, which uses uvloop.
    async with stallage(runtime.settings, "serve", "--port", str(port)) as process:
        client = await wait_until_ready(port)
        for number in range(RESETS):
            async with raw_socket(f"http://127.0.0.1:{port}", buffer_bytes=4096) as one:
                await send(one, (FEED + LIST) if number < RESETS / 2 else FEED)
                assert await asyncio.get_running_loop().sock_recv(one, 9) == b"HTTP/1.1 "
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        assert (await client.get("/healthz")).status_code == 200
        await client.aclose()
        process.terminate()
        output, errors = await process.communicate()
    log = (output + errors).decode()
    for text in ("unhandled_error", "Traceback", "without completing", '"level": "error"'):
        assert text not in log, log[-3000:]
