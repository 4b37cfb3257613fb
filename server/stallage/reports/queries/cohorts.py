"""Customers by the month of their first order, and how many of them ordered again."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.reports.queries.figures import derived_until
from stallage.reports.rules.figures import Period, day_start
from stallage.reports.rules.reports import MONTHS, Row, ratio
from stallage.reports.sql import figures as sql

SHARE = 10_000
LONG_AGO = date(2000, 1, 1)

# All orders of a large shop are sorted and joined; on disk, this takes several times as long.
MORE_MEMORY = "SET LOCAL work_mem = '64MB'"

# $4: the last day that `order_days` has. A guest is identified by a contact that they have proven.
COHORTS = f"""
    WITH live AS MATERIALIZED ({sql.ORDERS}),
    counted AS (
        SELECT order_id, day, revenue - refunds AS net FROM order_days WHERE day <= $4
        UNION ALL SELECT order_id, day, revenue - refunds FROM live
    ), placed AS (
        SELECT o.customer_id AS buyer, false AS is_guest, c.day, c.net
        FROM counted c JOIN orders_view o ON o.id = c.order_id WHERE o.customer_id IS NOT NULL
        UNION ALL
        SELECT hashtextextended(coalesce(lower(o.email), o.phone), 0), true, c.day, c.net
        FROM counted c JOIN orders_view o ON o.id = c.order_id
        WHERE o.customer_id IS NULL AND o.contact_proven AND coalesce(o.email, o.phone) IS NOT NULL
    ), months AS (
        SELECT buyer, is_guest, (date_part('year', day) * 12 + date_part('month', day))::int - 1
                AS month, sum(net)::bigint AS net
        FROM placed GROUP BY 1, 2, 3
    ), firsts AS (
        SELECT month, net, min(month) OVER (PARTITION BY buyer, is_guest) AS first FROM months
    )
    SELECT first, month - first AS later, count(*) AS buyers, sum(net)::bigint AS net
    FROM firsts WHERE first BETWEEN $5 AND $6 AND month - first <= {MONTHS} GROUP BY 1, 2
"""


async def cohorts(
    connection: Connection, period: Period, zone: ZoneInfo, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Customers whose first order was in a month of the period.

    A month's share is of those who ordered in that month after the first one. Months that have not begun
    are unknown.
    """
    until = await derived_until(connection, zone)
    live_from = LONG_AGO if until is None else until + timedelta(days=1)
    first, last = (day.year * 12 + day.month - 1 for day in (period.first, period.last))
    await connection.execute(MORE_MEMORY)
    rows = await connection.fetch(
        COHORTS,
        day_start(live_from, zone),
        period.until,
        zone.key,
        live_from - timedelta(days=1),
        first,
        last,
    )
    found: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for row in rows:
        found[row["first"]][row["later"]] = row["buyers"], row["net"]
    today = period.until.astimezone(zone).date()
    now = today.year * 12 + today.month - 1
    is_share = grouping == "share"
    shown = [
        Row(
            (_month(month),),
            (_month(month),),
            _values(found.get(month, {}), now - month, is_share=is_share),
        )
        for month in range(first, min(last, now) + 1)
    ]
    return shown, _total(found, now, is_share=is_share)


def _month(number: int) -> str:
    return date(number // 12, number % 12 + 1, 1).isoformat()


def _values(
    later: dict[int, tuple[int, int]], known: int, *, is_share: bool
) -> dict[str, int | None]:
    customers = later.get(0, (0, 0))[0]
    values: dict[str, int | None] = {"customers": customers}
    for number in range(MONTHS + 1):
        buyers, net = later.get(number, (0, 0))
        value = ratio(buyers, customers, SHARE) if is_share else net
        values[f"m{number}"] = value if number <= known else None
    return values


def _total(
    found: dict[int, dict[int, tuple[int, int]]], now: int, *, is_share: bool
) -> dict[str, int | None]:
    """All cohorts; a month's share is of the customers whose month it is by now."""
    customers = {month: later.get(0, (0, 0))[0] for month, later in found.items()}
    values: dict[str, int | None] = {"customers": sum(customers.values())}
    for number in range(MONTHS + 1):
        begun = [month for month in found if month + number <= now]
        buyers = sum(found[month].get(number, (0, 0))[0] for month in begun)
        net = sum(found[month].get(number, (0, 0))[1] for month in begun)
        whole = sum(customers[month] for month in begun)
        values[f"m{number}"] = ratio(buyers, whole, SHARE) if is_share else net if begun else None
    return values
