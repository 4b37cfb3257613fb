"""Sales by time, place, means of payment and promo code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import cast
from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.orders.rules.manual_payments import METHOD_NAMES
from stallage.reports.queries.figures import FigureRow, read_figures
from stallage.reports.rules.figures import Period
from stallage.reports.rules.periods import Unit, unit_start, unit_starts
from stallage.reports.rules.reports import Row, with_sums
from stallage.reports.sql import figures as sql

SUMS = ("orders", "units", "gross", "discounts", "delivery", "tax", "refunds")
Key = tuple[str, ...]
NOT_SENT = "Nothing to send"
TENDER_NAMES = {
    "gift_card": "Gift card",
    "wallet": "Wallet",
    "online": "Online",
    "on_delivery": "On delivery",
    "manual": "Paid outside",
}


def add_up(
    rows: Iterable[FigureRow], key_of: Callable[[FigureRow], Key], fields: Sequence[str]
) -> dict[Key, dict[str, int]]:
    """Sum fields of rows by key."""
    sums: defaultdict[Key, dict[str, int]] = defaultdict(lambda: dict.fromkeys(fields, 0))
    for row in rows:
        sum_of_key = sums[key_of(row)]
        for name in fields:
            sum_of_key[name] += row.number(name)
    return dict(sums)


def total_of(sums: Iterable[dict[str, int]], fields: Sequence[str]) -> dict[str, int]:
    """Sum all rows."""
    total = dict.fromkeys(fields, 0)
    for one in sums:
        for name in fields:
            total[name] += one[name]
    return total


async def total_sales(connection: Connection, period: Period, zone: ZoneInfo) -> dict[str, int]:
    """The figures of all orders of a period, which each report adds up to."""
    rows = await read_figures(connection, sql.SALES, period, zone)
    return add_up(rows, lambda _row: (), SUMS).get((), dict.fromkeys(SUMS, 0))


async def sales_over_time(
    connection: Connection, period: Period, zone: ZoneInfo, unit: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by day, week or month, with those in which nothing was sold."""
    by = cast(Unit, unit)
    rows = await read_figures(connection, sql.SALES, period, zone)
    sums = add_up(rows, lambda row: (unit_start(row.day, by).isoformat(),), SUMS)
    starts = [(start.isoformat(),) for start in unit_starts(period, by)]
    nothing = dict.fromkeys(SUMS, 0)
    shown = [Row(key, key, with_sums(sums.get(key, nothing))) for key in starts]
    return shown, with_sums(total_of(sums.values(), SUMS))


async def sales_by_place(
    connection: Connection, period: Period, zone: ZoneInfo, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by country, state or city of the delivery address."""
    depth = ("country", "state", "city").index(grouping) + 1
    names: dict[Key, Key] = {}

    def key_of(row: FigureRow) -> Key:
        shown = tuple(map(row.text, ("country", "state", "city")[:depth]))
        # Cities are spelled with and without capitals.
        key = tuple(text.lower() for text in shown)
        names.setdefault(key, shown)
        return names[key]

    sums = add_up(await read_figures(connection, sql.PLACES, period, zone), key_of, SUMS)
    rows = [
        Row(key, (key[0] or NOT_SENT, *key[1:]), with_sums(values)) for key, values in sums.items()
    ]
    return rows, with_sums(total_of(sums.values(), SUMS))


TENDER_SUMS = ("orders", "received", "to_collect", "refunded")


def _tender_values(values: dict[str, int]) -> dict[str, int | None]:
    revenue = values["received"] + values["to_collect"]
    return {
        "orders": values["orders"],
        "received": values["received"],
        "toCollect": values["to_collect"],
        "revenue": revenue,
        "refunds": values["refunded"],
        "net": revenue - values["refunded"],
    }


async def sales_by_tender(
    connection: Connection, period: Period, zone: ZoneInfo
) -> tuple[list[Row], dict[str, int | None]]:
    """Sales by kind of tender and provider. The total counts an order with several tenders once."""
    sums = add_up(
        await read_figures(connection, sql.TENDERS, period, zone),
        lambda row: (row.text("kind"), row.text("provider")),
        TENDER_SUMS,
    )
    total = total_of(sums.values(), TENDER_SUMS)
    total["orders"] = (await total_sales(connection, period, zone))["orders"]
    rows = [
        Row(
            key,
            (TENDER_NAMES.get(key[0], key[0]), METHOD_NAMES.get(key[1], key[1])),
            _tender_values(values),
        )
        for key, values in sums.items()
    ]
    # A tender that paid for gift cards alone.
    shown = [row for row in rows if any(row.values[name] for name in ("revenue", "refunds"))]
    return shown, _tender_values(total)


PROMO_SUMS = ("orders", "discounts", "revenue", "refunds")


def _promo_values(values: dict[str, int]) -> dict[str, int | None]:
    return {**values, "net": values["revenue"] - values["refunds"]}


async def promo_code_use(
    connection: Connection, period: Period, zone: ZoneInfo
) -> tuple[list[Row], dict[str, int | None]]:
    """The orders with a promo code, by code."""
    rows = await read_figures(connection, sql.PROMOS, period, zone)
    sums = add_up(rows, lambda row: (row.text("code"),), PROMO_SUMS)
    shown = [Row(key, key, _promo_values(values)) for key, values in sums.items()]
    return shown, _promo_values(total_of(sums.values(), PROMO_SUMS))


TAX_SUMS = ("invoices", "credit_notes", "invoiced", "credited")


def _tax_values(values: dict[str, int]) -> dict[str, int | None]:
    return {
        "invoices": values["invoices"],
        "creditNotes": values["credit_notes"],
        "invoiced": values["invoiced"],
        "credited": values["credited"],
        "tax": values["invoiced"] - values["credited"],
    }


async def taxes(
    connection: Connection, period: Period, zone: ZoneInfo, grouping: str
) -> tuple[list[Row], dict[str, int | None]]:
    """Taxes of the invoices that were issued in a period, less those of credit notes.

    A document with two taxes counts in both rows, so documents have no total.
    """
    fields = ("name", "rate") if grouping == "rate" else ("country", "state", "name", "rate")
    rows = await read_figures(connection, sql.TAXES, period, zone)
    sums = add_up(rows, lambda row: tuple(map(row.text, fields)), TAX_SUMS)
    total = _tax_values(total_of(sums.values(), TAX_SUMS))
    shown = [Row(key, key, _tax_values(values)) for key, values in sums.items()]
    return shown, {**total, "invoices": None, "creditNotes": None}
