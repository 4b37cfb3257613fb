"""Rows of Shopify's product CSV as cells by field, not yet parsed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.shopify.columns import (
    EXTRA_NAMES,
    FIELD_OF,
    NAME_OF,
    attribute_label,
    normalize_name,
)
from stallage.import_export.formats.table import Row, UnreadableFile


@dataclass(frozen=True, slots=True)
class Columns:
    """Maps CSV columns to fields. Positions start at 0."""

    fields: dict[str, int]
    """Field of `COLUMNS` → position."""
    attributes: tuple[tuple[str, str, int], ...]
    """Label of an attribute, column name, position."""
    extras: tuple[tuple[str, int], ...]
    """Column that is stored without being used, position."""

    @classmethod
    def from_header(cls, header: tuple[str, ...]) -> Columns:
        """Map a header. Raises UnreadableFile if it has a known column twice."""
        fields: dict[str, int] = {}
        attributes: list[tuple[str, str, int]] = []
        extras: dict[str, tuple[str, int]] = {}
        for position, column in enumerate(header):
            normalized = normalize_name(column)
            if field := FIELD_OF.get(normalized):
                if field in fields:
                    raise UnreadableFile(f"The file has the column “{NAME_OF[field]}” twice.")
                fields[field] = position
            elif normalized:
                name = EXTRA_NAMES.get(normalized, " ".join(column.split()))
                label = attribute_label(name)
                if label and label not in (earlier for earlier, _, _ in attributes):
                    attributes.append((label, name, position))
                elif normalized not in extras:
                    extras[normalized] = (name, position)
        return cls(fields, tuple(attributes), tuple(extras.values()))

    def text(self, cells: list[str], field: str) -> str:
        """Return a field's cell, stripped and unescaped; empty if it has no column."""
        position = self.fields.get(field)
        return "" if position is None else unescape_formula(cells[position].strip())


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that could be read. Cells are stripped; empty ones are omitted."""

    line: int
    slug: str
    cells: dict[str, str]
    attributes: dict[str, str]
    extra: dict[str, str]
    too_long: str = ""
    """A message if the row has more empty cells beyond the header than other rows. Then an unquoted
    cell may have been split, so that cells may be under the wrong columns."""

    def get(self, field: str) -> str:
        """Return a field's cell; empty if there is none."""
        return self.cells.get(field, "")


def to_sheet_row(columns: Columns, slug: str, row: Row, too_long: str) -> SheetRow:
    """Group a row's cells by field, attribute and extra column."""
    return SheetRow(
        row.line,
        slug,
        _nonempty_cells(row.cells, columns.fields.items()),
        _nonempty_cells(
            row.cells, ((label, position) for label, _, position in columns.attributes)
        ),
        _nonempty_cells(row.cells, columns.extras),
        too_long,
    )


def _nonempty_cells(cells: list[str], positions: Iterable[tuple[str, int]]) -> dict[str, str]:
    return {
        name: unescape_formula(text)
        for name, position in positions
        if (text := cells[position].strip())
    }
