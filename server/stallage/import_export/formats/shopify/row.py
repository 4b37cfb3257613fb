"""Rows of Shopify's product CSV as cells by field, not yet parsed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.shopify.columns import (
    ATTRIBUTE,
    EXTRA,
    NAME_OF,
    TAG,
    normalize_name,
    own_label,
    stored_name,
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
    names: dict[str, str] = field(default_factory=dict)
    """Field → name of its column, for messages."""
    tags: tuple[int, ...] = ()
    """Positions of further columns whose values become tags."""

    @classmethod
    def from_targets(cls, header: tuple[str, ...], targets: Sequence[str]) -> Columns:
        """Map each column to its target. Raises UnreadableFile if two columns are one field."""
        fields: dict[str, int] = {}
        attributes: list[tuple[str, str, int]] = []
        extras: dict[str, tuple[str, int]] = {}
        tags: list[int] = []
        for position, (column, target) in enumerate(zip(header, targets, strict=True)):
            name = stored_name(column)
            if target == ATTRIBUTE:
                attributes.append((own_label(name), name, position))
            elif target == EXTRA:
                extras[normalize_name(column)] = (name, position)
            elif target == TAG:
                tags.append(position)
            elif target in fields:
                raise UnreadableFile(f"The file has the column “{NAME_OF[target]}” twice.")
            elif target:
                fields[target] = position
        if tags:
            fields.setdefault("tags", tags[0])
        names = {name: header[position] for name, position in fields.items()}
        return cls(fields, tuple(attributes), tuple(extras.values()), names, tuple(tags))

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
    cells = _nonempty_cells(row.cells, columns.fields.items())
    if columns.tags:
        positions = dict.fromkeys((columns.fields["tags"], *columns.tags))
        tags = [row.cells[position].strip() for position in positions]
        cells["tags"] = ", ".join(unescape_formula(text) for text in tags if text)
    return SheetRow(
        row.line,
        slug,
        cells,
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
