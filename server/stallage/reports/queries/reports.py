"""Reads a report: its rows, their total, and the same of the period that it is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.reports.queries import cohorts, earlier_shop, products, sales, stock
from stallage.reports.rules.figures import Period
from stallage.reports.rules.periods import Comparison, compared_with
from stallage.reports.rules.reports import REPORTS, Column, Row, columns_of
from stallage.reports.schemas import ComparedPeriod, Report, ReportColumn, ReportRow

MAX_ROWS = 500
TIMES = frozenset({"day", "week", "month", "cohort"})
Values = list[int | None]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row with the figures of the compared period."""

    key: tuple[str, ...]
    names: tuple[str, ...]
    values: Values
    before: Values | None


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A report with all its rows, in the order in which it is shown."""

    report: str
    group: str
    period: Period
    before: Period | None
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: list[ComparedRow]
    total: Values
    total_before: Values | None

    @property
    def lines(self) -> list[tuple[tuple[str, ...], Values, Values | None]]:
        """The rows as names, values and values before."""
        return [(row.names, row.values, row.before) for row in self.rows]


async def _read(
    connection: Connection, report: str, group: str, period: Period, zone: ZoneInfo
) -> tuple[list[Row], dict[str, int | None]]:
    match report:
        case "sales" | "average":
            return await sales.sales_over_time(connection, period, zone, group)
        case "products":
            return await products.sales_by_product(connection, period, zone, group)
        case "categories":
            return await products.sales_by_category(connection, period, zone)
        case "tenders":
            return await sales.sales_by_tender(connection, period, zone)
        case "places":
            return await sales.sales_by_place(connection, period, zone, group)
        case "taxes":
            return await sales.taxes(connection, period, zone, group)
        case "promo_codes":
            return await sales.promo_code_use(connection, period, zone)
        case "returns":
            return await stock.returned_units(connection, period, zone, group)
        case "cohorts":
            return await cohorts.cohorts(connection, period, zone, group)
        case "earlier_shop":
            return await earlier_shop.earlier_sales(connection, period, zone, group)
        case _:
            return await stock.stock_value(connection, group)


async def read_table(
    connection: Connection,
    report: str,
    group: str,
    period: Period,
    *,
    comparison: Comparison,
    zone: ZoneInfo,
) -> ReportTable:
    """Read a report; `group` is one of its groupings. Stock is as it is now."""
    kind = REPORTS[report]
    columns = columns_of(report, group)
    rows, total = await _read(connection, report, group, period, zone)
    before = compared_with(period, comparison, zone) if kind.is_compared else None
    rows_before: list[Row] | None = None
    total_before: dict[str, int | None] | None = None
    if before is not None:
        rows_before, total_before = await _read(connection, report, group, before, zone)
    names = kind.groupings[group]
    is_time = names[0] in TIMES
    if not is_time:
        rows = _sorted(rows, kind.main)
    return ReportTable(
        report=report,
        group=group,
        period=period,
        before=before,
        names=names,
        columns=columns,
        rows=_compared(rows, rows_before, columns, by_place=is_time),
        total=_in_order(total, columns),
        total_before=None if total_before is None else _in_order(total_before, columns),
    )


def _sorted(rows: list[Row], main: str) -> list[Row]:
    # What belongs to no product comes last.
    return sorted(rows, key=lambda row: (row.key == ("",), -(row.values[main] or 0), row.names))


def _in_order(values: Mapping[str, int | None], columns: Sequence[Column]) -> Values:
    return [values[column.key] for column in columns]


def _compared(
    rows: list[Row], before: list[Row] | None, columns: Sequence[Column], *, by_place: bool
) -> list[ComparedRow]:
    """Put the figures of both periods side by side: by place for days and months, else by key."""
    if before is None:
        return [
            ComparedRow(row.key, row.names, _in_order(row.values, columns), None) for row in rows
        ]
    nothing: Values = [0 if column.kind != "share" else None for column in columns]
    if by_place:
        earlier = [_in_order(row.values, columns) for row in before]
        return [
            ComparedRow(
                row.key,
                row.names,
                _in_order(row.values, columns),
                earlier[place] if place < len(earlier) else [None] * len(columns),
            )
            for place, row in enumerate(rows)
        ]
    by_key = {row.key: row for row in before}
    shown = [
        ComparedRow(
            row.key,
            row.names,
            _in_order(row.values, columns),
            _in_order(by_key.pop(row.key).values, columns) if row.key in by_key else nothing,
        )
        for row in rows
    ]
    gone = [
        ComparedRow(row.key, row.names, nothing, _in_order(row.values, columns))
        for row in by_key.values()
    ]
    return shown + gone


def to_report(table: ReportTable, zone: ZoneInfo, currency: Currency) -> Report:
    """A report for the API, with at most MAX_ROWS rows unless they are days."""
    most = len(table.rows) if table.names[0] in TIMES else MAX_ROWS
    period, before = table.period, table.before
    return Report.model_validate(
        {
            "report": table.report,
            "group": table.group,
            "first": period.first,
            "last": period.last,
            "until": period.until,
            "time_zone": zone.key,
            "currency": currency.code,
            "names": list(table.names),
            "columns": [ReportColumn(key=one.key, kind=one.kind) for one in table.columns],
            "main": REPORTS[table.report].main,
            "rows": [
                ReportRow(
                    key=list(row.key), names=list(row.names), values=row.values, before=row.before
                )
                for row in table.rows[:most]
            ],
            "more_rows": max(0, len(table.rows) - most),
            "total": table.total,
            "compared_with": None
            if before is None
            else ComparedPeriod(first=before.first, last=before.last),
            "total_before": table.total_before,
        }
    )
