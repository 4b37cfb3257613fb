"""Catalogue files made for a test, and what reading them comes to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from stallage.import_export.exporting import shopify
from stallage.import_export.importing.formats import open_catalogue
from stallage.products.drafts import ProductDraft

DECIMALS = 2
MEDIA = "https://shop.example"


@dataclass(frozen=True)
class Reading:
    """A file that has been read."""

    products: list[ProductDraft]
    refused: dict[int, str]
    remarks: dict[int, str]
    rows: int

    @property
    def one(self) -> ProductDraft:
        (product,) = self.products
        return product


def read(path: Path, *, decimals: int = DECIMALS, encoding: str | None = None) -> Reading:
    """Reads a file whole."""
    file = open_catalogue(path, encoding=encoding)
    found = list(file.products(decimals))
    assert sum(product.rows for product in found) == file.survey.rows
    return Reading(
        [product.draft for product in found if product.draft is not None],
        {row.line: row.reason for product in found for row in product.refused},
        {row.line: row.text for product in found for row in product.remarks},
        file.survey.rows,
    )


def sheet(*rows: Mapping[str, str], header: Iterable[str] | None = None) -> str:
    """A CSV of these rows with the columns that they name."""
    names = list(header) if header else list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def written(products: Iterable[ProductDraft], *, decimals: int = DECIMALS) -> str:
    """The export of these products as a text."""
    listed = list(products)
    labels = {label for product in listed for label in product.attributes}
    extras = {name for product in listed for name in product.extra}
    extras |= {name for product in listed for sku in product.skus for name in sku.extra}
    text = io.StringIO(newline="")
    writer = shopify.SheetWriter(
        text, shopify.sheet_of(labels, extras, decimals=decimals, media_url=MEDIA)
    )
    for product in listed:
        writer.write(product)
    return text.getvalue()
