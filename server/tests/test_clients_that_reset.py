"""Clients that break their connection off within an answer leave no error in the log."""

from __future__ import annotations

import asyncio
import socket
import struct

from stallage.core.runtime import Runtime
from tests.catalog.factory import SkuOf, make_product
from tests.raw_client import raw_socket, request_head, send
from tests.test_process import answers, free_port, stallage

RESETS = 8
FEED, LIST = request_head("GET", "/feeds/google.xml"), request_head("GET", "/api/products")
FEED_SKUS = 1300
LONGEST_TEXT = "Turned by hand, glazed twice. " * 160
AT_ONCE = struct.pack("ii", 1, 0)
"""Lingering for no time: closing then resets the connection."""


async def test_a_reset_within_a_feed_is_no_error(runtime: Runtime) -> None:
    async with runtime.database.transaction() as connection:
        made = await make_product(
            connection,
            description_html=f"<p>{LONGEST_TEXT}</p>",
            option_names=["Number"],
            skus=[SkuOf(("0",))],
        )
        await connection.execute(
            "INSERT INTO skus (product_id, position, sku, options, price, stock)"
            " SELECT $1, n, 'F-' || n, ARRAY[n::text], 1000, 1 FROM generate_series(1, $2) n",
            made.id,
            FEED_SKUS,
        )
    port = free_port()
    # On the event loop that shops run on.
    async with stallage(runtime.settings, "serve", "--port", str(port)) as process:
        client = await answers(port)
        for number in range(RESETS):
            async with raw_socket(f"http://127.0.0.1:{port}", buffer_bytes=4096) as one:
                await send(one, (FEED + LIST) if number < RESETS / 2 else FEED)
                assert await asyncio.get_running_loop().sock_recv(one, 9) == b"HTTP/1.1 "
                # Some leave while a page is made, some while nothing more can be sent to them.
                await asyncio.sleep(number % 2)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        assert (await client.get("/healthz")).status_code == 200
        await client.aclose()
        process.terminate()
        output, errors = await process.communicate()
    said = (output + errors).decode()
    for complaint in ("unforeseen", "Traceback", "without completing", '"level": "error"'):
        assert complaint not in said, said[-3000:]
