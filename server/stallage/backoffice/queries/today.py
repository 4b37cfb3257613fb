"""The panels of Today."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from asyncpg import Record

from stallage.backoffice.schemas.today import (
    LowStock,
    LowStocks,
    MoneyIn,
    Sales,
    SalesOfDay,
    SalesTotals,
    SearchWithoutResult,
    SoldProduct,
    TenderMoney,
)
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.reports.queries.figures import (
    DayFigures,
    TenderSums,
    sales_by_day,
    sum_products,
)
from stallage.reports.rules.figures import (
    PACE_DAYS,
    Period,
    days_left,
    period_before,
    period_ending,
)
from stallage.stock_keeping.sql.low_levels import LEVELS_OF_ALL, LOW_AT, LOW_CATEGORY, LOW_FROM
from stallage.visits.queries import visits_by_day

PICTURE = """
    LEFT JOIN LATERAL (
        SELECT i.path, i.alt, i.width, i.height, i.colour FROM product_images_view i
        WHERE i.product_id = p.id AND i.path IS NOT NULL
        ORDER BY i.id IS DISTINCT FROM {sku_image}, i.position, i.id LIMIT 1
    ) i ON true
"""
PRODUCTS = f"""
    SELECT p.id, p.title, p.slug, i.path, i.alt, i.width, i.height, i.colour
    FROM products_view p {PICTURE.format(sku_image="NULL::bigint")} WHERE p.id = ANY($1)
"""
# From any line of one of its SKUs: a product may have been in most orders.
DELETED_TITLES = """
    SELECT p.id, (SELECT l.title FROM order_lines_view l
        WHERE l.sku_id = p.sku_id AND l.product_id = p.id LIMIT 1) AS title
    FROM unnest($1::bigint[], $2::bigint[]) AS p (id, sku_id)
"""

FIRST_VISITS = "SELECT min(day) FROM visit_days_view WHERE visits > 0"

SEARCHES = """
    SELECT query, sum(times)::bigint AS times FROM failed_searches_view WHERE day BETWEEN $1 AND $2
    GROUP BY query ORDER BY sum(times) DESC, query LIMIT $3
"""

# Only of what was sold lately: nobody has to reorder the rest, and it may be most of a catalogue.
LOW_STOCK = f"""
    WITH sold AS (
        SELECT sku_id, sum(units)::bigint AS units FROM sku_days_view WHERE day BETWEEN $1 AND $2
        GROUP BY sku_id
    ), low AS (
        SELECT s.id AS sku_id, s.product_id, s.sku, s.options, s.image_id, s.stock, sold.units,
            {LOW_AT} AS low_at, {LOW_FROM} AS low_from, {LOW_CATEGORY} AS low_category,
            count(*) OVER () AS count
        FROM sold JOIN skus_view s ON s.id = sold.sku_id {LEVELS_OF_ALL}
        WHERE s.stock <= {LOW_AT}
            AND s.tracked AND s.active AND NOT s.backorder AND sold.units > 0
        ORDER BY greatest(s.stock, 0)::numeric / sold.units, sold.units DESC, s.id LIMIT $3
    )
    SELECT low.*, p.title, p.slug, i.path, i.alt, i.width, i.height, i.colour
    FROM low JOIN products_view p ON p.id = low.product_id {PICTURE.format(sku_image="low.image_id")}
    ORDER BY greatest(low.stock, 0)::numeric / low.units, low.units DESC, low.sku_id
"""
THRESHOLD = "SELECT low_stock FROM catalogue_state_view"


def _totals(orders: int, revenue: int, currency: Currency) -> SalesTotals:
    return SalesTotals(
        orders=orders,
        revenue=currency.money(revenue),
        average=currency.money(round(revenue / orders)) if orders else None,
    )


def _total_of(days: dict[date, DayFigures], currency: Currency) -> SalesTotals:
    figures = days.values()
    return _totals(
        sum(one.orders for one in figures), sum(one.revenue for one in figures), currency
    )


async def sales(
    connection: Connection, now: datetime, days: int, zone: ZoneInfo, currency: Currency
) -> Sales:
    """Return orders and revenue of the last days, and of the same part of the weeks before."""
    period = period_ending(now, days, zone)
    earlier = period_before(period, zone)
    by_day = await sales_by_day(connection, period, zone)
    before = await sales_by_day(connection, earlier, zone)
    visits = await visits_by_day(connection, period.first, period.last)
    shift = period.first - earlier.first
    return Sales(
        first=period.first,
        last=period.last,
        until=period.until,
        time_zone=zone.key,
        days=[
            SalesOfDay(
                day=day,
                orders=figures.orders,
                revenue=currency.money(figures.revenue),
                visits=visits.get(day, 0),
                before_day=day - shift,
                before=_total_of({day: before[day - shift]}, currency),
            )
            for day, figures in by_day.items()
        ],
        total=_total_of(by_day, currency),
        before=_total_of(before, currency),
        visits=sum(visits.values()),
        visits_since=await connection.fetchval(FIRST_VISITS),
    )


async def money_in(
    connection: Connection, now: datetime, days: int, zone: ZoneInfo, currency: Currency
) -> MoneyIn:
    """Return how the orders of the last days were paid."""
    period = period_ending(now, days, zone)
    return _money_in(period, await sales_by_day(connection, period, zone), currency)


def _money_in(period: Period, by_day: dict[date, DayFigures], currency: Currency) -> MoneyIn:
    tenders: dict[str, TenderSums] = {}
    total = TenderSums()
    for day in by_day.values():
        for kind, sums in day.tenders.items():
            tenders.setdefault(kind, TenderSums()).add(sums)
            total.add(sums)
    ordered = sorted(tenders.items(), key=lambda item: (-item[1].revenue, item[0]))
    money = currency.money
    return MoneyIn(
        first=period.first,
        last=period.last,
        tenders=[
            TenderMoney(
                kind=kind,
                received=money(sums.received),
                to_collect=money(sums.to_collect),
                refunded=money(sums.refunded),
            )
            for kind, sums in ordered
        ],
        received=money(total.received),
        to_collect=money(total.to_collect),
        revenue=money(total.revenue),
        refunded=money(total.refunded),
        after_refunds=money(total.received - total.refunded),
    )


def _picture(row: Record) -> Picture | None:
    values = {name: row[name] for name in ("path", "alt", "width", "height", "colour")}
    return Picture(**values) if values["path"] is not None else None


async def top_products(
    connection: Connection, period: Period, zone: ZoneInfo, currency: Currency, limit: int
) -> list[SoldProduct]:
    """Return the products of a period with the largest revenue."""
    sums = (await sum_products(connection, period, zone))[:limit]
    ids = [one.product_id for one in sums]
    known = {row["id"]: row for row in await connection.fetch(PRODUCTS, ids)}
    deleted = {one.product_id: one.sku_id for one in sums if one.product_id not in known}
    rows = await connection.fetch(DELETED_TITLES, list(deleted), list(deleted.values()))
    titles = {row["id"]: row["title"] or "" for row in rows}
    return [
        SoldProduct(
            product_id=one.product_id,
            title=row["title"] if row else titles.get(one.product_id, ""),
            slug=row["slug"] if row else None,
            image=_picture(row) if row else None,
            units=one.units,
            revenue=currency.money(one.revenue),
        )
        for one in sums
        for row in [known.get(one.product_id)]
    ]


async def searches_without_result(
    connection: Connection, first: date, last: date, limit: int
) -> list[SearchWithoutResult]:
    """Return the queries of a range of days that most often found nothing."""
    rows = await connection.fetch(SEARCHES, first, last, limit)
    return [SearchWithoutResult(**row) for row in rows]


async def low_stock(connection: Connection, today: date, limit: int) -> LowStocks:
    """Return variants with few or no units left, those first that run out first."""
    first, last = today - timedelta(days=PACE_DAYS), today - timedelta(days=1)
    rows = await connection.fetch(LOW_STOCK, first, last, limit)
    threshold = await connection.fetchval(THRESHOLD)
    return LowStocks(
        count=rows[0]["count"] if rows else 0,
        threshold=threshold or 0,
        items=[
            LowStock(
                sku_id=row["sku_id"],
                product_id=row["product_id"],
                sku=row["sku"],
                title=row["title"],
                options=", ".join(map(str, row["options"] or [])),
                slug=row["slug"],
                image=_picture(row),
                left=max(row["stock"], 0),
                low_at=row["low_at"],
                low_from=row["low_from"],
                low_category=row["low_category"],
                sold=row["units"],
                days=days_left(row["stock"], row["units"]),
            )
            for row in rows
        ],
    )
