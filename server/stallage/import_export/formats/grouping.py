"""What readers of files without slugs share: rows by target, rows on disk, and a slug for each product."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import TracebackType

import orjson

from stallage.core.spreadsheets import unescape_formula
from stallage.import_export.formats.results import ProductResult, Remark, Survey, Targets
from stallage.import_export.formats.shopify.columns import (
    ATTRIBUTE,
    own_label,
    stored_name,
)
from stallage.import_export.formats.table import BrokenRow, Row, Table
from stallage.import_export.formats.xml_feed import XmlFeed
from stallage.products.rules.slugs import MAX_SLUG, product_slug
from stallage.products.rules.texts import clean_line

COUNTED = frozenset({"attribute_name", "attribute_values"})
"""Targets of which the nth cell belongs to the nth of the other."""
MAX_ROWS_OF_ONE = 10_000
"""Rows of one product that are held in memory."""


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row by target."""

    line: int
    cells: tuple[tuple[str, str, str], ...]
    """Target, column name and text of each cell that has a target, in the file's order; of empty ones
    only those that others are counted by."""

    def get(self, target: str) -> str:
        """Return the first cell of a target that is not empty; else an empty text."""
        return next((text for one, _, text in self.cells if one == target and text), "")

    def cell(self, target: str) -> tuple[str, str]:
        """Return the name of a target's column and the cell, for messages."""
        found = ((column, text) for one, column, text in self.cells if one == target and text)
        return next(found, ("", ""))

    def all(self, target: str) -> list[str]:
        """Return all cells of a target, empty ones too if it is in `COUNTED`."""
        return [text for one, _, text in self.cells if one == target]

    def own(self, target: str) -> dict[str, str]:
        """Return the filled cells of a target of columns that a format does not know, by their names."""
        found: dict[str, str] = {}
        for one, column, text in self.cells:
            if one == target and text:
                name = stored_name(column)
                found.setdefault(own_label(name) if target == ATTRIBUTE else name, text)
        return found


def source_rows(table: Table | XmlFeed, targets: Targets) -> Iterator[SourceRow | BrokenRow]:
    """Read the rows by target. Raises UnreadableFile."""
    columns = _columns(table.header, targets)
    for row in table.rows():
        yield row if isinstance(row, BrokenRow) else _by_target(row, columns)


def _columns(header: Sequence[str], targets: Targets) -> list[tuple[int, str, str]]:
    """Return place, target and name of each column that has a target."""
    named = enumerate(zip(targets, header, strict=True))
    return [(place, target, name) for place, (target, name) in named if target]


def _by_target(row: Row, columns: Sequence[tuple[int, str, str]]) -> SourceRow:
    cells = ((target, name, row.cells[place].strip()) for place, target, name in columns)
    return SourceRow(
        row.line,
        tuple(
            (target, name, unescape_formula(text))
            for target, name, text in cells
            if text or target in COUNTED
        ),
    )


class RowStore:
    """Rows by key in a temporary file. Memory holds only their places, eight bytes for each."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the context
        self._places: dict[str, array[int]] = {}

    def __enter__(self) -> RowStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, key: str, row: SourceRow) -> bool:
        """Store a row; False if the key has too many already. Call it before `take` and `rest`."""
        places = self._places.setdefault(key, array("q"))
        if len(places) == MAX_ROWS_OF_ONE:
            return False
        places.append(self._file.tell())
        self._file.write(orjson.dumps((row.line, row.cells)) + b"\n")
        return True

    def take(self, key: str) -> list[SourceRow]:
        """Remove a key and return its rows in the order in which they were added."""
        return [self._row(place) for place in self._places.pop(key, ())]

    def rest(self) -> Iterator[SourceRow]:
        """Yield the rows that were not taken."""
        for places in self._places.values():
            yield from map(self._row, places)

    def _row(self, place: int) -> SourceRow:
        self._file.seek(place)
        line, cells = orjson.loads(self._file.readline())
        return SourceRow(line, tuple((target, column, text) for target, column, text in cells))


def survey_rows(table: Table | XmlFeed, targets: Targets, sku: str) -> Survey:
    """Count the rows; find repeated SKUs, in the column with the target `sku`, and ignored columns.

    Uses eight bytes of memory for each SKU.
    """
    unused = {
        place
        for place, (name, target) in enumerate(zip(table.header, targets, strict=True))
        if name and not target
    }
    places = [place for place, target in enumerate(targets) if target == sku]
    filled: set[int] = set()
    codes = array("q")
    rows = 0
    for row in table.rows():
        rows += 1
        if isinstance(row, BrokenRow):
            continue
        filled |= {place for place in unused - filled if row.cells[place].strip()}
        for place in places:
            if code := unescape_formula(row.cells[place].strip()):
                codes.append(hash(code))
    ignored = tuple(table.header[place] for place in sorted(filled))
    return Survey(rows, frozenset(), repeated(codes), ignored=ignored)


def repeated(hashes: array[int]) -> frozenset[int]:
    """Return the hashes that occur more than once."""
    ordered = sorted(hashes)
    return frozenset(a for a, b in pairwise(ordered) if a == b)


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
