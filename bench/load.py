"""A load: connections that repeat a list of calls as fast as responses arrive.

Reads a plan as JSON from standard input and writes results as JSON. A plan's `walks` are lists of calls;
`length` calls of a walk are one operation. A call's body and headers may contain `@SKU@` (a random SKU),
`@ONCE@` (a unique text), `@PHONE@` (an American number), `@ADDRESS@` (a shopper's network address, in
headers) and `@TOTAL@` (the total of the last quote). It implements just enough of HTTP/1.1 for persistent
connections with a Content-Length, so that it costs less than what it measures.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from functools import partial
from typing import Any

import uvloop

TOTAL = re.compile(rb'"total":\{"amount":(\d+)')
PLACEHOLDER = re.compile(r"@(?:SKU|ONCE|PHONE|TOTAL|ADDRESS)@")


class Call:
    """A request as bytes, or as a text with placeholders."""

    def __init__(self, specification: dict[str, Any]) -> None:
        method, path = specification.get("method", "POST"), specification["path"]
        self.line = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        self.headers = "".join(
            f"{name}: {value}\r\n" for name, value in specification["headers"].items()
        )
        self.body: str = specification["body"]
        drawn = PLACEHOLDER.search(self.body + self.headers) is not None
        self.ready = None if drawn else self._bytes(self.headers, self.body)

    def _bytes(self, headers: str, body: str) -> bytes:
        if not body:
            return f"{self.line}{headers}\r\n".encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n"
        return f"{self.line}{headers}{kind}\r\n{body}".encode()

    def fill_in(self, chance: random.Random, skus: list[int], once: str, total: str) -> bytes:
        """Return the request with its placeholders filled in."""
        if self.ready is not None:
            return self.ready
        body = re.sub("@SKU@", lambda _: str(chance.choice(skus)), self.body)
        body = body.replace("@ONCE@", once).replace("@TOTAL@", total)
        body = body.replace("@PHONE@", f"2065{chance.randrange(10**6):06}")
        headers = self.headers.replace("@ONCE@", once)
        if "@ADDRESS@" in headers:
            parts = (str(chance.randrange(256)) for _ in range(3))
            headers = headers.replace("@ADDRESS@", f"11.{'.'.join(parts)}")
        return self._bytes(headers, body)


class Shopper(asyncio.Protocol):
    """One connection."""

    def __init__(
        self, number: int, plan: dict[str, Any], calls: list[Call], first: int, tally: Tally
    ) -> None:
        self.chance = random.Random(f"{plan['run']}-{number}")
        self.name = f"{plan['run']}-{number}"
        self.calls = calls
        self.length: int = plan["length"]
        self.skus: list[int] = plan["skus"]
        self.tally = tally
        self.received = bytearray()
        self.expected = -1
        self.step, self.rounds = first, 0
        self.began = 0.0
        self.total = "0"
        self.good = True
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.send_next()

    def send_next(self) -> None:
        """Send the next call of the walk."""
        if self.step % self.length == 0:
            self.began = time.perf_counter()
            self.good = True
            self.rounds += 1
        once = f"{self.name}-{self.rounds}"
        self.transport.write(
            self.calls[self.step].fill_in(self.chance, self.skus, once, self.total)
        )

    def data_received(self, data: bytes) -> None:
        self.received += data
        if self.expected < 0:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.received[:end]).lower()
            start = head.find(b"content-length:") + 15
            self.expected = end + 4 + int(head[start : head.find(b"\r", start) % (len(head) + 1)])
        if len(self.received) >= self.expected:
            self.handle_response()

    def handle_response(self) -> None:
        """Count the response and send the next call."""
        if self.received[9:11] != b"20":
            self.good = False
            self.tally.example = self.tally.example or bytes(self.received[-300:]).decode()
        if self.length > 1 and (found := TOTAL.search(self.received)) is not None:
            self.total = found[1].decode()
        self.received.clear()
        self.expected = -1
        self.step = (self.step + 1) % len(self.calls)
        if self.step % self.length == 0:
            self.tally.count(time.perf_counter() - self.began, self.good)
        self.send_next()

    def connection_lost(self, _error: Exception | None) -> None:
        self.tally.lost += 1


class Tally:
    """Operations since the end of the warm-up."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.failures = 0
        self.lost = 0
        self.example = ""

    def count(self, seconds: float, good: bool) -> None:
        """Record one operation."""
        self.times.append(seconds)
        self.failures += not good


async def run(plan: dict[str, Any]) -> dict[str, Any]:
    """Run the plan after a warm-up of one second."""
    tally = Tally()
    loop = asyncio.get_running_loop()
    host = plan.get("host", "127.0.0.1")
    walks = [[Call(specification) for specification in walk] for walk in plan["walks"]]
    shoppers = []
    for number in range(plan["connections"]):
        calls = walks[number % len(walks)]
        # Connections that share a walk begin at different calls.
        operations = len(calls) // plan["length"]
        first = number * operations // plan["connections"] * plan["length"]
        shopper = partial(Shopper, number, plan, calls, first, tally)
        shoppers.append(await loop.create_connection(shopper, host, plan["port"]))
    await asyncio.sleep(1)
    tally.times.clear()
    began = time.perf_counter()
    await asyncio.sleep(plan["seconds"])
    elapsed = time.perf_counter() - began
    times, failures, lost = sorted(tally.times), tally.failures, tally.lost
    for transport, _ in shoppers:
        transport.abort()
    if tally.example:
        print(f"A failed request: {tally.example}", file=sys.stderr)
    return {
        "per_second": len(times) / elapsed,
        "median_ms": times[len(times) // 2] * 1000,
        "slow_ms": times[len(times) * 99 // 100] * 1000,
        "failures": failures + lost,
    }


if __name__ == "__main__":
    print(json.dumps(uvloop.run(run(json.load(sys.stdin)))))
