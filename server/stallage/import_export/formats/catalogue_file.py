"""The file formats that can be imported.

To add a format, write a module with `recognises`, `propose`, `survey` and `read` like `woocommerce.reader`,
and add it to `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stallage.core.money import Currency
from stallage.import_export.formats.fields import CatalogueField
from stallage.import_export.formats.google import reader as google
from stallage.import_export.formats.results import ProductResult, Survey, Targets
from stallage.import_export.formats.shopify import mapping as shopify_mapping
from stallage.import_export.formats.shopify import reader as shopify
from stallage.import_export.formats.shopify.columns import (
    ATTRIBUTE,
    EXTRA,
    propose_targets,
)
from stallage.import_export.formats.table import (
    Table,
    UnreadableFile,
    detect_file_encoding,
    open_table,
    open_widest_table,
)
from stallage.import_export.formats.woocommerce import reader as woocommerce
from stallage.import_export.formats.xml_feed import XmlFeed, is_xml, open_xml_feed


@dataclass(frozen=True, slots=True)
class Format:
    """A file format and its functions."""

    id: str
    name: str
    expected: str
    """Description of such a file, as part of a sentence."""
    fields: tuple[CatalogueField, ...]
    """What its columns can be mapped to."""
    recognises: Callable[[tuple[str, ...]], bool]
    propose: Callable[[tuple[str, ...]], Targets]
    """Return the target of each column of a header."""
    survey: Callable[[Any, Targets], Survey]
    read: Callable[[Any, Targets, Survey, Currency], Iterator[ProductResult]]
    """Both take a `Table`; Google Merchant files may be an `XmlFeed`."""


FORMATS = (
    Format(
        "shopify",
        "Shopify product CSV",
        shopify.EXPECTED,
        shopify_mapping.FIELDS,
        shopify.recognises,
        propose_targets,
        shopify.survey,
        shopify.read,
    ),
    Format(
        "woocommerce",
        "WooCommerce product CSV",
        woocommerce.EXPECTED,
        woocommerce.FIELDS,
        woocommerce.recognises,
        woocommerce.propose,
        woocommerce.survey,
        woocommerce.read,
    ),
    Format(
        "google",
        "Google Merchant product data",
        google.EXPECTED,
        google.FIELDS,
        google.recognises,
        google.propose,
        google.survey,
        google.read,
    ),
)


@dataclass(frozen=True, slots=True)
class RecognisedTable:
    """A file of a known format, of which only the header was read."""

    format: Format
    table: Table | XmlFeed
    targets: Targets
    """The proposed target of each column."""


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """An opened file of a known format, after the first pass."""

    format: Format
    table: Table | XmlFeed
    targets: Targets
    survey: Survey

    def products(self, currency: Currency) -> Iterator[ProductResult]:
        """Read the products. Prices are in the shop's currency."""
        return self.format.read(self.table, self.targets, self.survey, currency)


class UnknownColumns(UnreadableFile):
    """A table whose columns are those of no format. It can be read once they are mapped."""

    def __init__(self, text: str, nearest: RecognisedTable) -> None:
        """Describe the file as the format whose columns it has most of."""
        super().__init__(text)
        self.nearest = nearest


def recognise_catalogue(
    path: Path, *, encoding: str | None = None, format_id: str = ""
) -> RecognisedTable:
    """Recognise the format of a file; with `format_id`, read it as that one.

    Raises UnreadableFile, and UnknownColumns if only its columns are unknown.
    """
    chosen = tuple(one for one in FORMATS if format_id in ("", one.id))
    table: Table | XmlFeed | None
    if is_xml(path):
        table = open_xml_feed(path)
        chosen = tuple(one for one in chosen if one.id == "google")
        known = next((one for one in chosen if one.recognises(table.header)), None)
    else:
        encoding = encoding or detect_file_encoding(path)
        table, known = _recognised_table(path, encoding, chosen)
    if known is None and table is not None and chosen:
        known = max(chosen, key=lambda one: _known_columns(one, table.header))
        if not format_id:
            nearest = RecognisedTable(known, table, known.propose(table.header))
            raise UnknownColumns(_unknown(path), nearest)
    if known is None or table is None:
        raise UnreadableFile(_unknown(path))
    return RecognisedTable(known, table, known.propose(table.header))


def _recognised_table(
    path: Path, encoding: str, chosen: tuple[Format, ...]
) -> tuple[Table | None, Format | None]:
    for known in chosen:
        if table := open_table(path, known.recognises, encoding=encoding):
            return table, known
    return open_widest_table(path, encoding=encoding), None


def _known_columns(known: Format, header: tuple[str, ...]) -> int:
    return sum(target not in ("", ATTRIBUTE, EXTRA) for target in known.propose(header))


def _unknown(path: Path) -> str:
    expected = " or ".join(known.expected for known in FORMATS)
    return f"{path} is not a known catalogue file. Expected: {expected}."


def open_catalogue(
    path: Path,
    *,
    encoding: str | None = None,
    targets: Targets | None = None,
    format_id: str = "",
) -> CatalogueFile:
    """Open a catalogue file of any known format. Raises UnreadableFile.

    `targets` replaces the proposed target of each column, `format_id` the recognised format.
    """
    found = recognise_catalogue(path, encoding=encoding, format_id=format_id)
    chosen = found.targets if targets is None else targets
    if len(chosen) != len(found.targets):
        raise UnreadableFile(f"{path} has other columns than the mapping.")
    return survey_catalogue(found, chosen)


def survey_catalogue(found: RecognisedTable, targets: Targets) -> CatalogueFile:
    """Do the first pass over a file with these targets. Raises UnreadableFile."""
    return CatalogueFile(
        found.format, found.table, targets, found.format.survey(found.table, targets)
    )
