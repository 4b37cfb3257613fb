"""Compares the answers to shoppers with the database and the mailbox.

Jepsen checks a register in this way: every acknowledged write is there, no refused one is, and one without a
definite answer may be either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from deploy.lab.faults import Lab
from deploy.lab.history import History, Outcome
from deploy.lab.shop import Stock
from deploy.lab.waiting import until
from stallage.core.db import Connection, prepare_connection
from stallage.core.db_hosts import Hosts
from stallage.core.invariants import check_invariants
from tests.invariants import INVARIANTS

MAIL_SECONDS = 300
"""How long emails may take after the last fault. Failed ones are tried again after growing pauses."""

KEYS = """
    SELECT key, result->>'order_id' AS order_id FROM idempotency_keys WHERE scope LIKE 'order:%'
"""
ORDERS = "SELECT public_id FROM orders"
SOLD = """
    SELECT s.id, s.stock, coalesce(sum(l.quantity), 0)::int AS sold
    FROM skus s LEFT JOIN order_lines l ON l.sku_id = s.id GROUP BY s.id
"""


@dataclass
class Findings:
    """What was compared, and what must be empty or zero."""

    acknowledged: int = 0
    refused: int = 0
    unknown: int = 0
    unknown_placed: int = 0
    """Orders without a definite answer that are there."""
    lost: list[str] = field(default_factory=list)
    """Acknowledged, but not there."""
    refused_placed: list[str] = field(default_factory=list)
    """Refused, but there."""
    doubled: list[str] = field(default_factory=list)
    """There without an attempt of their own."""
    wrong_stock: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """Violated invariants of the books."""
    stale: list[str] = field(default_factory=list)
    lost_pictures: list[str] = field(default_factory=list)
    pictures: int = 0
    unsent: list[str] = field(default_factory=list)
    """Orders whose email was never sent."""
    mails: int = 0
    sent_twice: int = 0

    def failures(self) -> dict[str, list[str]]:
        """Return what must not be, by a name for the report."""
        return {
            "acknowledged orders lost": self.lost,
            "refused orders placed": self.refused_placed,
            "orders doubled": self.doubled,
            "SKUs with wrong stock": self.wrong_stock,
            "invariants of the books violated": self.broken,
            "own reads stale": self.stale,
            "acknowledged pictures lost": self.lost_pictures,
            "orders without an email": self.unsent,
        }


async def check(lab: Lab, history: History, stock: Stock) -> Findings:
    """Compare everything, after all faults are healed and the shoppers have left."""
    connection = await Hosts(f"{lab.cluster.dsn}?target_session_attrs=read-write").connect()
    await prepare_connection(connection)
    try:
        findings = Findings(stale=list(history.stale))
        placed = await check_orders(connection, history, findings)
        await check_stock(connection, stock.units(), findings)
        findings.broken = [
            f"{one.invariant.rule}: {one.count} {one.examples}"
            for one in await check_invariants(connection, INVARIANTS)
            if one.count
        ]
    finally:
        await connection.close()
    await _check_mails(lab, placed, findings)
    await _check_pictures(lab, history, findings)
    return findings


async def check_orders(connection: Connection, history: History, findings: Findings) -> set[str]:
    """Compare the orders; return those in the database."""
    by_key: Mapping[str, str] = {
        row["key"]: row["order_id"] for row in await connection.fetch(KEYS)
    }
    placed = {row["public_id"] for row in await connection.fetch(ORDERS)}
    for order in history.of(Outcome.ACKNOWLEDGED):
        findings.acknowledged += 1
        if order.order_id not in placed or by_key.get(order.key) != order.order_id:
            findings.lost.append(f"{order.order_id} ({order.key}, after {order.at:.0f} s)")
    for order in history.of(Outcome.REFUSED):
        findings.refused += 1
        if order.key in by_key:
            findings.refused_placed.append(f"{by_key[order.key]} ({order.key})")
    for order in history.of(Outcome.UNKNOWN):
        findings.unknown += 1
        findings.unknown_placed += order.key in by_key
    times = Counter(by_key.values())
    attempted = {one.key for one in history.orders}
    expected = {order_id for key, order_id in by_key.items() if key in attempted}
    findings.doubled = sorted(placed - expected) + [one for one in times if times[one] > 1]
    return placed


async def check_stock(connection: Connection, units: Mapping[int, int], findings: Findings) -> None:
    """Compare the stock of each SKU with its units before the first order and those sold."""
    for row in await connection.fetch(SOLD):
        if units[row["id"]] - row["sold"] != row["stock"] or row["stock"] < 0:
            findings.wrong_stock.append(f"{row['id']}: {row['stock']} left, {row['sold']} sold")


async def _check_mails(lab: Lab, placed: set[str], findings: Findings) -> None:
    """Wait until each order has its email, and count those that were sent more than once."""

    def received() -> Counter[str]:
        mails: list[dict[str, Any]] = lab.services.received()
        return Counter(one["order"] for one in mails if one["order"])

    try:
        await until(lambda: placed <= received().keys(), "an email for each order", MAIL_SECONDS)
    except TimeoutError:
        findings.unsent = sorted(placed - received().keys())
    times = received()
    findings.mails = times.total()
    findings.sent_twice = sum(number - 1 for number in times.values())


async def _check_pictures(lab: Lab, history: History, findings: Findings) -> None:
    """Read each acknowledged picture again; it must be what was shown first, if it was shown."""
    findings.pictures = len(history.pictures)
    async with httpx.AsyncClient(base_url=lab.services.url, trust_env=False, timeout=45) as client:
        for url, shown in history.pictures.items():
            answer = await client.get(url)
            if answer.status_code != 200 or (shown and answer.content != shown):
                findings.lost_pictures.append(f"{url}: {answer.status_code}")
