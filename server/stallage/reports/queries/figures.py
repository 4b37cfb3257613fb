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

from stallage.core.db import Connection, Record
from stallage.reports.rules.figures import Period, day_start
from stallage.reports.sql import figures as sql

STATE = "SELECT time_zone, derived_until FROM figures_state"
_SUMS = """sum(orders)::bigint AS orders, sum(units)::bigint AS units, sum(gross)::bigint AS gross,
    sum(discounts)::bigint AS discounts, sum(delivery)::bigint AS delivery, sum(tax)::bigint AS tax,
    sum(refunds)::bigint AS refunds"""
STORED: Mapping[str, str] = {
    sql.SALES: """
        SELECT day, orders, units, gross, discounts, delivery, tax, refunds FROM sales_days
        WHERE day BETWEEN $1 AND $2
    """,
    sql.PLACES: f"""
        SELECT country, state, city, {_SUMS} FROM place_days WHERE day BETWEEN $1 AND $2
        GROUP BY country, state, city
    """,
    sql.PROMOS: """
        SELECT code, sum(orders)::bigint AS orders, sum(discounts)::bigint AS discounts,
            sum(revenue)::bigint AS revenue, sum(refunds)::bigint AS refunds
        FROM promo_days WHERE day BETWEEN $1 AND $2 GROUP BY code
    """,
    sql.TENDERS: """
        SELECT day, kind, provider, orders, received, to_collect, refunded FROM tender_days
        WHERE day BETWEEN $1 AND $2
    """,
    sql.SKUS: """
        SELECT min(day) AS day, sku_id, min(product_id) AS product_id,
            sum(orders)::bigint AS orders, sum(product_orders)::bigint AS product_orders,
            sum(units)::bigint AS units, sum(gross)::bigint AS gross,
            sum(discounts)::bigint AS discounts, sum(tax)::bigint AS tax,
            sum(refunds)::bigint AS refunds, sum(revenue)::bigint AS revenue
        FROM sku_days WHERE day BETWEEN $1 AND $2 GROUP BY sku_id
    """,
    sql.TAXES: """
        SELECT country, state, name, rate, sum(invoices)::bigint AS invoices,
            sum(credit_notes)::bigint AS credit_notes, sum(invoiced)::bigint AS invoiced,
            sum(credited)::bigint AS credited
        FROM tax_days WHERE day BETWEEN $1 AND $2 GROUP BY country, state, name, rate
    """,
}


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of a figure."""

    record: Record

    @property
    def day(self) -> date:
        """The day of the shop."""
        day: date = self.record["day"]
        return day

    def text(self, name: str) -> str:
        """A text, such as the country."""
        return str(self.record[name])

    def number(self, name: str) -> int:
        """A sum, or an id."""
        return int(self.record[name])


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


async def read_figures(
    connection: Connection, figure: str, period: Period, zone: ZoneInfo
) -> list[FigureRow]:
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
    return [FigureRow(row) for row in rows]


async def _stored_until(connection: Connection, period: Period, zone: ZoneInfo) -> date:
    """The last day of the period whose stored figures can be used."""
    until = await derived_until(connection, zone)
    if until is None:
        return period.first - timedelta(days=1)
    is_partial = period.until < day_start(period.last + timedelta(days=1), zone)
    last_whole = period.last - timedelta(days=1) if is_partial else period.last
    stored: date = min(until, last_whole)
    return stored


async def derived_until(connection: Connection, zone: ZoneInfo) -> date | None:
    """The last day with stored figures; None if there are none for this time zone."""
    row = await connection.fetchrow(STATE)
    if row is None or row["time_zone"] != zone.key:
        return None
    until: date = row["derived_until"]
    return until


async def sales_by_day(
    connection: Connection, period: Period, zone: ZoneInfo
) -> dict[date, DayFigures]:
    """Return orders and money of each day of a period."""
    days = {day: DayFigures() for day in period.days}
    for row in await read_figures(connection, sql.SALES, period, zone):
        days[row.day].orders += row.number("orders")
    for row in await read_figures(connection, sql.TENDERS, period, zone):
        sums = TenderSums(*map(row.number, ("received", "to_collect", "refunded")))
        days[row.day].tenders[row.text("kind")].add(sums)
    return days


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
    for row in await read_figures(connection, sql.SKUS, period, zone):
        product_id = row.number("product_id")
        sku_ids[product_id] = row.number("sku_id")
        units[product_id] += row.number("units")
        revenue[product_id] += row.number("revenue")
    return [
        ProductSum(product_id, sku_ids[product_id], units[product_id], revenue[product_id])
        for product_id in sorted(units, key=lambda one: (-revenue[one], one))
    ]
