"""Guests who order as the storefront does: wait in line, look up their place, order with the ticket."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from stallage.waiting_line.actions import advance, join
from stallage.waiting_line.cache.lines import WaitingLines, waiting_lines_of
from tests.checkout.factory import CONTACT, guest_order
from tests.shop import Shop


@contextmanager
def changed(module: ModuleType, name: str, value: float) -> Iterator[None]:
    """Change a constant of a module while the context lasts."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def lines_of(shop: Shop) -> WaitingLines:
    """The lines as this host knows them."""
    return waiting_lines_of(shop.runtime)


async def open_line(line: int, *hosts: Shop) -> None:
    """Open a line with somebody in it who never comes."""
    async with hosts[0].database.reading() as connection:
        await join(connection, line, [secrets.token_hex(16)])
    await read_lines(*hosts)


async def read_lines(*hosts: Shop) -> None:
    """Let hosts read the lines, as they do every second."""
    for host in hosts:
        await lines_of(host).read()


async def give_turns(line: int, turns: int, *hosts: Shop) -> None:
    """Let the next ones in a line have their turn, and all hosts know it."""
    async with hosts[0].database.reading() as connection:
        await advance(connection, line, turns)
    await read_lines(*hosts)


@dataclass
class Guest:
    """A guest who orders one unit of some SKUs."""

    name: str
    sku_ids: list[int]
    ticket: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def order(self, shop: Shop, **changes: Any) -> tuple[int, dict[str, Any]]:
        """Send the order; return its status and the output or the error."""
        contact = CONTACT | {"email": f"{self.name}@example.com"}
        headers = {"Idempotency-Key": f"order-of-{self.name}", **self.headers}
        if self.ticket:
            headers["Line-Ticket"] = self.ticket
        answered = await shop.client.post(
            "/api/orders",
            json=guest_order(self.sku_ids, contact=contact, **changes),
            headers=headers,
        )
        body = answered.json()
        result: dict[str, Any] = body["output"] or body["error"]
        if result.get("code") == "in_line":
            assert answered.headers["Retry-After"] == str(result["line"]["pollSeconds"])
            self.ticket = result["line"]["ticket"]
        return answered.status_code, result

    async def join(self, shop: Shop) -> int:
        """Send the order to get in line; return how many are ahead."""
        status, error = await self.order(shop)
        assert (status, error["code"]) == (503, "in_line")
        assert error["line"]["state"] == "waiting"
        return int(error["line"]["ahead"])

    async def place(self, shop: Shop) -> dict[str, Any]:
        """Ask for the place of the ticket."""
        place: dict[str, Any] = await shop.output(
            "POST", "/api/checkout/line", json={"ticket": self.ticket}
        )
        return place

    async def leave(self, shop: Shop) -> None:
        """Give the ticket back."""
        await shop.output("POST", "/api/checkout/line/leave", json={"ticket": self.ticket})


def guests(count: int, *sku_ids: int) -> list[Guest]:
    """Guests who want the same."""
    return [Guest(f"guest{number:03}", list(sku_ids)) for number in range(count)]
