"""Simulates ordinary shoppers, who pause between requests, and measures their response times.

Reads its plan as JSON from standard input (`port`, `seconds`, `shoppers`, `walks`, `skus`) and writes
`{"times", "failures", "example"}` as JSON: milliseconds of each response, the number of requests without a
response or with an error, and an example of those.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

import uvloop

from bench.load import Call

THINKS_SECONDS = 0.2
"""Average pause. Real shoppers pause longer, so each of these represents several."""
TIMEOUT_SECONDS = 10.0
WARM_UP_SECONDS = 2.0


class Tally:
    """Response times and failures."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.failures = 0
        self.example = ""

    def record_failure(self, why: str) -> None:
        """Record a missing response or an error."""
        self.failures += 1
        self.example = self.example or why


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    start = head.lower().find(b"content-length:")
    length = int(head[start + 15 : head.find(b"\r", start)]) if start >= 0 else 0
    return status, await reader.readexactly(length)


async def _shopper(number: int, plan: dict[str, Any], tally: Tally) -> None:
    chance = random.Random(number)
    calls = [(Call(specification), specification["share"]) for specification in plan["walks"]]
    counted_from = time.perf_counter() + WARM_UP_SECONDS
    until = counted_from + plan["seconds"]
    reader = writer = None
    turn = 0
    while time.perf_counter() < until:
        await asyncio.sleep(chance.expovariate(1 / THINKS_SECONDS))
        call = chance.choices([one for one, _ in calls], [share for _, share in calls])[0]
        turn += 1
        began = time.perf_counter()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                if writer is None:
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", plan["port"], local_addr=("127.0.0.1", 0)
                    )
                assert reader is not None
                once = f"{plan['run']}-{number}-{turn}"
                writer.write(call.fill_in(chance, plan["skus"], once, "0"))
                status, body = await _answer(reader)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            if writer is not None:
                writer.close()
            reader = writer = None
            if began >= counted_from:
                tally.record_failure(repr(error))
            continue
        if began < counted_from:
            continue
        tally.times.append((time.perf_counter() - began) * 1000)
        if status >= 400:
            tally.record_failure(
                f"{status} {call.line.split()[1]} {body[:200].decode(errors='replace')}"
            )


async def run(plan: dict[str, Any]) -> dict[str, Any]:
    """Run the plan."""
    tally = Tally()
    await asyncio.gather(*(_shopper(number, plan, tally) for number in range(plan["shoppers"])))
    return {"times": tally.times, "failures": tally.failures, "example": tally.example}


if __name__ == "__main__":
    print(json.dumps(uvloop.run(run(json.load(sys.stdin)))))
