"""The file formats that can be imported.

To add a format, write a module with `recognises`, `survey` and `read` like `shopify.reader`, and add
it to `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stallage.import_export.formats.results import ProductResult, Survey
from stallage.import_export.formats.shopify import reader
from stallage.import_export.formats.table import Table, UnreadableFile, open_table


@dataclass(frozen=True, slots=True)
class Format:
    """A file format and its functions."""

    name: str
    expected: str
    """Description of such a file, as part of a sentence."""
    recognises: Callable[[tuple[str, ...]], bool]
    survey: Callable[[Table], Survey]
    read: Callable[[Table, Survey, int], Iterator[ProductResult]]


FORMATS = (
    Format(
        "Shopify product CSV",
        reader.EXPECTED,
        reader.recognises,
        reader.survey,
        reader.read,
    ),
)


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """An opened file of a known format, after the first pass."""

    format: Format
    table: Table
    survey: Survey

    def products(self, decimals: int) -> Iterator[ProductResult]:
        """Read the products. `decimals` are those of the shop's currency."""
        return self.format.read(self.table, self.survey, decimals)


def open_catalogue(path: Path, *, encoding: str | None = None) -> CatalogueFile:
    """Open a catalogue file of any known format. Raises UnreadableFile."""
    for known in FORMATS:
        table = open_table(path, known.recognises, encoding=encoding)
        if table is not None:
            return CatalogueFile(known, table, known.survey(table))
    expected = " or ".join(known.expected for known in FORMATS)
    raise UnreadableFile(f"{path} is not a known catalogue file. Expected: {expected}.")
