"""What readers of files without slugs share: rows in memory, and a slug for each product."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.results import ProductResult, Remark, Targets
from stallage.import_export.formats.shopify.columns import (
    ATTRIBUTE,
    own_label,
    stored_name,
)
from stallage.import_export.formats.table import BrokenRow, Row, Table, UnreadableFile
from stallage.import_export.formats.xml_feed import XmlFeed
from stallage.products.rules.slugs import MAX_SLUG, product_slug
from stallage.products.rules.texts import clean_line

MAX_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row by target."""

    line: int
    cells: tuple[tuple[str, str, str], ...]
    """Target, column name and text of each cell that has a target, in the file's order."""

    def get(self, target: str) -> str:
        """Return the first cell of a target that is not empty; else an empty text."""
        return next((text for one, _, text in self.cells if one == target and text), "")

    def cell(self, target: str) -> tuple[str, str]:
        """Return the name of a target's column and the cell, for messages."""
        found = ((column, text) for one, column, text in self.cells if one == target and text)
        return next(found, ("", ""))

    def all(self, target: str) -> list[str]:
        """Return all cells of a target, empty ones too."""
        return [text for one, _, text in self.cells if one == target]

    def own(self, target: str) -> dict[str, str]:
        """Return the filled cells of a target of columns that a format does not know, by their names."""
        found: dict[str, str] = {}
        for one, column, text in self.cells:
            if one == target and text:
                name = stored_name(column)
                found.setdefault(own_label(name) if target == ATTRIBUTE else name, text)
        return found


def source_rows(table: Table | XmlFeed, targets: Targets) -> list[SourceRow | BrokenRow]:
    """Read all rows by target. Raises UnreadableFile if there are too many."""
    rows: list[SourceRow | BrokenRow] = []
    for row in table.rows():
        if len(rows) == MAX_ROWS:
            raise UnreadableFile(f"The file has more than {MAX_ROWS:,} rows. Please split it.")
        rows.append(row if isinstance(row, BrokenRow) else _by_target(row, table.header, targets))
    return rows


def _by_target(row: Row, header: Sequence[str], targets: Targets) -> SourceRow:
    cells = zip(targets, header, row.cells, strict=True)
    return SourceRow(
        row.line,
        tuple(
            (target, name, unescape_formula(text.strip())) for target, name, text in cells if target
        ),
    )


def column_names(header: Sequence[str], targets: Targets, fields: dict[str, str]) -> dict[str, str]:
    """Return field → name of its column. `fields` has the target that each field is made of."""
    names = {target: name for name, target in reversed(list(zip(header, targets, strict=True)))}
    return {field: names[target] for field, target in fields.items() if target in names}


class Slugs:
    """Assigns slugs: the text's own, or with what identifies the product if it is taken."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def assign(self, text: str, identity: str) -> str:
        """Return a slug that no other product of the file has; empty if there is no text."""
        if not text and not identity:
            return ""
        slug = product_slug(clean_line(text) or identity)[:MAX_SLUG]
        if slug in self._taken and clean_line(identity):
            slug = product_slug(f"{slug[:150]}-{clean_line(identity)}")[:MAX_SLUG]
        number = 2
        unique = slug
        while unique in self._taken:
            unique = f"{slug[:240]}-{number}"
            number += 1
        self._taken.add(unique)
        return unique


def values_cell(values: Iterable[str]) -> str:
    """Return the cell of an attribute with these values."""
    return json.dumps(list(values), ensure_ascii=False)


def paths_cell(paths: Iterable[Sequence[str]]) -> str:
    """Return the cell of categories with these paths; empty if there are none."""
    listed = [[title for title in map(clean_line, path) if title] for path in paths]
    found = [path for path in listed if path]
    return json.dumps(found, ensure_ascii=False) if found else ""


def as_in_file(result: ProductResult, rows: int, remarks: tuple[Remark, ...]) -> ProductResult:
    """Count the product's rows in the file, and name each of them once: some became several rows."""
    refused = {row.line: row for row in reversed(result.refused)}
    found = dict.fromkeys((*result.remarks, *(remarks if result.draft is not None else ())))
    return replace(
        result,
        rows=rows,
        refused=tuple(refused[line] for line in sorted(refused)),
        remarks=tuple(found),
    )
