"""Sales of the shop that the customers and orders came from."""

from __future__ import annotations

from typing import cast
from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.reports.queries.sales import total_of
from stallage.reports.rules.figures import Period
from stallage.reports.rules.periods import Unit, unit_start, unit_starts
from stallage.reports.rules.reports import Row

FIELDS = ("orders", "units", "delivery", "revenue", "tax", "refunds", "net")

# Cancelled and unpaid orders brought nothing in. Amounts of other currencies cannot be added.
BY_DAY = """
SELECT (o.placed_at AT TIME ZONE $3)::date AS day, count(*) AS orders,
    coalesce(sum(l.units), 0)::bigint AS units, sum(o.shipping)::bigint AS delivery,
    sum(o.total)::bigint AS revenue, sum(o.tax)::bigint AS tax, sum(o.refunded)::bigint AS refunds,
    sum(o.total - o.refunded)::bigint AS net
FROM imported_orders_view o
CROSS JOIN LATERAL (
    SELECT sum(quantity) AS units FROM imported_order_lines_view WHERE order_id = o.id) l
WHERE o.placed_at >= ($1::date)::timestamp AT TIME ZONE $3 AND o.placed_at < $2
    AND o.currency = (SELECT currency FROM catalogue_state_view)
    AND NOT o.cancelled AND o.payment NOT IN ('pending', 'voided')
GROUP BY 1
"""


async def earlier_sales(
    connection: Connection, period: Period, zone: ZoneInfo, unit: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by day, week or month, with those in which nothing was sold."""
    by = cast(Unit, unit)
    starts = [start.isoformat() for start in unit_starts(period, by)]
    sums = {start: dict.fromkeys(FIELDS, 0) for start in starts}
    for row in await connection.fetch(BY_DAY, period.first, period.until, zone.key):
        day = sums[unit_start(row["day"], by).isoformat()]
        for name in FIELDS:
            day[name] += row[name]
    rows = [Row((start,), (start,), dict(sums[start])) for start in starts]
    return rows, dict(total_of(sums.values(), FIELDS))
