"""Shoppers of a flash sale who use the line as the storefront does, and end when the product is sold out."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from bench.buying import ADDRESS, CONTACT
from bench.line_connection import Connection

FAILURE_PAUSE = 1.0
NO_ANSWER = (OSError, EOFError, TimeoutError)


@dataclass
class Results:
    """What the shoppers have measured, in seconds."""

    placed: int = 0
    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    """When the last order was placed."""
    waits: list[float] = field(default_factory=list)
    """Of orders that were placed, from the first request on."""
    in_line: int = 0
    errors_of_announcements: list[float] = field(default_factory=list)
    """Actual wait in line less the one that was announced at first."""
    announced: list[float] = field(default_factory=list)
    polls: int = 0
    others: Counter[str] = field(default_factory=Counter)
    """Other answers, by code."""

    @property
    def per_second(self) -> float:
        """Orders a second."""
        return self.placed / max(self.ended - self.began, 0.001)


@dataclass
class Sale:
    """Shoppers who buy one unit each, one after another at each of the connections."""

    port: int
    sku_id: int
    is_over: bool = False
    results: Results = field(default_factory=Results)
    _numbers: count[int] = field(default_factory=count)

    async def run(self, shoppers: int) -> Results:
        """Send shoppers until the product is sold out, this many at once."""
        connections = [Connection("127.0.0.1", self.port) for _ in range(shoppers)]
        await asyncio.gather(*map(self._shoppers, connections))
        for connection in connections:
            connection.close()
        return self.results

    async def _shoppers(self, connection: Connection) -> None:
        while not self.is_over:
            await self._shopper(connection, next(self._numbers))

    async def _shopper(self, connection: Connection, number: int) -> None:
        """Order, wait in line while the shop says so, and order again."""
        headers = {
            "Idempotency-Key": f"sale-{number}",
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        }
        body = _order(self.sku_id, number)
        began = time.monotonic()
        announced: float | None = None
        joined = 0.0
        while not self.is_over:
            try:
                answer = await connection.post("/api/orders", body, headers)
            except NO_ANSWER as error:
                self.results.others[type(error).__name__] += 1
                await asyncio.sleep(FAILURE_PAUSE)
                continue
            if answer["status"]:
                self._placed(began, announced, joined)
                return
            code = answer["error"]["code"]
            if code != "in_line":
                self.results.others[code] += 1
                self.is_over = self.is_over or code == "out_of_stock"
                if code not in ("not_ready", "out_of_stock"):
                    return
                await asyncio.sleep(FAILURE_PAUSE)
                continue
            place = answer["error"]["line"]
            headers["Line-Ticket"] = place["ticket"]
            if announced is None:
                announced, joined = float(place["seconds"]), time.monotonic()
                self.results.in_line += 1
            await self._wait(connection, place)

    def _placed(self, began: float, announced: float | None, joined: float) -> None:
        now = self.results.ended = time.monotonic()
        self.results.placed += 1
        self.results.waits.append(now - began)
        if announced is not None:
            self.results.announced.append(announced)
            self.results.errors_of_announcements.append(now - joined - announced)

    async def _wait(self, connection: Connection, place: dict[str, Any]) -> None:
        """Ask for the place as often as the shop says, until its turn."""
        while place["state"] == "waiting" and not self.is_over:
            await asyncio.sleep(place["pollSeconds"])
            self.results.polls += 1
            try:
                answer = await connection.post(
                    "/api/checkout/line", {"ticket": place["ticket"]}, {}
                )
                place = answer["output"]
            except NO_ANSWER as error:
                self.results.others[type(error).__name__] += 1
        if place["state"] == "sold_out":
            self.is_over = True


def _order(sku_id: int, number: int) -> dict[str, Any]:
    phone = f"206{5_000_000 + number % 4_999_999}"
    return {
        "skuIds": [sku_id],
        "contact": CONTACT | {"email": f"sale{number}@example.com"},
        "address": ADDRESS | {"line1": f"{number} Kiln Lane", "phone": phone},
        "shippingMethod": "standard",
        "paymentMethod": "cod",
    }


def quantile(values: list[float], percent: float) -> float:
    """Return a percentile; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def lines_about(results: Results, units: int) -> list[str]:
    """Describe the sale in sentences."""
    errors = results.errors_of_announcements
    relative = [
        abs(error) / max(announced, 1.0)
        for error, announced in zip(errors, results.announced, strict=True)
    ]
    return [
        f"{results.placed:,} of {units:,} units sold in {results.ended - results.began:.1f} s:"
        f" {results.per_second:.0f} orders/s",
        f"waits 50 / 99 %: {quantile(results.waits, 50):.1f} / {quantile(results.waits, 99):.1f} s",
        f"in line: {results.in_line:,}, {results.polls:,} look-ups",
        f"announced 50 / 99 %: {quantile(results.announced, 50):.0f} /"
        f" {quantile(results.announced, 99):.0f} s",
        "actual less announced, seconds 5 / 50 / 95 %: "
        + " / ".join(f"{quantile(errors, percent):+.1f}" for percent in (5, 50, 95)),
        f"median error: {statistics.median(relative):.0%}" if relative else "nobody waited in line",
        f"other answers: {dict(results.others) or 'none'}",
    ]
