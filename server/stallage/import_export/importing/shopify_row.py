"""One row of Shopify's product CSV, cell by cell, before it is known what it says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.importing.shopify_columns import (
    EXTRA_NAMES,
    FIELD_OF,
    NAME_OF,
    attribute_label,
    folded,
)
from stallage.import_export.importing.table import Row, UnreadableFile


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row what stands."""

    fields: dict[str, int]
    """A field of `COLUMNS` → its place."""
    attributes: tuple[tuple[str, str, int], ...]
    """An attribute's label, its column and its place."""
    extras: tuple[tuple[str, int], ...]
    """A column that is only kept, and its place."""

    @classmethod
    def of(cls, header: tuple[str, ...]) -> Columns:
        """Raises UnreadableFile where a known column stands twice."""
        fields: dict[str, int] = {}
        attributes: list[tuple[str, str, int]] = []
        extras: dict[str, tuple[str, int]] = {}
        for place, written in enumerate(header):
            known = folded(written)
            if field := FIELD_OF.get(known):
                if field in fields:
                    raise UnreadableFile(f"The column “{NAME_OF[field]}” stands twice.")
                fields[field] = place
            elif known:
                name = EXTRA_NAMES.get(known, " ".join(written.split()))
                label = attribute_label(name)
                if label and label not in (taken for taken, _, _ in attributes):
                    attributes.append((label, name, place))
                elif known not in extras:
                    extras[known] = (name, place)
        return cls(fields, tuple(attributes), tuple(extras.values()))

    def text(self, cells: list[str], field: str) -> str:
        """A field's cell, without outer spaces and our guard; empty where it has no column."""
        place = self.fields.get(field)
        return "" if place is None else unescape_formula(cells[place].strip())


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row that could be read. Cells are without outer spaces; empty ones are left out."""

    line: int
    slug: str
    cells: dict[str, str]
    attributes: dict[str, str]
    extra: dict[str, str]
    too_long: str = ""
    """A sentence where the row has more empty cells beyond the header than all rows have. Then an
    unquoted cell may have been split, and what is read under each column may be another one's."""

    def get(self, field: str) -> str:
        """A field's cell; empty where there is none."""
        return self.cells.get(field, "")


def sheet_row(columns: Columns, slug: str, row: Row, too_long: str) -> SheetRow:
    """The row's cells by what they hold."""
    return SheetRow(
        row.line,
        slug,
        _filled(row.cells, columns.fields.items()),
        _filled(row.cells, ((label, place) for label, _, place in columns.attributes)),
        _filled(row.cells, columns.extras),
        too_long,
    )


def _filled(cells: list[str], places: Iterable[tuple[str, int]]) -> dict[str, str]:
    return {
        name: unescape_formula(text) for name, place in places if (text := cells[place].strip())
    }
