"""Writes reports as CSV and as text for emails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from stallage.bulk.formats import BYTE_ORDER_MARK, csv_lines
from stallage.core.money import Currency
from stallage.reports.rules.reports import TITLES, Column

BATCH = 500
Cell = str | int | Decimal | None
Values = Sequence[int | None]


def _number(value: int | None, column: Column, currency: Currency) -> Cell:
    if value is None:
        return None
    if column.kind == "money":
        return Decimal(value).scaleb(-currency.decimals)
    return Decimal(value).scaleb(-2) if column.kind == "share" else value


def csv_parts(
    names: Sequence[str],
    columns: Sequence[Column],
    rows: Sequence[tuple[Sequence[str], Values, Values | None]],
    total: tuple[Values, Values | None],
    currency: Currency,
) -> Iterator[bytes]:
    """A report as parts of a CSV file: names, figures, those of the compared period, and the total last.

    Texts that spreadsheets would run as formulas are escaped; numbers are numbers, also negative ones.
    """
    compared = total[1] is not None
    head = [TITLES[name] for name in names] + [column.title for column in columns]
    if compared:
        head += [f"{column.title}, before" for column in columns]
    yield BYTE_ORDER_MARK + csv_lines([head])

    def line(texts: Sequence[str], values: Values, before: Values | None) -> list[Cell]:
        cells: list[Cell] = list(texts)
        for part in (values, before) if compared else (values,):
            known = part or [None] * len(columns)
            cells += [
                _number(value, column, currency)
                for value, column in zip(known, columns, strict=True)
            ]
        return cells

    lines = [line(*row) for row in rows]
    lines.append(line(["Total", *[""] * (len(names) - 1)], *total))
    for first in range(0, len(lines), BATCH):
        yield csv_lines(lines[first : first + BATCH])


def csv_of(
    names: Sequence[str],
    columns: Sequence[Column],
    rows: Sequence[tuple[Sequence[str], Values, Values | None]],
    total: tuple[Values, Values | None],
    currency: Currency,
) -> str:
    """The whole CSV file as text."""
    return b"".join(csv_parts(names, columns, rows, total, currency)).decode()


def shown(value: int | None, column: Column, currency: Currency, locale: str) -> str:
    """A figure in an email."""
    if value is None:
        return "–"
    if column.kind == "money":
        return currency.format(value, locale)
    return f"{Decimal(value).scaleb(-2)}%" if column.kind == "share" else f"{value:,}"
