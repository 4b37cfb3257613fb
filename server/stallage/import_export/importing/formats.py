"""The file formats that can be read, one module each.

A further format is a module with `recognises`, `survey` and `read` as `shopify` has them, and one
line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stallage.import_export.importing import shopify
from stallage.import_export.importing.outcome import ReadProduct, Survey
from stallage.import_export.importing.table import Table, UnreadableFile, open_table


@dataclass(frozen=True, slots=True)
class Format:
    """A file format by what it can do."""

    name: str
    expected: str
    """What such a file is, as part of a sentence."""
    recognises: Callable[[tuple[str, ...]], bool]
    survey: Callable[[Table], Survey]
    read: Callable[[Table, Survey, int], Iterator[ReadProduct]]


FORMATS = (
    Format(
        "Shopify product CSV",
        shopify.EXPECTED,
        shopify.recognises,
        shopify.survey,
        shopify.read,
    ),
)


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """A file whose format is known and that has been gone through once."""

    format: Format
    table: Table
    survey: Survey

    def products(self, decimals: int) -> Iterator[ReadProduct]:
        """Its products; `decimals` are those of the shop's currency."""
        return self.format.read(self.table, self.survey, decimals)


def open_catalogue(path: Path, *, encoding: str | None = None) -> CatalogueFile:
    """Opens a catalogue file of any known format. Raises UnreadableFile with a sentence."""
    for known in FORMATS:
        table = open_table(path, known.recognises, encoding=encoding)
        if table is not None:
            return CatalogueFile(known, table, known.survey(table))
    expected = " or ".join(known.expected for known in FORMATS)
    raise UnreadableFile(f"{path} is no catalogue file that is known here. Expected: {expected}.")
