"""Figures of a period: sums of days that are over, and of the orders of later days.

docs/figures.md defines them. Days that are over have rows in tables of daily figures; the present day,
and the unfinished day that it is compared with, are read from their orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from stallage.backoffice.rules.figures import Period, day_start
from stallage.backoffice.sql import figures as sql
from stallage.core.db import Connection, Record

STATE = "SELECT time_zone, derived_until FROM figures_state"
STORED: Mapping[str, str] = {
    sql.ORDERS: "SELECT day, orders FROM sales_days WHERE day BETWEEN $1 AND $2",
    sql.TENDERS: """
        SELECT day, kind, received, to_collect, refunded FROM tender_days
        WHERE day BETWEEN $1 AND $2
    """,
    sql.SKUS: """
        SELECT min(day) AS day, sku_id, min(product_id) AS product_id, sum(units)::bigint AS units,
            sum(revenue)::bigint AS revenue
        FROM sku_days WHERE day BETWEEN $1 AND $2 GROUP BY sku_id
    """,
    sql.TAXES: """
        SELECT day, country, name, rate, orders, amount FROM tax_days WHERE day BETWEEN $1 AND $2
    """,
}


@dataclass(slots=True)
class TenderSums:
    """Money of one kind of tender, in minor units."""

    received: int = 0
    to_collect: int = 0
    refunded: int = 0

    @property
    def revenue(self) -> int:
        """What the orders are worth: received, or still to be collected."""
        return self.received + self.to_collect

    def add(self, other: TenderSums) -> None:
        """Add the sums of other orders."""
        self.received += other.received
        self.to_collect += other.to_collect
        self.refunded += other.refunded


@dataclass(slots=True)
class DayFigures:
    """The orders of a day, and how they were paid."""

    orders: int = 0
    tenders: defaultdict[str, TenderSums] = field(default_factory=lambda: defaultdict(TenderSums))

    @property
    def revenue(self) -> int:
        """In minor units."""
        return sum(one.revenue for one in self.tenders.values())


async def _read_figures(
    connection: Connection, figure: str, period: Period, zone: ZoneInfo
) -> list[Record]:
    """Read the rows of a figure, a query of `sql.figures`, of all days of a period.

    A key, such as a SKU, may have a row for each day.
    """
    stored_until = await _stored_until(connection, period, zone)
    rows: list[Record] = []
    if stored_until >= period.first:
        rows += await connection.fetch(STORED[figure], period.first, stored_until)
    live_from = max(period.first, stored_until + timedelta(days=1))
    if live_from <= period.last:
        begin = day_start(live_from, zone)
        rows += await connection.fetch(figure, begin, period.until, zone.key)
    return rows


async def _stored_until(connection: Connection, period: Period, zone: ZoneInfo) -> date:
    """The last day of the period whose stored figures can be used."""
    row = await connection.fetchrow(STATE)
    if row is None or row["time_zone"] != zone.key:
        return period.first - timedelta(days=1)
    is_partial = period.until < day_start(period.last + timedelta(days=1), zone)
    last_whole = period.last - timedelta(days=1) if is_partial else period.last
    stored: date = min(row["derived_until"], last_whole)
    return stored


async def sales_by_day(
    connection: Connection, period: Period, zone: ZoneInfo
) -> dict[date, DayFigures]:
    """Return orders and money of each day of a period."""
    days = {day: DayFigures() for day in period.days}
    for row in await _read_figures(connection, sql.ORDERS, period, zone):
        days[row["day"]].orders += row["orders"]
    for row in await _read_figures(connection, sql.TENDERS, period, zone):
        sums = TenderSums(row["received"], row["to_collect"], row["refunded"])
        days[row["day"]].tenders[row["kind"]].add(sums)
    return days


@dataclass(frozen=True, slots=True)
class TaxSum:
    """A tax of the orders of a period. `amount` is in minor units."""

    country: str
    name: str
    rate: str
    orders: int
    amount: int


async def sum_taxes(connection: Connection, period: Period, zone: ZoneInfo) -> list[TaxSum]:
    """Return the taxes of a period by country and rate."""
    sums: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in await _read_figures(connection, sql.TAXES, period, zone):
        one = sums[row["country"], row["name"], row["rate"]]
        one[0] += row["orders"]
        one[1] += row["amount"]
    return [TaxSum(*key, *values) for key, values in sorted(sums.items())]


@dataclass(frozen=True, slots=True)
class ProductSum:
    """Units and revenue of a product. `revenue` is in minor units."""

    product_id: int
    sku_id: int
    """One of its SKUs."""
    units: int
    revenue: int


async def sum_products(connection: Connection, period: Period, zone: ZoneInfo) -> list[ProductSum]:
    """Return the sales of all products of a period, the largest revenue first."""
    units: defaultdict[int, int] = defaultdict(int)
    revenue: defaultdict[int, int] = defaultdict(int)
    sku_ids: dict[int, int] = {}
    for row in await _read_figures(connection, sql.SKUS, period, zone):
        sku_ids[row["product_id"]] = row["sku_id"]
        units[row["product_id"]] += row["units"]
        revenue[row["product_id"]] += row["revenue"]
    return [
        ProductSum(product_id, sku_ids[product_id], units[product_id], revenue[product_id])
        for product_id in sorted(units, key=lambda one: (-revenue[one], one))
    ]
