"""What makes the table of a size guide valid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_COLUMNS = 12
MAX_ROWS = 200

MEASUREMENT = re.compile(r"\d{1,5}(\.\d{1,2})?( ?[-–] ?\d{1,5}(\.\d{1,2})?)?")


@dataclass(frozen=True, slots=True)
class TableProblem:
    """What is wrong with a table. `row` and `column` count from 0 and are None if all are meant."""

    part: str
    """`columns`, `measured`, `unit` or `rows`."""
    text: str
    row: int | None = None
    column: int | None = None


def table_problems(
    columns: Sequence[str], measured: Sequence[str], unit: str, rows: Sequence[Sequence[str]]
) -> Iterator[TableProblem]:
    """Yield what is wrong with a table of measurements.

    Columns have different names, rows one text per column, and what is measured can be converted between
    centimetres and inches.
    """
    for place, name in enumerate(columns):
        if name in columns[:place]:
            yield TableProblem("columns", "two columns have the same name", column=place)
    for name in measured:
        if name not in columns:
            yield TableProblem("measured", f"there is no column {name}")
    if bool(measured) != bool(unit):
        yield TableProblem("unit", "measured and unit must be set together")
    for number, row in enumerate(rows):
        yield from _row_problems(number, row, columns, measured)


def _row_problems(
    number: int, row: Sequence[str], columns: Sequence[str], measured: Sequence[str]
) -> Iterator[TableProblem]:
    if len(row) != len(columns):
        yield TableProblem("rows", f"row {number + 1} needs {len(columns)} texts", row=number)
        return
    for place, (name, cell) in enumerate(zip(columns, row, strict=True)):
        if name in measured and cell and not MEASUREMENT.fullmatch(cell):
            text = f'row {number + 1}: {name} must be a number or a range such as "38-42"'
            yield TableProblem("rows", text, row=number, column=place)
