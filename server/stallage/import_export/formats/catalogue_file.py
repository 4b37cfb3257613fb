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
from stallage.import_export.formats.shopify.columns import propose_targets
from stallage.import_export.formats.table import (
    Table,
    UnreadableFile,
    detect_file_encoding,
    open_table,
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


def recognise_catalogue(path: Path, *, encoding: str | None = None) -> RecognisedTable:
    """Recognise the format of a file. Raises UnreadableFile."""
    if is_xml(path):
        feed = open_xml_feed(path)
        for known in FORMATS:
            if known.recognises(feed.header):
                return RecognisedTable(known, feed, known.propose(feed.header))
    else:
        chosen = encoding or detect_file_encoding(path)
        for known in FORMATS:
            table = open_table(path, known.recognises, encoding=chosen)
            if table is not None:
                return RecognisedTable(known, table, known.propose(table.header))
    expected = " or ".join(known.expected for known in FORMATS)
    raise UnreadableFile(f"{path} is not a known catalogue file. Expected: {expected}.")


def open_catalogue(
    path: Path, *, encoding: str | None = None, targets: Targets | None = None
) -> CatalogueFile:
    """Open a catalogue file of any known format. Raises UnreadableFile.

    `targets` replaces the proposed target of each column.
    """
    found = recognise_catalogue(path, encoding=encoding)
    chosen = found.targets if targets is None else targets
    if len(chosen) != len(found.targets):
        raise UnreadableFile(f"{path} has other columns than the mapping.")
    survey = found.format.survey(found.table, chosen)
    return CatalogueFile(found.format, found.table, chosen, survey)
