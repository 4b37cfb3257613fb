"""Clients that break their connection off within an answer leave no error in the log."""

from __future__ import annotations

import asyncio
import socket
import struct

from stallage.core.runtime import Runtime
from tests.products.factory import make_long_feed
from tests.raw_client import raw_socket, request_head, send
from tests.test_process import answers, free_port, stallage

RESETS = 8
FEED, LIST = request_head("GET", "/feeds/google.xml"), request_head("GET", "/api/products")
AT_ONCE = struct.pack("ii", 1, 0)
"""Lingering for no time: closing then resets the connection."""


async def test_a_reset_within_a_feed_is_no_error(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        await make_long_feed(connection)
    port = free_port()
    # On the event loop that shops run on.
    async with stallage(runtime.settings, "serve", "--port", str(port)) as process:
        client = await answers(port)
        for number in range(RESETS):
            async with raw_socket(f"http://127.0.0.1:{port}", buffer_bytes=4096) as one:
                await send(one, (FEED + LIST) if number < RESETS / 2 else FEED)
                assert await asyncio.get_running_loop().sock_recv(one, 9) == b"HTTP/1.1 "
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        assert (await client.get("/healthz")).status_code == 200
        await client.aclose()
        process.terminate()
        output, errors = await process.communicate()
    said = (output + errors).decode()
    for complaint in ("unhandled_error", "Traceback", "without completing", '"level": "error"'):
        assert complaint not in said, said[-3000:]
