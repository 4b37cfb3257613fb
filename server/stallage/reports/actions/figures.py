"""Derives the figures of days that are over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.reports.rules.figures import day_start
from stallage.reports.sql import figures as sql

LATE_COMMIT = timedelta(minutes=10)
"""Events become visible when their transaction commits, at most this much after their time."""

LOCK = "SELECT pg_advisory_xact_lock(hashtext('figures'))"
STATE = "SELECT time_zone, derived_until, last_event_id FROM figures_state"
PUT_STATE = """
    INSERT INTO figures_state (id, time_zone, derived_until, last_event_id) VALUES (1, $1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET (time_zone, derived_until, last_event_id)
        = ROW (excluded.time_zone, excluded.derived_until, excluded.last_event_id)
"""
FIRST_DAY = "SELECT (min(placed_at) AT TIME ZONE $1)::date FROM order_states_view"
LAST_EVENT = "SELECT coalesce(max(id), 0) FROM order_events_view WHERE happened_at < $1"
CHANGED = """
    SELECT coalesce(max(e.id) FILTER (WHERE e.happened_at < $2), $1) AS last_event_id,
        array_agg(DISTINCT (s.placed_at AT TIME ZONE $3)::date) AS days
    FROM order_events_view e JOIN orders_view s ON s.id = e.order_id
        AND s.owner_id = e.owner_id WHERE e.id > $1
"""
TABLES = (
    "sales_days",
    "place_days",
    "promo_days",
    "order_days",
    "tender_days",
    "sku_days",
    "tax_days",
)

_SUMS = "orders, units, gross, discounts, delivery, tax, refunds"
_PUT_TAXES = f"""
    INSERT INTO tax_days (day, country, state, name, rate, invoices, credit_notes, invoiced, credited)
    {sql.TAXES}
"""
WRITE = (
    f"INSERT INTO sales_days (day, {_SUMS}) {sql.SALES}",
    f"INSERT INTO place_days (day, country, state, city, {_SUMS}) {sql.PLACES}",
    f"INSERT INTO promo_days (day, code, orders, discounts, revenue, refunds) {sql.PROMOS}",
    f"INSERT INTO order_days (day, order_id, revenue, refunds) {sql.ORDERS}",
    f"""
    INSERT INTO tender_days (day, kind, provider, orders, received, to_collect, refunded)
    {sql.TENDERS}
    """,
    f"""
    INSERT INTO sku_days (day, sku_id, product_id, orders, product_orders, units, gross, discounts,
        tax, refunds, revenue)
    {sql.SKUS}
    """,
    _PUT_TAXES,
)
DELETE_TAXES = "DELETE FROM tax_days WHERE day = $1"
LATE_DOCUMENTS = timedelta(hours=1)
"""After midnight, in which documents of the day before may still become visible."""


@dataclass(frozen=True, slots=True)
class Derived:
    """How far the figures have been derived."""

    time_zone: str
    derived_until: date
    last_event_id: int


async def derived(connection: Connection) -> Derived | None:
    """Return how far the figures have been derived; None before the first time."""
    row = await connection.fetchrow(STATE)
    return None if row is None else Derived(**row)


async def begin_figures(connection: Connection, now: datetime, time_zone: str) -> bool:
    """Begin with the first order if there are no figures, or the time zone has changed.

    Returns whether there is anything to derive.
    """
    await connection.execute(LOCK)
    known = await derived(connection)
    if known is not None and known.time_zone == time_zone:
        return True
    first: date | None = await connection.fetchval(FIRST_DAY, time_zone)
    if first is None:
        return False
    for table in TABLES:
        await connection.execute(f"DELETE FROM {table}")
    last = await connection.fetchval(LAST_EVENT, now - LATE_COMMIT)
    await connection.execute(PUT_STATE, time_zone, first - timedelta(days=1), last)
    return True


async def derive_next_days(connection: Connection, now: datetime, limit: int) -> bool:
    """Derive up to `limit` more days that are over, and return whether there are others."""
    await connection.execute(LOCK)
    known = await derived(connection)
    assert known is not None  # noqa: S101 - the caller has begun
    zone = ZoneInfo(known.time_zone)
    yesterday = now.astimezone(zone).date() - timedelta(days=1)
    last = min(yesterday, known.derived_until + timedelta(days=limit))
    if last <= known.derived_until:
        return False
    await _derive(connection, known.derived_until + timedelta(days=1), last, zone)
    await connection.execute(PUT_STATE, known.time_zone, last, known.last_event_id)
    return last < yesterday


async def derive_changed_days(connection: Connection, now: datetime) -> None:
    """Derive again the days whose orders have changed since the last time."""
    await connection.execute(LOCK)
    known = await derived(connection)
    assert known is not None  # noqa: S101 - the caller has begun
    await _derive_late_taxes(connection, now, known)
    row = await connection.fetchrow(
        CHANGED, known.last_event_id, now - LATE_COMMIT, known.time_zone
    )
    if row is None or row["days"] is None:
        return
    for day in _until(row["days"], known.derived_until):
        await _derive(connection, day, day, ZoneInfo(known.time_zone))
    await connection.execute(PUT_STATE, known.time_zone, known.derived_until, row["last_event_id"])


async def _derive_late_taxes(connection: Connection, now: datetime, known: Derived) -> None:
    zone, last = ZoneInfo(known.time_zone), known.derived_until
    end = day_start(last + timedelta(days=1), zone)
    if now < end + LATE_DOCUMENTS:
        await connection.execute(DELETE_TAXES, last)
        await connection.execute(_PUT_TAXES, day_start(last, zone), end, zone.key)


def _until(days: Iterable[date], last: date) -> list[date]:
    return sorted(day for day in days if day <= last)


async def _derive(connection: Connection, first: date, last: date, zone: ZoneInfo) -> None:
    for table in TABLES:
        await connection.execute(f"DELETE FROM {table} WHERE day BETWEEN $1 AND $2", first, last)
    begin, end = day_start(first, zone), day_start(last + timedelta(days=1), zone)
    for statement in WRITE:
        await connection.execute(statement, begin, end, zone.key)
